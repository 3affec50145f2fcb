import { expect, it } from 'vitest';

import { VERSION_LABELS } from '#renderer/offline/version-labels.ts';
import { nameOf } from './version-words.ts';

it.each(Object.values(VERSION_LABELS))('in English a version is called as it is kept: %s', (label) => {
  expect(nameOf({ occasion: null, label })).toBe(label);
});

it('a name that a person gave stays, whatever it says', () => {
  expect(nameOf({ occasion: 'named', label: 'Before merging' })).toBe('Before merging');
  expect(nameOf({ occasion: null, label: 'Of an older version' })).toBe('Of an older version');
});
