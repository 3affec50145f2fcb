import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';

import { measureDiff, listHunks, diffWords } from './text-diff.ts';
import { mergeThreeWays } from './three-way-merge.ts';

const markDiff = (before: string, after: string): string =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('');

/** Few words and many line ends, so that the texts share some parts. */
const texts = fc
  .array(fc.constantFrom('night', 'train', 'sleeps.', '\n', '\n\n', ' ', ', ', '\r\n', 'Café', '日本', '## ', '🚆'), {
    maxLength: 40,
  })
  .map((words) => words.join(' '));

describe('word diff', () => {
  it('marks only the words that changed', () => {
    expect(markDiff('The train leaves at five.\nNobody waits.', 'The train leaves at six.\nNobody waits.')).toBe(
      'The train leaves at {-five-}{+six+}.\nNobody waits.',
    );
  });

  it('shows a sentence with hardly any shared words as fully replaced', () => {
    expect(markDiff('A berth costs a hundred euros.', 'Seats, then: who sleeps upright?')).toBe(
      '{-A berth costs a hundred euros.-}{+Seats, then: who sleeps upright?+}',
    );
  });

  it('reproduces both texts', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const parts = diffWords(before, after);
        const joinWithout = (kind: string): string =>
          parts
            .filter((part) => part.kind !== kind)
            .map(({ text }) => text)
            .join('');
        expect(joinWithout('added')).toBe(before);
        expect(joinWithout('removed')).toBe(after);
        expect(parts.every(({ text }) => text !== '')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('has hunks of whole lines that turn one text into the other', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        let [result, position] = ['', 0];
        for (const { from, to, text } of listHunks(before, after)) {
          expect(from === 0 || before[from - 1] === '\n').toBe(true);
          result += before.slice(position, from) + text;
          position = to;
        }
        expect(result + before.slice(position)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it('counts changes, and the words added and removed', () => {
    expect(measureDiff(diffWords('one two three\nfour', 'one 2 three\nfour five six'))).toEqual({
      changeCount: 2,
      added: 3,
      removed: 1,
    });
    expect(measureDiff(diffWords('same', 'same'))).toEqual({ changeCount: 0, added: 0, removed: 0 });
  });
});

/**
 * Combines words and signs of many scripts; some are made of letters in few combinations, so that texts share
 * beginnings.
 */
const SCRIPTS: readonly string[] = [
  'the train leaves don’t well-known 3.5 snake_case _emphasis_',
  'Straße Züge cafe\u0301 café cafe\u0302 Łódź đường',
  'Синий Красный поезд уходит ночью утром й и\u0306',
  'Το κόκκινο τρένο φεύγει',
  'القطار الأزرق الأحمر يغادر فِيينّا ١٢٣ \u0600١٢',
  'הרכבת הכחולה צה״ל שָׁלוֹם',
  'नीली लाल रेलगाड़ी वियना क्षत्रिय हिन्दी',
  'রেলগাড়ি ছাড়ে কো ক্ষ',
  'தொடர்வண்டி கௌ ஸ்ரீ',
  'የባቡሩ የባቡሮች ጉዞ ዛሬ ነው',
  'գնացքը գնացքները մեկնում է',
  'მატარებელი გადის',
  '파란색 기차가 기차는 출발합니다 출발했습니다 각\u1112\u1161\u11ab',
  '私は東京に行きます 夜行列車が カタカナ語 ｶﾞｷﾞ',
  '我在铁路12306买票 中文字幕测试',
  'ฉันพูดภาษาไทย น้ำ กำ คืน คน',
  'ភាសាខ្មែរល្អ ຂ້ອຍເວົ້າພາສາລາວ မြန်မာဘာသာ',
  '🇩🇪 🇩🇰 👩‍🚀 👩🏽‍🚀 👍🏽 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
];
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...SCRIPTS.flatMap((words) => words.split(' '))) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(' ', ' ', ', ', '. ', '\n', '\r\n', '\n\n', '。', '।', '؟ ', '— ', '- ', '“', '*'),
  },
  { weight: 1, arbitrary: fc.constantFrom(...SCRIPTS.flatMap((words) => [...words])) },
);
const pieces = fc.array(piece, { maxLength: 30 });
/** Changes one text into another: pieces go, come, or change places. */
const versions = fc
  .tuple(pieces, fc.array(fc.tuple(fc.nat(30), fc.nat(2), fc.array(piece, { maxLength: 2 })), { maxLength: 5 }))
  .map(([before, edits]) => {
    const after = [...before];
    for (const [position, removeCount, insertedPieces] of edits)
      after.splice(Math.min(position, after.length), removeCount, ...insertedPieces);
    return [before.join(''), after.join('')] as const;
  });

function findBoundaries(text: string, granularity: 'word' | 'grapheme'): ReadonlySet<number> {
  const segments = [...new Intl.Segmenter('en', { granularity }).segment(text)];
  return new Set([...segments.map(({ index }) => index), text.length]);
}

describe('word diff in any script', () => {
  it.each([
    ['Синий поезд уходит ночью', 'Красный поезд уходит утром', '{-Синий-}{+Красный+} поезд уходит {-ночью-}{+утром+}'],
    ['кошка сидит на окне', 'собака сидит на окне', '{-кошка-}{+собака+} сидит на окне'],
    ['القطار الأزرق يغادر فيينا', 'القطار الأحمر يغادر فيينا', 'القطار {-الأزرق-}{+الأحمر+} يغادر فيينا'],
    ['नीली रेलगाड़ी वियना जाती है', 'लाल रेलगाड़ी वियना जाती है', '{-नीली-}{+लाल+} रेलगाड़ी वियना जाती है'],
    [
      '파란색 기차가 출발합니다 오늘',
      '파란색 기차는 출발했습니다 오늘',
      '파란색 {-기차가 출발합니다-}{+기차는 출발했습니다+} 오늘',
    ],
    ['գնացքը մեկնում է գիշերը', 'գնացքները մեկնում է գիշերը', '{-գնացքը-}{+գնացքները+} մեկնում է գիշերը'],
    ['Flag 🇩🇪 over us here now', 'Flag 🇩🇰 over us here now', 'Flag {-🇩🇪-}{+🇩🇰+} over us here now'],
    ['cafe\u0301 au lait for you', 'cafe\u0302 au lait for you', '{-cafe\u0301-}{+cafe\u0302+} au lait for you'],
    ['Café au lait for you', 'Cafe\u0301 au lait for you', '{-Café-}{+Cafe\u0301+} au lait for you'],
    ['የባቡሩ ጉዞ ዛሬ ነው', 'የባቡሮች ጉዞ ዛሬ ነው', '{-የባቡሩ-}{+የባቡሮች+} ጉዞ ዛሬ ነው'],
    ['I don’t know why', 'I won’t know why', 'I {-don’t-}{+won’t+} know why'],
    ['私は東京に行きます', '私は京都に行きます', '私は{-東京-}{+京都+}に行きます'],
    ['ฉันพูดภาษาไทย', 'ฉันเรียนภาษาไทย', 'ฉัน{-พูด-}{+เรียน+}ภาษาไทย'],
    ['Look, 👩‍🚀 goes up', 'Look, 👩🏽‍🚀 goes up', 'Look, {-👩‍🚀-}{+👩🏽‍🚀+} goes up'],
  ])('replaces whole words: %s, %s', (before, after, markedText) => expect(markDiff(before, after)).toBe(markedText));

  it('never splits a word or a grapheme of either text', () => {
    fc.assert(
      fc.property(versions, ([before, after]) => {
        const sources = [
          { text: before, left: 'added' },
          { text: after, left: 'removed' },
        ] as const;
        const parts = diffWords(before, after);
        for (const { text, left: skippedKind } of sources) {
          const [words, graphemes] = [findBoundaries(text, 'word'), findBoundaries(text, 'grapheme')];
          let position = 0;
          for (const part of parts) {
            if (part.kind === skippedKind) continue;
            position += part.text.length;
            expect(words.has(position) && graphemes.has(position), `${JSON.stringify(text)} at ${position}`).toBe(true);
          }
          expect(position).toBe(text.length);
        }
      }),
      { numRuns: getRounds(1000, 10_000) },
    );
  });

  it('reproduces both texts', () => {
    fc.assert(
      fc.property(versions, ([before, after]) => {
        const joinWithout = (kind: string): string =>
          diffWords(before, after)
            .filter((part) => part.kind !== kind)
            .map(({ text }) => text)
            .join('');
        expect([joinWithout('added'), joinWithout('removed')]).toEqual([before, after]);
      }),
      { numRuns: getRounds(500, 10_000) },
    );
  });
});

describe('three-way merge', () => {
  const base = 'First here. Second here.\n\nThird here.\n\nFourth here.\n';

  it('merges changes that do not overlap, also within a paragraph', () => {
    const mine = base.replace('First here.', 'First, mine.');
    const theirs = base.replace('Fourth here.', 'Fourth, theirs.').replace('Third here.\n\n', '');
    expect(mergeThreeWays(base, mine, theirs)).toEqual({
      mine: 'First, mine. Second here.\n\nFourth, theirs.\n',
      theirs: 'First, mine. Second here.\n\nFourth, theirs.\n',
      conflictCount: 0,
      appliedCount: 2,
    });
  });

  it('separates adjacent sentences when none was added or removed', () => {
    const mine = base.replace('Second here.', 'Second, mine.').replace('Third here.', 'Third, mine.');
    const theirs = base.replace('First here.', 'First, theirs.').replace('Second here.', 'Second, theirs.');
    expect(mergeThreeWays(base, mine, theirs)).toEqual({
      mine: 'First, theirs. Second, mine.\n\nThird, mine.\n\nFourth here.\n',
      theirs: 'First, theirs. Second, theirs.\n\nThird, mine.\n\nFourth here.\n',
      conflictCount: 1,
      appliedCount: 1,
    });
  });

  it('reports a conflict and keeps both sides', () => {
    const merge = mergeThreeWays(base, base.replace('Third', 'My third'), base.replace('Third', 'Their third'));
    expect(merge).toMatchObject({ conflictCount: 1, appliedCount: 0 });
    expect(merge.mine).toContain('My third here.');
    expect(merge.theirs).toContain('Their third here.');
  });

  it('counts identical changes once, and keeps my line endings', () => {
    const mine = base.replace('Third', 'The third').replaceAll('\n', '\r\n');
    expect(mergeThreeWays(base, mine, base.replace('Third', 'The third'))).toEqual({
      mine,
      theirs: mine,
      conflictCount: 0,
      appliedCount: 0,
    });
  });

  it('takes the side that changed if only one did', () => {
    fc.assert(
      fc.property(texts, texts, (from, to) => {
        const originalText = from.replaceAll('\r', '');
        const changedText = to.replaceAll('\r', '');
        expect(mergeThreeWays(originalText, originalText, changedText)).toMatchObject({
          mine: changedText,
          theirs: changedText,
          conflictCount: 0,
        });
        expect(mergeThreeWays(originalText, changedText, originalText)).toMatchObject({
          mine: changedText,
          theirs: changedText,
          conflictCount: 0,
          appliedCount: 0,
        });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['नमस्ते। यह पहला है। यह दूसरा है।', 'पहला', 'दूसरा'],
    ['مرحبا؟ هذا الأول؟ هذا الثاني؟', 'الأول', 'الثاني'],
    ['ጉዞ ነው። ዛሬ ነው። ማታ ነው።', 'ዛሬ', 'ማታ'],
    ['Սա առաջինն է։ Սա երկրորդն է։ Վերջ։', 'առաջինն', 'երկրորդն'],
    ['នេះទីមួយ។ នេះទីពីរ។ ចប់។', 'ទីមួយ', 'ទីពីរ'],
    ['これは一つ。これは二つ。終わり。', '一つ', '二つ'],
    ['„Das ist eins.“ „Das ist zwei.“ Ende.', 'eins', 'zwei'],
  ])('separates the sentences of %s', (base, first, second) => {
    const merge = mergeThreeWays(base, base.replace(first, 'X'), base.replace(second, 'Y'));
    expect(merge).toMatchObject({ conflictCount: 0, mine: base.replace(first, 'X').replace(second, 'Y') });
  });

  it('contains only whole words of its inputs', () => {
    fc.assert(
      fc.property(versions, versions, ([base, mine], [, theirs]) => {
        const splitWords = (text: string): string[] =>
          [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)]
            .filter(({ isWordLike }) => isWordLike)
            .map(({ segment }) => segment);
        const withNewlines = (text: string): string => text.replace(/\r\n?/g, '\n');
        const inputWords = new Set([base, mine, theirs].flatMap((text) => splitWords(withNewlines(text))));
        const merge = mergeThreeWays(base, mine, theirs);
        for (const text of [merge.mine, merge.theirs]) {
          for (const word of splitWords(withNewlines(text))) expect(inputWords.has(word), word).toBe(true);
        }
      }),
      { numRuns: getRounds(500, 5000) },
    );
  });
});
