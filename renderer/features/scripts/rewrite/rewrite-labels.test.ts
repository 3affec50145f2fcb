import { expect, test } from 'vitest';

import { formatAnswerCost, describePassage } from './rewrite-labels.ts';

const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };
const prices = { 'm (openai-compatible)': { input: 1000, output: 2000 } };

test('shows the tokens of an answer, and their cost at the person’s prices or known ones', () => {
  const engine = 'm (openai-compatible)';
  expect(formatAnswerCost({ engine, usage }, true, prices)).toEqual({
    label: '1,500 tokens, about US$2.00',
    isPriced: true,
  });
  expect(formatAnswerCost({ engine, usage }, true, {})).toEqual({ label: '1,500 tokens', isPriced: false });
  const cost = formatAnswerCost({ engine: 'gpt-4o (openai-compatible)', usage }, true, {});
  expect(cost).toEqual({ label: '1,500 tokens, about US$0.0075', isPriced: true });
});

test('shows no cost without a paid provider, and nothing for uncounted tokens', () => {
  const engine = 'm (openai-compatible)';
  expect(formatAnswerCost({ engine, usage }, false, prices)).toEqual({ label: '1,500 tokens', isPriced: true });
  expect(formatAnswerCost({ engine, usage: null }, true, prices).label).toBe('');
});

test('describes which words an action would change', () => {
  const describe = (kind: 'selection' | 'section' | 'text' | 'opening', heading = '') =>
    describePassage({ kind, heading, from: 0, to: 9, text: 'One two.' });
  expect(describe('selection')).toBe('Selection, 2 words');
  expect(describe('section', 'The yard')).toBe('Section “The yard”, 2 words');
  expect(describe('text')).toBe('Whole text, 2 words');
  expect(describe('opening', 'The yard')).toBe('First paragraph of “The yard”, 2 words');
  expect(describe('opening')).toBe('First paragraph, 2 words');
  expect(describePassage(null)).toContain('No words here');
});
