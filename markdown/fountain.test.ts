import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARKED_SCRIPT } from '#test/support/marked-script.ts';
import { getRounds } from '#test/support/rounds.ts';
import { fountainToMarkdown } from './from-fountain.ts';
import { listScriptPieces } from './spoken-pieces.ts';
import { toFountain } from './to-fountain.ts';
import { getWords } from './words.ts';

const ALL_OPTIONS = { title: 'Night trains', headings: true, cues: true };
const roundTrip = (markdown: string): string => fountainToMarkdown(toFountain(markdown, ALL_OPTIONS).fountain).markdown;
const readFountain = (fountain: string): string => fountainToMarkdown(fountain).markdown;

/** Returns the spoken words of a script, one string for each stretch of them. */
const listSpokenStretches = (markdown: string): string[] =>
  listScriptPieces(markdown).flatMap(({ kind, text }) => (kind === 'spoken' ? getWords(text) : []));

describe('markdown to Fountain and back', () => {
  it('returns the same text', () => {
    expect(roundTrip(MARKED_SCRIPT)).toBe(MARKED_SCRIPT);
  });

  it('keeps the author of a quote unspoken', () => {
    const text = '> Quote.\n> — Ada Lovelace\n\n> - One\n> -- *Ada*\n\nAfter.\n';
    expect(roundTrip(text)).toBe(text);
    expect(roundTrip('> Quote.\n>\n> — Ada Lovelace\n')).toBe('> Quote.\n> — Ada Lovelace\n');
    expect(roundTrip('> Quote. — Ada Lovelace\n')).toBe('> Quote.\n> — Ada Lovelace\n');
  });

  it('keeps tasks, callouts, comments, loose lists and front matter', () => {
    const text = `---
author: Ada
tags:
  - night
  - "trains: slow"
---

- [x] done
- [ ] to do

> [!NOTE] Title
> body

1. one

   more
2. two

<!-- a

note -->

Hello <!-- inside --> you.
`;
    expect(roundTrip(text)).toBe(text);
  });

  it('keeps the words of unsupported markup, and notes what was lost', () => {
    const text = `HOST: See [the timetable](https://example.org/nightjet?a=1&b=2), ==now== or ~~never~~.[^1]
VISUAL: a train
The \`code\` is $x^2$ and ![a map](map.png).

\`\`\`
code = 1
  indented
\`\`\`

| Train  | Berths |
| ------ | ------ |
| NJ 466 | 120    |

<div>Raw</div>

[^1]: The note.
`;
    const { fountain, notes } = toFountain(text, ALL_OPTIONS);
    expect(fountain).toBe(`Title: Night trains

@NARRATOR
[HOST:] See the timetable, now or [[never]].[[Footnote: The note.]]

!VISUAL: a train

@NARRATOR
The code is x² and [[Picture: a map]].

!code = 1
!  indented

!Train | Berths
!NJ 466 | 120

[[Raw]]
`);
    expect(notes).toEqual([
      'Tables became action, one line per row.',
      'Code and formulas became action.',
      'Pictures became notes with their descriptions.',
      'Footnotes became notes.',
      'Struck text became notes.',
      'The words of HTML became notes.',
      'The addresses of links were left out.',
      'Highlights, code marks and other formatting beside bold and italic were left out.',
    ]);
    expect(listSpokenStretches(readFountain(fountain))).toEqual(listSpokenStretches(text));
  });

  it('omits headings and cues on request', () => {
    const { fountain } = toFountain(MARKED_SCRIPT, { title: '', headings: false, cues: false });
    expect(fountain).not.toMatch(/^#|^!/m);
    expect(fountain).toContain('@NARRATOR\nEvery evening');
  });

  it.each([
    '(Really?)\n\nYes.\n',
    'x\\\n(y)\n',
    '(a) and (b)\n',
    'THE END\n\nINT. HOUSE\n',
    '.dot\n\n@at\n\n!bang\n\n~tilde\n\n\\> more\n\n\\# hash\n\n\\=== rule\n',
    '\\[\\[no note]] /* no cut */\n',
    'a\\_b\\_c \\*no star\\* C:\\dir \\\\\\\\server\n',
    '\\[spoken words] [a direction] \\[Cue: spoken]\n',
    'VISUAL\\: spoken\n\nVISUAL: seen\n\nHOST: said\n',
    '\\- no item\n\n1984\\. What a year.\n\n1.\u2003no item\n\n•\u2003no item\n',
    'See <https://example.org/a_b> and [[page|alias]].\n',
    '- > # quoted heading\n  > [Cue: quoted cue]\n',
    'a*b*c **d**e *"f"*g\n',
    '> [!WARNING]\n> Take care.\n',
  ])('keeps the spoken words of %j', (markdown) => {
    expect(listSpokenStretches(roundTrip(markdown))).toEqual(listSpokenStretches(markdown));
  });
});

describe('any markdown', () => {
  const snippet = fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '`',
      '~~',
      '==',
      '%%',
      '$',
      '[',
      ']',
      '[x]',
      '[ ]',
      '[^1]',
      '[[',
      ']]',
      '(',
      ')',
      '/*',
      '*/',
      '\\',
    ],
    ...[
      '.',
      '@',
      '!',
      '>',
      '~',
      '=',
      '#',
      '•\u2003',
      '1.\u2003',
      '>\u2003',
      '\u2003',
      '^',
      ':',
      '&amp;',
      '<b>',
      '</b>',
      '<br>',
    ],
    ...[
      'HOST:',
      'VISUAL:',
      'TO:',
      'INT. ',
      'NARRATOR',
      '(V.O.)',
      '\n',
      '\\\n',
      '[beat]',
      '[a](b)',
      '![a](b)',
      '<!-- n -->',
    ],
    ...['word', 'Größe', 'CAPITALS', '1984.', 'a_b', ' ', ' ', ' ', ' ', '日本', '-', '"'],
  );
  const inline = fc.array(snippet, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));
  const heading = inline.map((text) => text.replaceAll('\n', ' ').replaceAll('[^1]', ''));
  const block = fc.oneof(
    { weight: 3, arbitrary: inline },
    heading.map((text) => `# ${text}`),
    heading.map((text) => `## INT. ${text}`),
    inline.map((text) => `[Cue: ${text.replace(/[\]\n]/g, '')}]`),
    fc.array(inline, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
    fc
      .array(inline, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((item, index) => `${index + 3}. ${item}`).join('\n\n')),
    fc.tuple(inline, inline).map(([a, b]) => `- [ ] ${a}\n  - ${b}`),
    inline.map((text) => `> ${text}`),
    fc.tuple(inline, inline).map(([a, b]) => `> [!NOTE] ${a}\n> ${b}`),
    inline.map((text) => `<!-- ${text} -->`),
    inline.map((text) => `\`\`\`\n${text}\n\`\`\``),
    inline.map((text) => `[^1]: ${text.replaceAll('#', '')}`),
    fc.tuple(inline, inline).map(([a, b]) => `| ${a} | ${b} |\n|---|---|\n| ${b} | ${a} |`),
    fc.constant('---'),
  );
  const script = fc.array(block, { minLength: 1, maxLength: 6 }).map((parts) => `${parts.join('\n\n')}\n`);

  it('keeps spoken words, headings and cues in order', () => {
    fc.assert(
      fc.property(script, (markdown) => {
        const { fountain } = toFountain(markdown, ALL_OPTIONS);
        const readBack = readFountain(fountain);
        expect(listSpokenStretches(readBack), fountain).toEqual(listSpokenStretches(markdown));
        const getTexts = (text: string, kind: string): string[] =>
          listScriptPieces(text).flatMap((piece) => (piece.kind === kind ? [getWords(piece.text).join(' ')] : []));
        const withoutEmpty = (texts: string[]): string[] => texts.filter((text) => text !== '');
        expect(withoutEmpty(getTexts(readBack, 'heading')), fountain).toEqual(
          withoutEmpty(getTexts(markdown, 'heading')),
        );
        const cues = withoutEmpty(getTexts(readBack, 'cue'));
        let index = 0;
        for (const cue of withoutEmpty(getTexts(markdown, 'cue'))) {
          index = cues.indexOf(cue, index) + 1;
          expect(index, fountain).toBeGreaterThan(0);
        }
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  });
});
