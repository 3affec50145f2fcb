import { expect, test } from 'vitest';

import { answerCost, passageWords } from './rewrite-labels.ts';

const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };
const own = { 'm (openai-compatible)': { input: 1000, output: 2000 } };

test('an answer tells its tokens, and their cost at the person’s own prices or the known ones', () => {
  const engine = 'm (openai-compatible)';
  expect(answerCost({ engine, usage }, true, own)).toEqual({ words: '1,500 tokens, about US$2.00', isPriced: true });
  expect(answerCost({ engine, usage }, true, {})).toEqual({ words: '1,500 tokens', isPriced: false });
  const known = answerCost({ engine: 'gpt-4o (openai-compatible)', usage }, true, {});
  expect(known).toEqual({ words: '1,500 tokens, about US$0.0075', isPriced: true });
});

test('a model that nobody is paid for costs nothing, and what was not counted is not made up', () => {
  const engine = 'm (openai-compatible)';
  expect(answerCost({ engine, usage }, false, own)).toEqual({ words: '1,500 tokens', isPriced: true });
  expect(answerCost({ engine, usage: null }, true, own).words).toBe('');
});

test('the pane says which words an action would change', () => {
  const of = (kind: 'selection' | 'section' | 'text' | 'opening', heading = '') =>
    passageWords({ kind, heading, from: 0, to: 9, text: 'One two.' });
  expect(of('selection')).toBe('Selection, 2 words');
  expect(of('section', 'The yard')).toBe('Section “The yard”, 2 words');
  expect(of('text')).toBe('Whole text, 2 words');
  expect(of('opening', 'The yard')).toBe('First paragraph of “The yard”, 2 words');
  expect(of('opening')).toBe('First paragraph, 2 words');
  expect(passageWords(null)).toContain('No words here');
});
