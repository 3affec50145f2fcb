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
    ['One [look up,\nsmile [a little]] two.', 2],
    ['| One | two |\n|---|---|\n| three | four |\n\nFive.', 1],
    ['VISUAL: a map of Europe\nOne two.', 2],
    ['**B-ROLL 2 (drone):** the yard at night\n\nOne.', 1],
    ['On screen: this is said.', 5],
    ['SFX: door\nMUSIC: quiet\nCUT TO: the yard\n\nOne.', 1],
    ['NARRATOR: One two.\n\n**HOST:** Three.', 3],
    ['One (and two) three.', 4],
    ['Escaped \\[brackets\\] are said.', 4],
    ['[Cue: a]\nOne.\n[beat]\nTwo.', 2],
  ])('%j: %i words', (markdown, count) => {
    expect(words(markdown)).toBe(count);
  });

  it('stays as long as it was, so that places in one are places in the other', () => {
    for (const text of ['One [beat] two.', 'See [the list](https://a.example) <!-- x --> now', 'VISUAL: x\nHOST: y'])
      expect(spokenText(text)).toHaveLength(text.length);
    expect(spokenText('a [the list](https://a.example/b) b').indexOf('the list')).toBe(3);
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
