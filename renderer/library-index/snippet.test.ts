import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { foldText } from '#markdown/fold-text.ts';
import { getRounds } from '#test/support/rounds.ts';

import { getWords } from './search-terms.ts';
import { findMarks, buildSnippet } from './snippet.ts';

const getMarkedParts = (text: string, query: string): string[] =>
  findMarks(text, query).map(([from, to]) => text.slice(from, to));

describe('marksIn', () => {
  it('marks matches in the original text, whatever length they fold to', () => {
    expect(getMarkedParts('Die Straße, STRASSEN', 'strasse')).toEqual(['Straße', 'STRASSE']);
    expect(getMarkedParts('Ein Donau\u00addampfer', 'donaud')).toEqual(['Donau\u00add']);
    expect(getMarkedParts('cafe\u0301s, cafés', 'cafe')).toEqual(['cafe\u0301', 'café']);
    expect(getMarkedParts('私は東京に行き、東京で会う', '東京')).toEqual(['東京', '東京']);
    expect(getMarkedParts('我在铁路12306买票', '12306 买')).toEqual(['12306', '买']);
    expect(getMarkedParts('ﬁnal x² ２０２４年', 'fin x2 2024')).toEqual(['ﬁn', 'x²', '２０２４']);
    expect(getMarkedParts('دَرْسـٌ', 'درس')).toEqual(['دَرْسـٌ']);
    expect(getMarkedParts('दिल में दलदल', 'दल')).toEqual(['दल']);
  });

  it('marks ordered ranges that fold to the query', () => {
    const letter = fc.constantFrom(
      ...'aeESß\u00adœŁİıςΣéе\u0301\u0308Йи\u0306𝐀２²ﬁ…\u200dأاةـ\u064eכּｶﾞかガ゙가각ㅋㅠ東京ภาषิदि‍ক্ষ🚆👩‍🚀 .-'.split(
        /(?:)/u,
      ),
    );
    const createLetters = (most: number) =>
      fc.array(letter, { minLength: 1, maxLength: most }).map((all) => all.join(''));
    fc.assert(
      fc.property(createLetters(30), createLetters(3), (text, query) => {
        const queryWords = getWords(query);
        let last = 0;
        for (const [from, to] of findMarks(text, query)) {
          expect(from).toBeGreaterThanOrEqual(last);
          const foldedPart = foldText(text.slice(from, to));
          // A letter such as ß is marked as a whole, so the mark may fold to a little more.
          expect(queryWords.some((one) => foldedPart.includes(one) || one.includes(foldedPart))).toBe(true);
          last = to;
        }
      }),
      { numRuns: getRounds(1000, 10_000) },
    );
  });
});

describe('buildSnippet', () => {
  it('shows the words around a match and marks all matches', () => {
    const { text, marks } = buildSnippet(
      `${'Long before. '.repeat(20)}A Café at night, cafés everywhere.`,
      'cafe nig',
    )!;
    expect(marks.map(([from, to]) => foldText(text.slice(from, to)))).toEqual(['cafe', 'nig', 'cafe']);
    expect(text.startsWith('… ')).toBe(true);
    expect(buildSnippet('Nothing here', 'cafe')).toBeNull();
  });

  it('stays short without spaces, and splits no grapheme', () => {
    const { text, marks } = buildSnippet(`${'👩‍🚀が行'.repeat(100)}東京${'に🇩🇪'.repeat(100)}`, '東京')!;
    expect(text.length).toBeLessThan(250);
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['東京']);
    expect(text).toMatch(/^… (?:👩‍🚀|が|行).*(?:に|🇩🇪) …$/su);
  });
});
