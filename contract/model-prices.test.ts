import { expect, test } from 'vitest';

import { computeCost, getEngineName, findKnownPrice, findPrice } from './model-prices.ts';

test('a person’s own price of a model comes before the last known one', () => {
  const engine = getEngineName('gpt-4o-mini', 'openai-compatible');
  expect(findPrice(engine, {})).toEqual({ input: 0.15, output: 0.6 });
  expect(findPrice(engine, { [engine]: { input: 1, output: 2 } })).toEqual({ input: 1, output: 2 });
});

test('a model is known by the longest name that fits, with dates and routers', () => {
  expect(findKnownPrice('gpt-4o-2024-11-20')).toEqual({ input: 2.5, output: 10 });
  expect(findKnownPrice('anthropic/claude-sonnet-4-5')).toEqual({ input: 3, output: 15 });
  expect(findKnownPrice('gemini-2.5-flash-lite')).toEqual({ input: 0.1, output: 0.4 });
  expect(findKnownPrice('llama3.1:8b')).toBeNull();
  expect(findPrice('constructor', {})).toBeNull();
});

test('the price of a run is that of its tokens, or unknown', () => {
  expect(computeCost({ prompt_tokens: 1_000_000, completion_tokens: 500_000 }, { input: 3, output: 15 })).toBe(10.5);
  expect(computeCost({ prompt_tokens: null, completion_tokens: 7 }, { input: 3, output: 15 })).toBeNull();
});
