import { expect, test } from 'vitest';
import type { z } from 'zod';

import { optionalText, rawText, text, WebAddress, wholeNumber } from '#contract/fields.ts';
import { TokenCreate } from '#contract/schema/token.ts';
import { WebhookUpdate } from '#contract/schema/webhook.ts';

import { translateFieldError, translateFieldErrors } from './field-errors.ts';

const listSentences = (schema: z.ZodType, input: unknown): string[] =>
  (schema.safeParse(input).error?.issues ?? []).map(({ message }) => message);

test.each([
  ['a missing text', text({ min: 1, max: 5 }), ''],
  ['a short text', text({ min: 3, max: 5 }), 'ab'],
  ['a long text', optionalText({ max: 5 }), 'abcdef'],
  ['a long script', rawText(5), 'abcdef'],
  ['a text with half a character', text({ max: 5 }), '\ud800'],
  ['a missing number', wholeNumber(-2, 4), undefined],
  ['a number beyond its range', wholeNumber(-2, 4), 7],
  ['an address without a scheme', WebAddress(100), 'example.org'],
  ['a token without abilities', TokenCreate, { name: 'A', abilities: [] }],
  ['a webhook without events', WebhookUpdate, { name: 'A', url: 'https://example.org', events: [] }],
])('knows what the service says of %s', (_, schema, input) => {
  const sentences = listSentences(schema, input);
  expect(sentences).not.toEqual([]);
  for (const sentence of sentences) expect(translateFieldError(sentence)).toBe(sentence);
});

test('writes numbers as the window does, and leaves unknown sentences as they are', () => {
  const fields = { title: ['At most 1000 characters.', 'At least 1 entry.'], other: ['Something of another service.'] };
  expect(translateFieldErrors(fields)).toEqual({
    title: ['At most 1,000 characters.', 'At least 1 entry.'],
    other: ['Something of another service.'],
  });
});
