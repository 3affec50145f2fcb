import { expect, it } from 'vitest';

import { getPauseSeconds } from './pause.ts';
import { listSpokenPieces } from './spoken-pieces.ts';

it.each([
  ['[pause]', 1],
  ['[Beat.]', 0.7],
  ['[long pause]', 2],
  ['[pause 2.5s]', 2.5],
  ['[pause: 3 seconds]', 3],
  ['[2-second pause]', 2],
  ['[pause 600 s]', 10],
  ['[pauses the film]', 0],
  ['[smiles]', 0],
])('%s asks for %d seconds of silence', (direction, seconds) => {
  expect(getPauseSeconds(direction)).toBe(seconds);
});

it('finds the position of each pause, also of one on its own line', () => {
  const [first, second] = listSpokenPieces('It is late [pause]. See you [smiles].\n\n[long pause]\n\nGood night.');
  expect(first!.pauses.map(({ at, seconds }) => [first!.text.slice(0, at).trim(), seconds])).toEqual([
    ['It is late', 1],
    [first!.text.trim(), 2],
  ]);
  expect(second?.pauses).toEqual([]);
});
