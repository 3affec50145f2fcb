import { expect, test } from 'vitest';

import { computeCost, getEngineName, findKnownPrice, findPrice } from './model-prices.ts';

test('a price entered by the person overrides the built-in price of a model', () => {
  const engine = getEngineName('gpt-4o-mini', 'openai-compatible');
  expect(findPrice(engine, {})).toEqual({ input: 0.15, output: 0.6 });
  expect(findPrice(engine, { [engine]: { input: 1, output: 2 } })).toEqual({ input: 1, output: 2 });
});

test('a model gets the price of the longest matching name, whatever its date suffix or router prefix', () => {
  expect(findKnownPrice('gpt-4o-2024-11-20')).toEqual({ input: 2.5, output: 10 });
  expect(findKnownPrice('anthropic/claude-sonnet-4-5')).toEqual({ input: 3, output: 15 });
  expect(findKnownPrice('gemini-2.5-flash-lite')).toEqual({ input: 0.1, output: 0.4 });
  expect(findKnownPrice('llama3.1:8b')).toBeNull();
  expect(findPrice('constructor', {})).toBeNull();
});

test('a run costs what its tokens cost, or null if a price is missing', () => {
  expect(computeCost({ prompt_tokens: 1_000_000, completion_tokens: 500_000 }, { input: 3, output: 15 })).toBe(10.5);
  expect(computeCost({ prompt_tokens: null, completion_tokens: 7 }, { input: 3, output: 15 })).toBeNull();
});
