import { expect, it } from 'vitest';

import { findMentions, completeMention } from './mentions.ts';

const people = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Ann Lee' },
  { id: 3, name: 'Bo (sound)' },
];

it('finds the people mentioned in a text, longest name first', () => {
  expect(findMentions('@ann lee and @Bo (sound), look', people)).toEqual([2, 3]);
  expect(findMentions('@Ann, @Ann Lee', people)).toEqual([1, 2]);
  expect(findMentions('Ann, mail bo@example.org', people)).toEqual([]);
  expect(completeMention('Hello @An', 'Ann Lee')).toBe('Hello @Ann Lee ');
});
