import { describe, expect, it } from 'vitest';
import { listScriptPieces, listSpokenPieces } from './spoken-pieces.ts';
import { createParser } from './parser.ts';
import { spokenLength } from './spoken.ts';

const script = `# Title

One **two** [beat] three
and [four](https://a.example) five.

## Part

[Cue: a map]
> Quoted words
> go on.

1. First _item_
   with a second line
2. Second

| a | b |
|---|---|
| c | d |

\`\`\`
code
\`\`\`

VISUAL: nothing
HOST: The end.`;

describe('the spoken pieces of a script', () => {
  it('map every word to its position in the script', () => {
    for (const { from, to, text, getRange } of listSpokenPieces(script)) {
      for (const word of text.matchAll(/[\p{L}]+/gu)) {
        const range = getRange(word.index, word.index + word[0].length);
        expect(script.slice(range.from, range.to)).toBe(word[0]);
        expect(range.from >= from && range.to <= to).toBe(true);
      }
    }
  });

  it('contain only spoken text', () => {
    expect(listSpokenPieces(script).map(({ text }) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'One two three and four five.',
      'Quoted words go on.',
      'First item with a second line',
      'Second',
      'The end.',
    ]);
  });

  it('have as many words as the length of the script counts', () => {
    const wordCount = listSpokenPieces(script).reduce((sum, piece) => sum + piece.words, 0);
    expect(wordCount).toBe(spokenLength(createParser({ html: true }).parse(script, {})).words);
  });

  it('are listed in order with headings and cues', () => {
    expect(listScriptPieces(script).map(({ kind }) => kind)).toEqual([
      'heading', 'spoken', 'heading', 'cue', 'spoken', 'spoken', 'spoken', 'spoken',
    ]); // prettier-ignore
    const cue = listScriptPieces(script).find(({ kind }) => kind === 'cue');
    expect([cue?.text, script.slice(cue?.from, cue?.to)]).toEqual(['a map', '[Cue: a map]']);
  });

  it('mark quote authors and on-screen text, and name their block and list', () => {
    const source =
      '> One.\n> — *Ada* Lovelace\n\nOn-screen: 40 %\nTwo (on-screen: **2**).\n\n- a\n\n  b\n\n7. c\n   - d\n8. e';
    expect(listScriptPieces(source).map(({ kind, text, block, list, number }) => [kind, text.trim(), block, list, number])).toEqual([
      ['spoken', 'One.', 'quote', 0, null],
      ['author', 'Ada Lovelace', 'text', 0, null],
      ['shown', '40 %', 'text', 0, null],
      ['shown', '2', 'text', 0, null],
      ['spoken', 'Two.', 'text', 0, null],
      ['spoken', 'a', 'bullet', 1, null],
      ['spoken', 'b', 'bullet', 1, null],
      ['spoken', 'c', 'numbered', 2, 7],
      ['spoken', 'd', 'bullet', 2, null],
      ['spoken', 'e', 'numbered', 2, 8],
    ]); // prettier-ignore
  });

  it('finds the words of a quote and its author in one line', () => {
    const source = 'Before.\n\n> One *two*. — Ada Lovelace';
    const [, quote, author] = listScriptPieces(source);
    expect([quote?.kind, quote?.text, author?.kind, author?.text]).toEqual([
      'spoken', 'One two.', 'author', 'Ada Lovelace',
    ]); // prettier-ignore
    const { from = 0, to = 0 } = quote?.getRange(4, 7) ?? {};
    expect(source.slice(from, to)).toBe('two');
  });
});
