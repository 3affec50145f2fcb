import { describe, expect, it } from 'vitest';
import { getSpokenLength } from './speech-units.ts';
import { toSpokenSeconds } from './spoken.ts';

const measureSeconds = (text: string): number => toSpokenSeconds(getSpokenLength(text).units);

describe('speaking time', () => {
  it('depends on words in scripts with spaces', () => {
    for (const text of [
      'One two three.',
      'Überall und nirgends',
      'Ещё три слова',
      'می\u200cروم بروم',
      '10 000 Wörter',
    ]) {
      const { words, units } = getSpokenLength(text);
      expect(units).toBe(words);
    }
    expect(measureSeconds('word '.repeat(150))).toBe(60);
  });

  it.each([
    ['Japanese', 'きょうはいい天気', 300],
    ['Chinese', '今天天气很好', 250],
    ['Korean', '오늘은날씨가', 300],
    ['Thai', 'วนอากาศ', 500],
  ])('depends on characters in %s', (_, text, perMinute) => {
    expect(measureSeconds(text)).toBeCloseTo(([...text].length * 60) / perMinute);
  });

  it('ignores combining marks and spaces', () => {
    expect(measureSeconds('วันนี้')).toBeCloseTo((3 * 60) / 500);
    expect(measureSeconds('오늘은 날씨가')).toBeCloseTo((6 * 60) / 300);
    expect(measureSeconds('きょうは、「いい」天気。')).toBeCloseTo((8 * 60) / 300);
  });

  it('adds words of other scripts', () => {
    expect(measureSeconds('今天 the weather 很好')).toBeCloseTo((4 * 60) / 250 + (2 * 60) / 150);
  });
});
