import { describe, expect, it } from 'vitest';
import { createParser } from './parser.ts';
import { toSpokenText } from './spoken-text.ts';
import { formatTime } from './clock.ts';
import { spokenLength, toSpokenSeconds } from './spoken.ts';

const countSpokenWords = (markdown: string) => spokenLength(createParser({ html: true }).parse(markdown, {})).words;

describe('spoken words', () => {
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
    ['It is dear (on-screen: 129 euros). Two (MUSIC: a waltz), three (note: said).', 7],
    ['On-screen: a map\n**On-screen text:** the price\nB-roll: the yard\nOne.', 1],
    ['> One two.\n> — Ada Lovelace', 2],
    ['> One two.\n>\n> -- *Ada Lovelace*, Notes (1843)', 2],
    ['> > One two.\n> > – Martin Luther King Jr.\n>\n> Three.', 3],
    ['> - One\n> - Two\n> — Ada Lovelace', 2],
    ['> He left\n> — And came back.', 5],
    ['> — Hello\n> — Hello to you', 4],
    ['> — Ada Lovelace', 2],
    ['One two\n— Ada Lovelace', 4],
    ['> One\n— Ada Lovelace', 3],
    ['> One two. — Ada Lovelace', 2],
    ['> “One\n> *two*.” – *Ada Lovelace*, [Notes](https://e.org)\n\nThree.', 3],
    ['> One. *Two. — Ada* three', 4],
    ['> One two — Ada Lovelace', 4],
    ['> He left. — And came back.', 5],
    ['> One. — Ada\n> Two.', 3],
    ['> - One. — Ada', 2],
    ['One two. — Ada Lovelace', 4],
    ['SFX: door\nMUSIC: quiet\nCUT TO: the yard\n\nOne.', 1],
    ['NARRATOR: One two.\n\n**HOST:** Three.', 3],
    ['One (and two) three.', 4],
    ['Escaped \\[brackets\\] are said.', 4],
    ['[Cue: a]\nOne.\n[beat]\nTwo.', 2],
    ['Read [it](https://en.wikipedia.org/wiki/Train_(rail)_list) now.', 3],
    ['Read [the [big] page](https://e.org) now.', 5],
    ['Read [the page][1] and ![a picture][2] or ![another].', 5],
    ['Fish &amp; chips', 2],
    ['Dash &mdash; it', 2],
    ['x &#x74;his', 2],
    ['one&nbsp;two', 2],
    ['x <y, and z> w', 5],
    ['He said \\<b\\> loud', 4],
    ['un**believ**able and un<b>believ</b>able', 3],
    ['snake_case and _marked_ words', 4],
    ['One ~~two~~ three <del>four</del> five <s>six</s>.', 3],
    ['One ==two three== four.', 4],
    ['See [[Night trains]] and [[Night trains#Prices|the prices]] and [[Fares#Adults]].', 8],
    ['![[map.png]] One ![[Notes]] two.', 3],
    ['One %%not this%% two.\n\n%%\nnor\n\nthis\n%%\n\nThree.', 3],
    ['The half is $\\frac{1}{2}$ of $x^2$.', 6],
    ['It costs $5 and $10 or US$20, $ 30 and 40$.', 11],
    ['One.\n\n$$\nx = 1\n$$\n\n$$ y $$\n\nTwo $$z$$ three.', 3],
    ['One[^1] two.[^note]\n\n[^1]: Not this.\n\n    Nor this.\n\n[^note]: nor this', 2],
    ['> [!NOTE] Mind this\n> and that', 4],
    ['> [!WARNING]\n> One two', 2],
    ['- [ ] one\n- [x] two', 2],
    ['one<br>two<br/>three', 3],
    ['<br>\none', 1],
    ['<ruby>one<rp>(</rp><rt>two</rt><rp>)</rp></ruby> three <ruby>four<rt>five</ruby> six', 4],
    ['<b>\none two\n</b>', 2],
    ['---\ntitle: Night trains\ntags: [rail]\n---\n\n# Opening\n\nHello.', 1],
    ['---\ntitle: X\ndate: 2024-05-01\naliases:\n  - y\n---\n\nHello.', 1],
    ['---\ntitle: X\n\ntags: y\n---\n\nHello.', 1],
    ['+++\ntitle = "X"\n+++\n\nHello.', 1],
    ['---\n\nA rule above.\n\n---\n\nOne.', 4],
    ['---\nHOST: Hello there.\n\n---\n\nOne.', 3],
    ['One two.\n\n---\ntitle: x\n---\n', 2],
    [`${'>'.repeat(21)} word`, 1],
    [`${'> '.repeat(1000)} word`, 1],
  ])('%j has %i spoken words', (markdown, count) => {
    expect(countSpokenWords(markdown)).toBe(count);
  });

  it.each([10, 12, 200, 300])('counts nested lists %i levels deep', (depth) => {
    const list = Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- item${level}\n`).join('');
    expect(countSpokenWords(list)).toBe(depth);
    expect(countSpokenWords(`${'- '.repeat(depth)}word`)).toBe(1);
  });

  it('maps each word to its position in the source', () => {
    const source =
      'a [the **b*i*g** list](https://a.example/b) &amp; `b c`\n<b>and</b> \\*more\\* [beat] [[page|words]] $x^2$ 🚆 end';
    const spokenText = toSpokenText(source);
    expect(spokenText.text.replace(/\s+/g, ' ')).toBe('a the big list & b c and *more* words x² 🚆 end');
    const getSource = (word: string): string => {
      const from = spokenText.text.indexOf(word);
      const range = spokenText.getRange(from, from + word.length);
      return source.slice(range.from, range.to);
    };
    expect(['the', 'big', 'list', '&', 'b c', 'and', 'more', 'words', 'end'].map(getSource)).toEqual([
      'the', 'b*i*g', 'list', '&amp;', 'b c', 'and', 'more', 'words', 'end',
    ]); // prettier-ignore
    expect(getSource('x²')).toBe('$x^2$');
  });

  it('returns text without marks unchanged', () => {
    expect(toSpokenText('Just words.').text).toBe('Just words.');
    expect(toSpokenText('Just words.').getRange(5, 10)).toEqual({ from: 5, to: 10 });
  });
});

describe('speaking time', () => {
  it('is words divided by pace, with the pace limited to 100–200', () => {
    expect(toSpokenSeconds(150, 150)).toBe(60);
    expect(toSpokenSeconds(150)).toBe(60);
    expect(toSpokenSeconds(100, 20)).toBe(60);
    expect(toSpokenSeconds(200, 900)).toBe(60);
  });
  it.each([
    [0, '0:00'],
    [59.4, '0:59'],
    [59.6, '1:00'],
    [724, '12:04'],
    [3600, '1:00:00'],
    [7325, '2:02:05'],
    [-3, '0:00'],
  ])('formats %d seconds as %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text);
  });
});
