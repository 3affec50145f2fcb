import { describe, expect, it } from 'vitest';
import { DEFAULT_TEXT } from './items.ts';
import { carryColors, changeText, createWordColors, getWordColor, splitWords, wrapLines } from './text-layout.ts';

const fitsLength = (length: number) => (line: string) => line.length <= length;
/** Measures ten units per letter of the longest line. */
const measureWidth = ({ content }: { content: string }): number =>
  10 * Math.max(...content.split('\n').map((line) => line.length));
const listColoredParts = (content: string, parts: readonly { from: number; to: number }[]) =>
  parts.map(({ from, to }) => content.slice(from, to));

describe('lines of a text with a width', () => {
  it('break between words, and inside a word that is too long alone', () => {
    expect(wrapLines('I spent 14 hours on a night train', fitsLength(11))).toBe('I spent 14\nhours on a\nnight train');
    expect(wrapLines('Donaudampfschiff fahrt', fitsLength(6))).toBe('Donaud\nampfsc\nhiff\nfahrt');
    expect(wrapLines('夜行列車の旅', fitsLength(4))).toBe('夜行列車\nの旅');
  });

  it('keep the breaks that were typed, and empty lines', () => {
    expect(wrapLines('one\n\ntwo three', fitsLength(5))).toBe('one\n\ntwo\nthree');
  });

  it('have one letter each if the width fits none', () => {
    expect(wrapLines('ab c', fitsLength(0))).toBe('a\nb\nc');
  });

  it('break again with each change, and are joined when the width is removed', () => {
    const narrow = changeText({ ...DEFAULT_TEXT, content: 'Never again' }, { wrap_width: 60 }, measureWidth);
    expect(narrow).toMatchObject({ content: 'Never\nagain', unwrapped: 'Never again' });
    const longer = changeText(narrow, { content: 'Never, ever again' }, measureWidth);
    expect(longer).toMatchObject({ content: 'Never,\never\nagain', unwrapped: 'Never, ever again' });
    expect(changeText(longer, { wrap_width: null }, measureWidth)).toMatchObject({
      content: 'Never, ever again',
      unwrapped: null,
    });
  });
});

describe('colours of words', () => {
  it('stay with their words when lines break elsewhere', () => {
    const colors = [{ from: 6, to: 11, color: '#FF0000' }];
    expect(listColoredParts('Never\nagain', carryColors('Never again', 'Never\nagain', colors))).toEqual(['again']);
    expect(listColoredParts('Neve\nr\nagai\nn', carryColors('Never again', 'Neve\nr\nagai\nn', colors))).toEqual([
      'agai\nn',
    ]);
  });

  it('stay with words that are the same before and after a change', () => {
    const colors = [
      { from: 0, to: 5, color: '#FF0000' },
      { from: 9, to: 13, color: '#00FF00' },
    ];
    const after = 'Seven of those days';
    expect(listColoredParts(after, carryColors('Seven of days', after, colors))).toEqual(['Seven', 'days']);
    expect(carryColors('Seven of days', '', colors)).toEqual([]);
  });

  it('are given to one word at a time and taken away', () => {
    const [first, second, third] = splitWords('one two\nthree');
    if (!first || !second || !third) throw new Error('Three words were expected.');
    const colors = createWordColors(first, '#FF0000', [{ from: 0, to: 13, color: '#0000FF' }]);
    expect([first, second, third].map((word) => getWordColor(word, colors))).toEqual(['#FF0000', '#0000FF', '#0000FF']);
    const remaining = createWordColors(second, null, colors);
    expect([first, second, third].map((word) => getWordColor(word, remaining))).toEqual(['#FF0000', null, '#0000FF']);
  });
});
