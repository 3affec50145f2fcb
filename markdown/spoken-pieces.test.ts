import { describe, expect, it } from 'vitest';
import { scriptPieces, spokenPieces } from './spoken-pieces.ts';
import { createParser } from './parser.ts';
import { spokenWords } from './spoken.ts';

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

describe('spoken pieces', () => {
  it('are where they stand in the script, word by word', () => {
    for (const { from, to, text } of spokenPieces(script)) {
      expect(text).toHaveLength(to - from);
      for (const word of text.matchAll(/[\p{L}]+/gu))
        expect(script.slice(from + word.index, from + word.index + word[0].length)).toBe(word[0]);
    }
  });

  it('hold what is spoken and nothing else', () => {
    expect(spokenPieces(script).map(({ text }) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'One two three and four five.',
      'Quoted words go on.',
      'First item with a second line',
      'Second',
      'The end.',
    ]);
  });

  it('have as many words as are counted', () => {
    const words = spokenPieces(script).reduce((sum, piece) => sum + piece.words, 0);
    expect(words).toBe(spokenWords(createParser({ html: true }).parse(script, {})));
  });

  it('come with headings and cues in between', () => {
    expect(scriptPieces(script).map(({ kind }) => kind)).toEqual([
      'heading', 'spoken', 'heading', 'cue', 'spoken', 'spoken', 'spoken', 'spoken',
    ]); // prettier-ignore
    const cue = scriptPieces(script).find(({ kind }) => kind === 'cue');
    expect([cue?.text, script.slice(cue?.from, cue?.to)]).toEqual(['a map', '[Cue: a map]']);
  });
});
