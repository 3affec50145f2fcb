import { describe, expect, test } from 'vitest';

import { toEntryText, readReplacement, readTraits } from './traits.ts';

describe('reading a voice profile', () => {
  test.each([
    ['utilize -> use', 'utilize', 'use'],
    ['“utilize” → “use”', 'utilize', 'use'],
    ['use people instead of folks', 'folks', 'people'],
    ['purchase: buy', 'purchase', 'buy'],
    [{ from: 'a', to: 'b' }, 'a', 'b'],
    [{ avoid: 'a', say: 'b' }, 'a', 'b'],
    [['a', 'b'], 'a', 'b'],
  ])('reads the replacement %j', (entry, from, to) => {
    expect(readReplacement(entry)).toEqual({ from, to });
  });

  test.each(['nothing', '', 7, null, {}, 'same -> same'])('finds no replacement in %j', (entry) => {
    expect(readReplacement(entry)).toBeNull();
  });

  test.each([
    ['sentence_shape', 'subject, verb, object; at most 18 words', 18],
    ['sentence_shape', 'never more than 25 words', 25],
    ['sentence_shape', '14 words or fewer', 14],
    ['sentence_shape', 'short', null],
    ['sentence_shape', 'up to 900 words', null],
  ])('reads the sentence length from %s: %s', (key, value, longest) => {
    expect(readTraits({ diction_and_syntax: { [key]: value } }).longestSentence).toBe(longest);
  });

  test('falls back to the sentence length of the examples', () => {
    const style_examples = ['One two three four.', 'One two three. One two three four five six seven eight nine ten.'];
    expect(readTraits({ style_examples }).longestSentence).toBe(14);
    expect(readTraits({ style_examples: ['One.'] }).longestSentence).toBeNull();
  });

  test.each([
    [{ diction_and_syntax: { preferred_constructions: ['contractions'] } }, 'use'],
    [{ diction_and_syntax: { avoid: ['Contractions'] } }, 'avoid'],
    [{ rewriter_directives: ['Write without contractions.'] }, 'avoid'],
    [{ do_dont: { never_does: ['Contracts words'] } }, 'any'],
    [{}, 'any'],
  ])('reads contractions of %j', (profile, expected) => {
    expect(readTraits(profile).contractions).toBe(expected);
  });

  test('ignores malformed entries', () => {
    for (const malformedProfile of [
      null,
      7,
      'text',
      [],
      { phrase_kit: 'x', spoken_patterns: [1], lexical_glossary: {} },
    ]) {
      expect(readTraits(malformedProfile)).toMatchObject({
        replacements: [],
        avoid: [],
        starters: [],
        glossary: [],
        person: 'any',
      });
    }
    expect(toEntryText({ term: 'berth', meaning: 'a bed' })).toBe('berth: a bed');
    expect(readTraits({ phrase_kit: { avoid: [' a\u0000b\n c '] } }).avoid).toEqual(['a b c']);
  });
});
