import { expect, test } from 'vitest';

import { writeVideo } from '#test/support/video.ts';

import { buildSum } from './expression.ts';

test('ffmpeg accepts a sum of thousands of terms, but not as a plain chain', () => {
  const terms = Array.from({ length: 2700 }, (_, index) => `1*gte(N,${index + 1})`);
  const evaluate = (sum: string) =>
    writeVideo([
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
  evaluate(buildSum(terms));
  evaluate(buildSum([]));
  expect(() => evaluate(terms.join('+'))).toThrow();
});
