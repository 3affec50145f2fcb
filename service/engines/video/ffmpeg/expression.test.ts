import { expect, test } from 'vitest';

import { filmed } from '#test/support/video.ts';

import { sumOf } from './expression.ts';

test('ffmpeg accepts a sum of thousands of terms, but not as a plain chain', () => {
  const terms = Array.from({ length: 2700 }, (_, at) => `1*gte(N,${at + 1})`);
  const film = (sum: string) =>
    filmed([
      '-v',
      'quiet',
      '-f',
      'lavfi',
      '-i',
      'color=s=32x32:d=0.1',
      '-vf',
      `setpts='(N+${sum})/30/TB'`,
      '-f',
      'null',
      '-',
    ]);
  film(sumOf(terms));
  film(sumOf([]));
  expect(() => film(terms.join('+'))).toThrow();
});
