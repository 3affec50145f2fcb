import { expect, it } from 'vitest';

import { readReason, VERSION_REASONS } from '#renderer/storage/version-reasons.ts';
import { nameOf } from './version-labels.ts';

it('every version reason has its own label', () => {
  const names = VERSION_REASONS.map((reason) => nameOf({ reason, name: null }));
  expect(names).not.toContain('');
  expect(new Set(names).size).toBe(names.length);
});

it.each([
  [{ occasion: 'sync', label: 'Taken in from the service' }, 'Synced version'],
  [{ occasion: 'close', label: 'When you left it' }, 'Autosaved on close'],
  [{ occasion: 'restore', label: 'Before going back' }, 'Before restoring a version'],
  [{ source: 'recovered', label: 'Found beside a newer text' }, 'Recovered older text'],
  [{ source: 'recovered', label: 'From an archive' }, 'From an archive'],
  [{ occasion: null, label: 'Of an even older version' }, 'Of an even older version'],
])('a version stored by 0.1 as %j is labelled “%s”', (stored, name) => {
  expect(nameOf(readReason(stored))).toBe(name);
});

it('a version name given by a person is kept', () => {
  expect(nameOf(readReason({ occasion: 'named', label: 'Before merging' }))).toBe('Before merging');
  expect(nameOf(readReason({ reason: 'named', name: 'Before merging', label: 'ignored' }))).toBe('Before merging');
  expect(nameOf(readReason({ occasion: 'named', label: 'Named' }))).toBe('Named');
});
