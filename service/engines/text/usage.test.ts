import { expect, test } from 'vitest';
import { sumUsage } from './usage.ts';

const usage = { prompt_tokens: 10, completion_tokens: 5, reasoning_tokens: null, total_tokens: 15 };

test('adds tokens, and returns null if none were reported', () => {
  expect(sumUsage([usage, null, { ...usage, reasoning_tokens: 2 }])).toEqual({
    prompt_tokens: 20,
    completion_tokens: 10,
    reasoning_tokens: 2,
    total_tokens: 30,
  });
  expect(sumUsage([null])).toBeNull();
});
