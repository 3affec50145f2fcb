import { expect, test } from 'vitest';

import { explainMissingDraft } from './draft-shape.ts';

const createWords = (count: number): string =>
  `${Array.from({ length: count }, (_, index) => `word${index}`).join(' ')}.`;

test.each([
  'I’m sorry, but I can’t help with that request.',
  'I cannot write this script because it may cause harm.',
  '**I’m unable to help with this.**',
  'As an AI language model, I do not have opinions about that.',
  'Es tut mir leid, dabei kann ich nicht helfen.',
  'Ich kann dir dabei leider nicht helfen.',
  'Je ne peux pas répondre à cette demande.',
  'Lo siento, no puedo ayudarte con eso.',
])('“%s” is a refusal, and is quoted', (text) => {
  for (const kind of ['outline', 'script', 'humanize'] as const)
    expect(explainMissingDraft(kind, text, 1000)).toBe(`The model refused. It answered: “${text}”`);
});

test.each([
  ['script', 'Sure! Which tone would you like, and who is going to watch it?'],
  ['outline', 'Sure! Which tone would you like, and who is going to watch it?'],
  ['script', '<!doctype html><html><body><h1>Sign in</h1></body></html>'],
  ['script', JSON.stringify({ script: createWords(900) })],
  ['outline', '{"error": "no such template"}'],
  ['humanize', 'Done.'],
] as const)('accepts as %s no text such as “%.40s…”', (kind, text) => {
  expect(explainMissingDraft(kind, text, 1000)).toMatch(/^The model answered, but not with an? (outline|draft): “/);
});

test.each([
  ['script', '## Opening\n\nIt was late.', 900],
  ['script', createWords(250), 1000],
  ['script', `I’m sorry. Those were the first words he said. ${createWords(500)}`, 1000],
  ['script', `## Hello\n\nI’m sorry, but I can’t stop thinking about ferries.`, 300],
  ['script', '{shot of the harbour} The ferry carries post. '.repeat(40), 300],
  ['outline', '# A river\n\n## 1. One (200 words)\n- Bullet', null],
  ['outline', '1. The start\n2. The end', null],
  ['humanize', createWords(80), 100],
] as const)('accepts as %s a text such as “%.40s…”', (kind, text, target) => {
  expect(explainMissingDraft(kind, text, target)).toBeNull();
});

test('a long answer is quoted in part', () => {
  expect(explainMissingDraft('outline', createWords(2000), null)?.length).toBeLessThan(700);
});
