import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';

import { CAPTION, getCaptionRules, fitsLine, splitGraphemes, measureWidth } from './rules.ts';
import { toCaptionLines, toCaptions, splitCaptionWords } from './lines.ts';

const toSeconds = (text: string): number => splitGraphemes(text).length / 15;
const getLines = (text: string): string[] => toCaptions(text, { toSeconds }).flatMap(({ lines }) => lines);
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

/**
 * Matches characters that may not begin a line: closing brackets, quotes and punctuation, small kana, iteration marks,
 * and marks.
 */
const NO_LINE_START = /^[\p{Pe}\p{M}.,:;!?%…、。，．：；！？ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョๆฯ।۔؟،؛]/u;

const THAI = 'รถไฟกลางคืนกลับมาเพราะว่าผู้คนต้องการเดินทางอย่างเป็นมิตรกับสิ่งแวดล้อมมากกว่าการบินและสามารถนอนหลับได้ระหว่างทาง';
const JAPANESE =
  '夜行列車が戻ってきた理由は簡単で飛行機よりも環境にやさしく眠っている間に目的地に着くことができるからであり多くの人々がそれを求めているからですよねえ';
const CHINESE = '夜行列车回来了，因为人们希望以更环保的方式旅行。“它们比飞机更舒适，”她说，“而且可以睡一整夜。”';
const ARABIC = 'عادت القطارات الليلية لأن الناس يريدون السفر بطريقة صديقة للبيئة، ويمكنهم النوم أثناء الرحلة كلها.';
const HINDI = 'रात की रेलगाड़ियाँ लौट आई हैं क्योंकि लोग पर्यावरण के अनुकूल यात्रा करना चाहते हैं और रास्ते में सो सकते हैं।';

function expectValidLines(text: string): void {
  const rules = getCaptionRules(text);
  const lines = getLines(text);
  expect(withoutSpaces(lines.join(''))).toBe(withoutSpaces(text));
  const graphemeEnds = new Set<number>();
  let offset = 0;
  for (const grapheme of splitGraphemes(withoutSpaces(text))) graphemeEnds.add((offset += grapheme.length));
  let end = 0;
  for (const [index, line] of lines.entries()) {
    end += withoutSpaces(line).length;
    expect(graphemeEnds.has(end), `a character is cut after ${line}`).toBe(true);
    expect(fitsLine(measureWidth(line, rules)), line).toBe(true);
    if (index > 0) expect(line).not.toMatch(NO_LINE_START);
  }
}

describe('caption lines', () => {
  it.each([
    ['Thai', THAI],
    ['Japanese', JAPANESE],
    ['Chinese', CHINESE],
    ['Arabic', ARABIC],
    ['Hindi', HINDI],
    ['one long word with combining marks', `${'a'.repeat(37)}${'e\u0301'.repeat(40)}`],
    [
      'Korean',
      '야간열차가 돌아온 이유는 간단합니다. 사람들은 비행기보다 환경에 좋은 여행을 원하고, 자는 동안 도착할 수 있습니다.',
    ],
    [
      'French',
      'Vraiment ? Oui ! « Les trains de nuit reviennent », dit-elle ; personne ne sait pourquoi : ni elle, ni lui.',
    ],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(30)],
    ['an address', `See https://example.org/${'night-trains/'.repeat(12)}index.html for more.`],
  ])('contain whole words and stay within the limits: %s', (_, text) => expectValidLines(text));

  it('break Thai and Japanese between words', () => {
    const findWordEnds = (text: string): Set<number> => {
      const ends = new Set<number>();
      for (const { segment, index } of new Intl.Segmenter('th', { granularity: 'word' }).segment(text)) {
        ends.add(index + segment.length);
      }
      return ends;
    };
    for (const text of [THAI, JAPANESE]) {
      const ends = findWordEnds(text);
      let offset = 0;
      for (const line of getLines(text)) expect(ends.has((offset += line.length)), line).toBe(true);
    }
  });

  it('break at sentences and clauses', () => {
    const text =
      'There is demand, there is track, there are no carriages, and so the night stays where it was thirty years ago. It waits.';
    expect(toCaptions(text, { toSeconds }).map(({ lines }) => lines)).toEqual([
      ['There is demand, there is track,', 'there are no carriages,'],
      ['and so the night stays where', 'it was thirty years ago. It waits.'],
    ]);
  });

  it('are one line if it fits, else two balanced ones', () => {
    expect(toCaptionLines('Night trains are coming back to Europe.')).toEqual([
      'Night trains are coming back to Europe.',
    ]);
    expect(toCaptionLines('Night trains are coming back to Europe this year.')).toEqual([
      'Night trains are coming',
      'back to Europe this year.',
    ]);
  });

  it('keep every letter of random text', () => {
    const character = fc.constantFrom(
      ...[THAI, JAPANESE, CHINESE, ARABIC, HINDI].flatMap((text) => splitGraphemes(text)),
      ...' ,.!?…«»„“”()[]「」、。ーっ 0123456789abcdefghiABCÄÖß–—-\'"%$🚆👍🏽é',
      ' ',
      ' ',
      ' ',
      '\u00a0',
      '\u200d',
    );
    const text = fc.array(fc.oneof(character, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 300 });
    const result = fc.check(
      fc.property(text, (parts) => {
        const input = parts.join('').replace(/\s+/g, ' ').trim();
        const rules = getCaptionRules(input);
        const captions = toCaptions(input, { toSeconds });
        expect(withoutSpaces(captions.flatMap(({ lines }) => lines).join(''))).toBe(withoutSpaces(input));
        for (const { lines, text: captionText, seconds } of captions) {
          expect(lines.length).toBeLessThanOrEqual(CAPTION.maxLines);
          for (const line of lines) {
            expect(fitsLine(measureWidth(line, rules)), line).toBe(true);
          }
          expect(withoutSpaces(lines.join(''))).toBe(withoutSpaces(captionText));
          expect(withoutSpaces(splitCaptionWords(captionText).join(''))).toBe(withoutSpaces(captionText));
          if (splitCaptionWords(captionText).length > 1) expect(seconds).toBeLessThanOrEqual(CAPTION.maxSeconds);
        }
      }),
      { numRuns: getRounds(200, 10_000) },
    );
    expect(result.failed, `seed ${result.seed}: ${result.errorInstance}`).toBe(false);
  });
});

// Each of these took minutes, or all memory, when its time grew with the square of the length.
it.each(['ä', '！', 'ー', '（', '中'])('breaks 50,000 times “%s” without a space into lines that hold all', (sign) => {
  const text = sign.repeat(50_000);
  const lines = toCaptionLines(text);
  expect(lines.join('')).toBe(text);
  for (const line of new Set(lines)) expect(fitsLine(measureWidth(line, getCaptionRules(text)))).toBe(true);
});

it('Thai captions end where a space ends a clause, not inside one', () => {
  const text = 'รถไฟกลางคืนออกจากกรุงเทพเวลาสามทุ่ม ผู้โดยสารทุกคนหลับสบายตลอดทาง ตอนเช้าเราเห็นภูเขาและทุ่งนา';
  for (const charactersASecond of [8, 14]) {
    const captions = toCaptions(text, { language: 'th', toSeconds: (words) => words.length / charactersASecond });
    expect(captions.flatMap(({ lines }) => lines)).toEqual(text.split(' '));
  }
});

it('loanwords and numbers stay whole in Japanese captions, however slowly they are spoken', () => {
  const text = '夜行列車「サンライズ」は今も走っています。値段は二万二千円です。';
  const captions = toCaptions(text, { language: 'ja', toSeconds: (words) => words.length * 0.5 });
  const lines = captions.flatMap((caption) => caption.lines);
  for (const word of ['サンライズ', '二万二千'])
    expect(
      lines.some((line) => line.includes(word)),
      word,
    ).toBe(true);
});
