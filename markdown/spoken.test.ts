import { describe, expect, it } from 'vitest';
import { createParser } from './parser.ts';
import { formatTime, spokenSeconds, spokenText, spokenWords } from './spoken.ts';

const words = (markdown: string) => spokenWords(createParser({ html: true }).parse(markdown, {}));

describe('what is spoken', () => {
  it.each([
    ['One two three.', 3],
    ['# A heading\n\nOne two.', 2],
    ['Setext heading\n===\n\nOne.', 1],
    ['[Cue: both coaches at one scale]\n\nOne two.', 2],
    ['One [beat] two [look up, smile] three.', 3],
    ['One <!-- not this --> two.', 2],
    ['<!-- a whole\n\nremark -->\n\nOne.', 1],
    ['```\nlet code = 1;\n```\n\nOne.', 1],
    ['    indented code\n\nOne.', 1],
    ['See [the price list](https://a.example/b/c "The title").', 4],
    ['See [the price list][prices].\n\n[prices]: https://a.example/b', 4],
    ['![A picture of it](pic.png) One.', 1],
    ['<https://a.example/b> One.', 1],
    ['One **two** *three* `four`.', 4],
    ['- one\n- two\n\n> three four', 4],
    ['<b>One</b> two.', 2],
  ])('%j: %i words', (markdown, count) => {
    expect(words(markdown)).toBe(count);
  });

  it('leaves text without marks alone', () => {
    expect(spokenText('Just words.')).toBe('Just words.');
  });
});

describe('time', () => {
  it('is words over pace, the pace kept within 100 and 200', () => {
    expect(spokenSeconds(150, 150)).toBe(60);
    expect(spokenSeconds(150)).toBe(60);
    expect(spokenSeconds(100, 20)).toBe(60);
    expect(spokenSeconds(200, 900)).toBe(60);
  });
  it.each([
    [0, '0:00'],
    [59.4, '0:59'],
    [59.6, '1:00'],
    [724, '12:04'],
    [3600, '1:00:00'],
    [7325, '2:02:05'],
    [-3, '0:00'],
  ])('%d seconds read %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text);
  });
});
