import { describe, expect, test } from 'vitest';

import { describeMeasuredFrom } from './measured-from.ts';

describe('the sources of a measured voice', () => {
  test('names scripts, pasted samples and their words', () => {
    expect(describeMeasuredFrom({ scripts: 3, pasted: 0, words: 4210 })).toBe('3 scripts, 4,210 words');
    expect(describeMeasuredFrom({ scripts: 0, pasted: 1, words: 500 })).toBe('1 pasted sample, 500 words');
    expect(describeMeasuredFrom({ scripts: 1, pasted: 2, words: 900 })).toBe(
      '1 script and 2 pasted samples, 900 words',
    );
  });
});
