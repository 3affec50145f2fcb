import fc from 'fast-check';
import { expect, test } from 'vitest';

import { listContractionChanges, listVoiceChanges, type PhraseChange } from './phrase-changes.ts';
import { applyVoice } from './rewrite-passage.ts';
import { readTraits } from './traits.ts';

const PROFILE = { phrase_kit: { replacements: ['utilize → use'] } };

const applyChanges = (text: string, changes: readonly PhraseChange[]): string =>
  changes.reduceRight(
    (result, { from, to, text: replacement }) => result.slice(0, from) + replacement + result.slice(to),
    text,
  );

test('each contraction is a change of its own', () => {
  const text = 'It is late, and we do not know why.';
  expect(
    listContractionChanges(text).map(({ words: changedWords, text: replacement }) => [changedWords, replacement]),
  ).toEqual([
    ['It is', "It's"],
    ['do not', "don't"],
  ]);
  expect(listContractionChanges('Nothing here.')).toEqual([]);
});

test('a voice’s replacements are changes too, in languages without speaking rules as well', () => {
  const listChangedWords = (language: string) =>
    listVoiceChanges('We utilize it and it is so.', PROFILE, language).map(({ words: original }) => original);
  expect(listChangedWords('English')).toEqual(['utilize', 'it is']);
  expect(listChangedWords('Polish')).toEqual(['utilize']);
});

test('the changes of any text add up to its rewritten text, and name the words they replace', () => {
  const snippet = fc.constantFrom(
    'it is',
    'do not',
    'utilize',
    '“it is”',
    '\n\n# it is\n\n',
    ' ',
    '. ',
    'loaf',
    '\n> it is\n',
  );
  fc.assert(
    fc.property(fc.array(snippet, { maxLength: 30 }), (parts) => {
      const text = parts.join(' ');
      const changes = listVoiceChanges(text, PROFILE, 'English');
      for (const { from, to, words: changedWords } of changes) expect(text.slice(from, to)).toBe(changedWords);
      expect(applyChanges(text, changes)).toBe(applyVoice(text, readTraits(PROFILE), 'en'));
    }),
  );
});
