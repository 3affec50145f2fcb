import { expect, test } from 'vitest';

import { CAPTION_LETTERS, cuesOf, toSrt, toVtt } from './captions.ts';

const sentence = (text: string, start = 1, end = 7) => ({ id: 'block-1-1', scene: 'block-1', text, start, end });
const LONG =
  'There is demand, there is track, there are no carriages, and so the night stays where it was thirty years ago, in a shed outside the town.';

test('captions are short, follow one another, and together say the sentence', () => {
  const cues = cuesOf([sentence(LONG)], {});
  expect(cues.map(({ text }) => text).join(' ')).toBe(LONG);
  for (const { text } of cues) expect(text.length).toBeLessThanOrEqual(CAPTION_LETTERS);
  expect(cues[0]!.start).toBe(1);
  expect(cues.at(-1)!.end).toBeCloseTo(7);
  cues.slice(1).forEach(({ start }, at) => expect(start).toBeCloseTo(cues[at]!.end));
  for (const { words, start, end } of cues) {
    expect(words.every((word) => word.start >= start && word.start < end)).toBe(true);
  }
});

test('one that was edited says the other words at the same time; an emptied one is gone', () => {
  const [first, second] = cuesOf([sentence(LONG)], {});
  const edited = cuesOf([sentence(LONG)], { [first!.id]: 'Other words', [second!.id]: ' ' });
  expect(edited[0]).toMatchObject({ id: first!.id, text: 'Other words', start: first!.start, end: first!.end });
  expect(edited.map(({ id }) => id)).not.toContain(second!.id);
});

test('a word longer than a caption is broken, not lost', () => {
  const word = 'ä'.repeat(200);
  expect(
    cuesOf([sentence(word)], {})
      .map(({ text }) => text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(word);
});

test('the files are what players read, whatever the words are', () => {
  const cues = cuesOf([sentence('A <b> --> c & d.', 3661.5, 3663)], {});
  expect(toSrt(cues)).toBe('1\n01:01:01,500 --> 01:01:03,000\nA <b> → c & d.\n');
  expect(toVtt(cues)).toBe('WEBVTT\n\nblock-1-1-1\n01:01:01.500 --> 01:01:03.000\nA &lt;b&gt; → c &amp; d.\n');
});
