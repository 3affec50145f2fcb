import { expect, it } from 'vitest';

import { readReason, VERSION_REASONS } from '#renderer/storage/version-reasons.ts';
import { getVersionName } from './version-labels.ts';

it('labels every version reason differently', () => {
  const names = VERSION_REASONS.map((reason) => getVersionName({ reason, name: null }));
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
])('labels a version stored by 0.1 as %j “%s”', (storedReason, name) => {
  expect(getVersionName(readReason(storedReason))).toBe(name);
});

it('keeps a name given by a person', () => {
  expect(getVersionName(readReason({ occasion: 'named', label: 'Before merging' }))).toBe('Before merging');
  expect(getVersionName(readReason({ reason: 'named', name: 'Before merging', label: 'ignored' }))).toBe(
    'Before merging',
  );
  expect(getVersionName(readReason({ occasion: 'named', label: 'Named' }))).toBe('Named');
});
