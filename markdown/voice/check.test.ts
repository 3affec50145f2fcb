import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { VoiceCheck, type VoiceFinding, type VoiceFix } from './check.ts';
import { PhraseFinder, toPhrasePattern } from './phrases.ts';
import { readTraits } from './traits.ts';

const profile = {
  diction_and_syntax: {
    sentence_shape: 'at most 12 words',
    avoid: ['stacked adjectives of the kind that nobody says'],
  },
  phrase_kit: {
    avoid: ['game changer', 'you won’t believe'],
    replacements: ['utilize -> use', { from: 'in order to', to: 'to' }],
  },
  jargon_policy: { allow: ['couchette'] },
  lexical_glossary: ['berth: a bed on a train', 'couchette: a bunk', 'path - a place in the timetable'],
};
const check = new VoiceCheck(readTraits(profile), 'en');

const applyFix = (line: string, { from, to, insert }: VoiceFix): string =>
  line.slice(0, from) + insert + line.slice(to);
const getFindings = (line: string, kind: VoiceFinding['kind']): VoiceFinding[] =>
  check.check(line).filter((finding) => finding.kind === kind);
const applyFirstFix = (line: string, kind: VoiceFinding['kind']): string => {
  const [first] = getFindings(line, kind);
  return first?.fixes[0] ? applyFix(line, first.fixes[0]) : '(nothing found)';
};

describe('a check against a voice', () => {
  test.each([
    ['It is a game changer for trains.', 'It is a for trains.'],
    ['You won’t believe what came next.', 'What came next.'],
    ["So. You won't believe, what came next.", 'So. What came next.'],
    ['A real game changer', 'A real'],
  ])('removes an avoided phrase: %s', (line, expected) => {
    expect(applyFirstFix(line, 'avoid')).toBe(expected);
  });

  test.each([
    ['We utilize it.', 'We use it.'],
    ['Utilize it.', 'Use it.'],
    ['UTILIZE it.', 'USE it.'],
    ['In order to win, run.', 'To win, run.'],
    ['in  order to win', 'to win'],
  ])('offers a replacement in the case of the original: %s', (line, expected) => {
    expect(applyFirstFix(line, 'replace')).toBe(expected);
  });

  test.each(['We utilized it.', 'A gamechanger.', 'Order it to go in.'])('ignores parts of words: %s', (line) => {
    expect(check.check(line)).toEqual([]);
  });

  test('does not search for advice in the avoid list', () => {
    expect(getFindings('stacked adjectives of the kind that nobody says', 'avoid')).toEqual([]);
  });

  test.each([
    ['She has a berth.', 'She has a berth, a bed on a train.'],
    ['A berth costs more.', 'A berth, a bed on a train, costs more.'],
  ])('explains a term once: %s', (line, expected) => {
    expect(applyFirstFix(line, 'jargon')).toBe(expected);
    expect(getFindings(expected, 'jargon')).toEqual([]);
  });

  test('reports no term that is explained, allowed or used before in the line', () => {
    expect(getFindings('A berth is a bed you rent on the night train.', 'jargon')).toEqual([]);
    expect(getFindings('A couchette for two.', 'jargon')).toEqual([]);
    expect(getFindings('One berth, two berth, three.', 'jargon')).toHaveLength(1);
  });

  test('splits a sentence that is over the voice’s limit', () => {
    const longSentence =
      'The sewers under the city carried everything into the river, and they were never meant for so many.';
    expect(applyFirstFix(longSentence, 'long')).toBe(
      'The sewers under the city carried everything into the river. And they were never meant for so many.',
    );
    const sentenceWithComma =
      'Because the rain fell all night over the old city, the sewers spilled into the river again.';
    expect(applyFirstFix(sentenceWithComma, 'long')).toBe(
      'Because the rain fell all night over the old city. The sewers spilled into the river again.',
    );
    const unsplittable = 'One two three four five six seven eight nine ten eleven twelve thirteen.';
    expect(getFindings(unsplittable, 'long')).toMatchObject([{ from: 0, to: unsplittable.length, fixes: [] }]);
    expect(getFindings('One two three four five six seven eight nine ten eleven twelve.', 'long')).toEqual([]);
    expect(new VoiceCheck(readTraits(profile), null).check(unsplittable)).toEqual([]);
  });

  test('finds nothing for a profile without rules', () => {
    expect(new VoiceCheck(readTraits(null), 'en').check('Utilize this game changer berth.')).toEqual([]);
    expect(
      new VoiceCheck(readTraits({ phrase_kit: { avoid: ['(.*', '  ', '\\'] } }), 'en').check('a (.* b'),
    ).toHaveLength(1);
  });

  test('keeps findings and fixes within any line, and a fix resolves its finding', () => {
    const snippet = fc.constantFrom(
      'utilize',
      'game changer',
      'berth',
      'in order to',
      'and they',
      ',',
      '.',
      '  ',
      '🎬',
      'x',
      '“',
      'ä',
    );
    fc.assert(
      fc.property(fc.array(snippet, { maxLength: 60 }), (parts) => {
        const line = parts.join(' ');
        for (const { from, to, fixes, kind } of check.check(line)) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(line.length);
          expect(from).toBeLessThan(to);
          for (const fix of fixes) {
            expect(fix.from).toBeGreaterThanOrEqual(0);
            expect(fix.to).toBeLessThanOrEqual(line.length);
            if (kind !== 'replace') continue;
            const after = applyFix(line, fix);
            expect(getFindings(after, 'replace').length).toBeLessThan(getFindings(line, 'replace').length);
          }
        }
      }),
    );
  });
});

test('searching for many phrases at once finds the same as one by one', () => {
  const phrases = ['very', 'very good', 'good', 'café', 'don’t', 'a.b', '№ 1', 'É', 'x'];
  const snippet = fc.constantFrom(...phrases, "don't", 'VERY', 'é', 'ß', '𝒳', 'no', '-', '_', '1', '.', ' ', ' ', '  ');
  const finders = [new PhraseFinder(phrases), new PhraseFinder(phrases.slice(0, 3))];
  fc.assert(
    fc.property(fc.array(snippet, { maxLength: 30 }), (parts) => {
      const line = parts.join('');
      for (const [index, finder] of finders.entries()) {
        const finderPhrases = index === 0 ? phrases : phrases.slice(0, 3);
        const sources = [...finderPhrases]
          .sort((a, b) => b.length - a.length)
          .map((phrase) => toPhrasePattern(phrase).source);
        const expected = [...line.matchAll(new RegExp(sources.join('|'), 'giu'))].map(({ index }) => index);
        expect(finder.findIn(line).map(({ from }) => from)).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});
