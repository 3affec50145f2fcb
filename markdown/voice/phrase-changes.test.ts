import fc from 'fast-check';
import { expect, test } from 'vitest';

import { contractionChanges, voiceChanges, type PhraseChange } from './phrase-changes.ts';
import { inVoice } from './rewrite-passage.ts';
import { readTraits } from './traits.ts';

const PROFILE = { phrase_kit: { replacements: ['utilize → use'] } };

const changed = (text: string, changes: readonly PhraseChange[]): string =>
  changes.reduceRight((out, { from, to, text: instead }) => out.slice(0, from) + instead + out.slice(to), text);

test('each contraction is a change of its own', () => {
  const text = 'It is late, and we do not know why.';
  expect(contractionChanges(text).map(({ words, text: instead }) => [words, instead])).toEqual([
    ['It is', "It's"],
    ['do not', "don't"],
  ]);
  expect(contractionChanges('Nothing here.')).toEqual([]);
});

test('a voice’s replacements are changes too, in languages without speaking rules as well', () => {
  const words = (language: string) =>
    voiceChanges('We utilize it and it is so.', PROFILE, language).map(({ words: found }) => found);
  expect(words('English')).toEqual(['utilize', 'it is']);
  expect(words('Polish')).toEqual(['utilize']);
});

test('the changes of any text make what the rules make of it, and name the words they replace', () => {
  const bits = fc.constantFrom(
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
    fc.property(fc.array(bits, { maxLength: 30 }), (parts) => {
      const text = parts.join(' ');
      const changes = voiceChanges(text, PROFILE, 'English');
      for (const { from, to, words } of changes) expect(text.slice(from, to)).toBe(words);
      expect(changed(text, changes)).toBe(inVoice(text, readTraits(PROFILE), 'en'));
    }),
  );
});
