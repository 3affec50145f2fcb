import { expect, it } from 'vitest';
import { formatTime } from './clock.ts';
import { readLength } from './spoken.ts';

it.each([
  ['8:00', 480],
  ['8', 480],
  ['7.5 min', 450],
  ['7,5', 450],
  ['90 s', 90],
  ['90 seconds', 90],
  ['1:02:03', 3723],
  ['0:45', 45],
  [' 12:30 ', 750],
  ['8:75', null],
  ['long', null],
  ['', null],
  ['-3', null],
])('reads the typed length %j as %s seconds', (typedLength, seconds) => {
  expect(readLength(typedLength)).toBe(seconds);
});

it('reads every length it writes', () => {
  for (const seconds of [0, 59, 60, 3599, 3600, 7325]) expect(readLength(formatTime(seconds))).toBe(seconds);
});
