import { expect, test } from 'vitest';

import { toCaptionLines } from '#markdown/captions/lines.ts';
import { getCaptionRules, fitsLine, measureWidth } from '#markdown/captions/rules.ts';

import { createCues, writeCuesAsSrt, writeCuesAsVtt } from './captions.ts';

const sentence = (text: string, start = 1, end = 7) => ({ id: 'block-1-1', scene: 'block-1', text, start, end });
const LONG_TEXT =
  'There is demand, there is track, there are no carriages, and so the night stays where it was thirty years ago, in a shed outside the town.';

test('cues are short, consecutive and together contain the sentence', () => {
  const cues = createCues([sentence(LONG_TEXT)], {});
  expect(cues.map(({ text }) => text).join(' ')).toBe(LONG_TEXT);
  for (const { text } of cues) {
    const lines = toCaptionLines(text);
    expect(lines.length).toBeLessThanOrEqual(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(42);
  }
  expect(cues[0]!.start).toBe(1);
  expect(cues.at(-1)!.end).toBeCloseTo(7);
  cues.slice(1).forEach(({ start }, index) => expect(start).toBeCloseTo(cues[index]!.end));
  for (const { words, start, end } of cues) {
    expect(words.every((word) => word.start >= start && word.start < end)).toBe(true);
  }
});

test('an edited cue keeps its time, and an emptied one is removed', () => {
  const [first, second] = createCues([sentence(LONG_TEXT)], {});
  const editedCues = createCues([sentence(LONG_TEXT)], { [first!.id]: 'Other words', [second!.id]: ' ' });
  expect(editedCues[0]).toMatchObject({ id: first!.id, text: 'Other words', start: first!.start, end: first!.end });
  expect(editedCues.map(({ id }) => id)).not.toContain(second!.id);
});

test('splits a word longer than a caption without losing letters', () => {
  const word = 'ä'.repeat(200);
  expect(
    createCues([sentence(word)], {})
      .map(({ text }) => text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(word);
});

test.each([
  ['th', 'รถไฟกลางคืนกลับมาเพราะว่าผู้คนต้องการเดินทางอย่างเป็นมิตรกับสิ่งแวดล้อมมากกว่าการบินและสามารถนอนหลับได้ระหว่างทาง'],
  [
    'ja',
    '夜行列車が戻ってきた理由は簡単で飛行機よりも環境にやさしく眠っている間に目的地に着くことができるからであり多くの人々がそれを求めているからですよねえ',
  ],
  [
    'ar',
    'عادت القطارات الليلية لأن الناس يريدون السفر بطريقة صديقة للبيئة ويمكنهم النوم أثناء الرحلة كلها حتى الصباح.',
  ],
])('splits text in %s into words, each with its time', (language, text) => {
  const cues = createCues([sentence(text)], {}, language);
  expect(cues.length).toBeGreaterThan(1);
  expect(
    cues
      .map((cue) => cue.text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(text.replaceAll(' ', ''));
  const rules = getCaptionRules(text);
  for (const cue of cues) {
    for (const line of toCaptionLines(cue.text)) expect(fitsLine(measureWidth(line, rules))).toBe(true);
    expect(cue.words.length).toBeGreaterThan(2);
    expect(cue.words.map((word) => word.text).join('')).toBe(cue.text.replaceAll(' ', ''));
    expect(cue.words.map(({ start }) => start)).toEqual(cue.words.map(({ start }) => start).toSorted((a, b) => a - b));
  }
});

test('writes SRT and VTT files that players can read, with any words', () => {
  const cues = createCues([sentence('A <b> --> c & d.', 3661.5, 3663)], {});
  expect(writeCuesAsSrt(cues)).toBe('1\n01:01:01,500 --> 01:01:03,000\nA <\u200bb> → c & d.\n');
  expect(writeCuesAsVtt(cues)).toBe(
    'WEBVTT\n\nblock-1-1-1\n01:01:01.500 --> 01:01:03.000\nA &lt;b&gt; --&gt; c &amp; d.\n',
  );
});
