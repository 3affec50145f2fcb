import { expect, it } from 'vitest';

import { SECTIONS } from './sections.ts';

it('numbers the sections in the rail’s order', () => {
  expect(SECTIONS.map(({ combo }) => combo)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'mod+,']);
  expect(SECTIONS.map(({ keys }) => keys)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '']);
});
