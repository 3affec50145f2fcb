/**
 * Checks that an exported script imports unchanged, except for what the format cannot hold, which is listed here by
 * hand.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { docxToMarkdown, NotADocument } from './from-docx.ts';
import { fromFountain, toFountain } from './fountain.ts';
import { toDocx } from './to-docx.ts';

const SCRIPT = `# Why night trains came back

Every evening at *ten past nine* a **blue train** leaves Vienna [pause] for Paris.

[Cue: map, the line draws itself]

## What it costs

- A seat from **29 euros**
- A couchette
  - six berths
  - four berths
- A sleeper

1. Book early
2. Bring ear plugs

> The best hotel in Europe has wheels.

First line\\
second line

---

### Zum Schluß: Ελλάδα, Москва, Łódź 🚆

It was *dark* outside, 5 * 3 < 16 & so on. 1990.
`;

/** Word keeps these parts, Fountain does not. */
const MORE = `
See [the timetable](https://example.org/nightjet?a=1&b=2) or mail [us](mailto:night@example.org).

\`\`\`
code = 1
  indented
\`\`\`

| Train  | Berths |
| ------ | ------ |
| NJ 466 | 120    |

The \`code\` stays, *very __much__* so.
`;

const throughDocx = async (markdown: string): Promise<string> =>
  (await docxToMarkdown(await toDocx(markdown, 'Night trains'))).markdown;
const fountain = { title: 'Night trains', headings: true, cues: true };
const throughFountain = (markdown: string): string => fromFountain(toFountain(markdown, fountain)).markdown;

describe('markdown to Word and back', () => {
  it('is the same text', async () => {
    expect(await throughDocx(SCRIPT + MORE)).toBe(SCRIPT + MORE);
  });

  it('keeps all words but loses what Word has no place for', async () => {
    const text =
      '<!-- a note -->\n\n5. five\n6. six\n\n```js\nx\n```\n\n![A train](https://example.org/t.png)\n\nsoft\nwrap <b>raw</b>\n';
    expect(await throughDocx(text)).toBe('1. five\n2. six\n\n```\nx\n```\n\n[Picture: A train]\n\nsoft wrap raw\n');
  });

  it('comes to rest: a second time changes nothing, whatever the words', async () => {
    const word = fc.stringMatching(/^[\p{L}\p{N}*_#[\]()<>&`~\\.+\-!|:/ ]{1,24}$/u);
    const block = fc.oneof(
      word,
      word.map((text) => `## ${text}`),
      word.map((text) => `[Cue: ${text}]`),
      fc.array(word, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
      word.map((text) => `> ${text}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6 }), async (blocks) => {
        const once = await throughDocx(`${blocks.join('\n\n')}\n`);
        expect(await throughDocx(once)).toBe(once);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('keeps a backslash before an ampersand or at the end of brackets, and drops code without words', async () => {
    expect(await throughDocx('a [\\\\] b\n')).toBe('a [\\\\] b\n');
    expect(await throughDocx('a ` ` b\n')).toBe('a b\n');
    for (const text of ['a \\\\& b\n', 'a & b\n', 'a \\& b\n', 'a \\&amp; b\n']) {
      const once = await throughDocx(text);
      expect(await throughDocx(once), JSON.stringify(text)).toBe(once);
    }
    expect(await throughDocx('a \\\\& b\n')).toBe('a \\\\& b\n');
  });

  it('refuses what is no document', async () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    for (const given of [bytes(''), bytes('not a zip file at all'), (await toDocx('x', 'x')).slice(0, 900)]) {
      await expect(docxToMarkdown(given)).rejects.toThrow(NotADocument);
    }
  });
});

describe('markdown to Fountain and back', () => {
  it('is the same text', () => {
    expect(throughFountain(SCRIPT)).toBe(SCRIPT);
  });

  it('keeps the words of what it has no place for', () => {
    expect(throughFountain(MORE)).toBe(
      'See the timetable or mail us.\n\n<!-- code = 1\n  indented -->\n\nTrain, Berths\n\nNJ 466, 120\n\nThe code stays, *very **much*** so.\n',
    );
  });

  it('leaves headings and cues out when asked', () => {
    const text = toFountain(SCRIPT, { title: '', headings: false, cues: false });
    expect(text).not.toMatch(/^#|^!/m);
    expect(text).toContain('@NARRATOR\nEvery evening');
  });
});

describe('a screenplay of another program', () => {
  it('becomes a script: scenes are headings, action is cues, who speaks stands in brackets', () => {
    const given = `Title: The _Blue_ Train
Author: Ada

INT. SLEEPING CAR - NIGHT #1#

The berth light goes on. [[check the lamp]]

ANNA (V.O.)
(whispering)
Are we in *Salzburg*?

@McTavish
Not yet.

= They arrive.

/* cut
this */

CUT TO:
`;
    expect(fromFountain(given)).toEqual({
      title: 'The Blue Train',
      markdown: `## INT. SLEEPING CAR - NIGHT

[Cue: The berth light goes on. <!-- check the lamp -->]

[ANNA] [whispering]
Are we in *Salzburg*?

[McTavish] Not yet.

<!-- They arrive. -->

<!-- cut
this -->

[Cue: CUT TO:]
`,
    });
  });

  it('is all speech where nobody is named', () => {
    expect(fromFountain('Just words.\n\nAnd more.\n').markdown).toBe('Just words.\n\nAnd more.\n');
  });
});
