import { expect, it } from 'vitest';

import { mentionsOf, withMention } from './mentions.ts';

const people = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Ann Lee' },
  { id: 3, name: 'Bo (sound)' },
];

it('finds the people mentioned in a text, longest name first', () => {
  expect(mentionsOf('@ann lee and @Bo (sound), look', people)).toEqual([2, 3]);
  expect(mentionsOf('@Ann, @Ann Lee', people)).toEqual([1, 2]);
  expect(mentionsOf('Ann, mail bo@example.org', people)).toEqual([]);
  expect(withMention('Hello @An', 'Ann Lee')).toBe('Hello @Ann Lee ');
});
