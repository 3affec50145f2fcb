import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRounds } from '#test/support/rounds.ts';
import { fountainToMarkdown } from './from-fountain.ts';
import { createParser } from './parser.ts';
import { listScriptPieces } from './spoken-pieces.ts';
import { parseTree } from './tree.ts';
import { getWords } from './words.ts';

const parser = createParser({ html: true });
const readFountain = (fountain: string): string => fountainToMarkdown(fountain).markdown;
const listSpokenWords = (markdown: string): string[] =>
  listScriptPieces(markdown).flatMap(({ kind, text }) => (kind === 'spoken' ? getWords(text) : []));
const listBlockTypes = (markdown: string): string[] =>
  parser.parse(markdown, {}).flatMap(({ type, nesting }) => (nesting < 0 || type === 'inline' ? [] : [type]));

describe('fromFountain', () => {
  it('converts scenes to headings, action to cues and characters to directions', () => {
    const source = `Title:
    _**The Blue**_
    Train
Credit: Written by
Author: Ada
Contact:
    1 Long Street
    ada@example.org
Episode: 3

INT. SLEEPING CAR - NIGHT #1#

The berth light goes on. [[check the lamp]]

ANNA (V.O.) (CONT'D)
(whispering)
Are we in *Salzburg*?
(beat)
_Really_ in \\*Salzburg\\*?

@McTavish ^
Not yet.
  
Soon.

= They arrive.

/* cut

this */

.THE LAB
> THE END <
> FADE TO BLACK.
===

~La la
~la

CUT TO:
`;
    expect(fountainToMarkdown(source)).toEqual({
      title: 'The Blue Train',
      markdown: `---
credit: Written by
author: Ada
contact:
  - 1 Long Street
  - ada@example.org
Episode: 3
---

## INT. SLEEPING CAR - NIGHT #1#

[Cue: The berth light goes on.]

<!-- check the lamp -->

[ANNA (V.O.) (CONT'D)] [whispering]
Are we in *Salzburg*?
[beat]
*Really* in \\*Salzburg\\*?

[McTavish] Not yet.

Soon.

<!-- They arrive. -->

<!-- cut

this -->

## THE LAB

[Cue: THE END]

[Cue: FADE TO BLACK.]

---

La la\\
la

[Cue: CUT TO:]
`,
    });
    expect([...parseTree(readFountain(source)).details.keys()]).toEqual(['credit', 'author', 'contact', 'Episode']);
  });

  it('reads text without characters as speech, except forced action and transitions', () => {
    expect(readFountain('Just words.\nAnd more.\n\nFADE OUT.\n\n!A map.\n')).toBe(
      'Just words.\\\nAnd more.\n\n[Cue: FADE OUT.]\n\n[Cue: A map.]\n',
    );
  });

  it('finds a title page only where the file begins with a key', () => {
    expect(fountainToMarkdown('FADE IN:\n\nA river.\n')).toEqual({
      title: null,
      markdown: '[Cue: FADE IN:]\n\nA river.\n',
    });
    expect(fountainToMarkdown('Title: T\n\nAuthor: Ada\n\nWords.\n').markdown).toBe(
      '---\nauthor: Ada\n---\n\nWords.\n',
    );
    expect(fountainToMarkdown('Title: T\nWords: here\nand here.\n')).toEqual({
      title: 'T',
      markdown: '---\nWords: here\n---\n\nand here.\n',
    });
  });

  it('ends a note at an empty line, but not at a line with two spaces', () => {
    expect(readFountain('[[one\n  \ntwo]]\n\n[[three\n\nfour]]\n')).toBe(
      '<!-- one\n\ntwo -->\n\n\\[\\[three\n\nfour]]\n',
    );
  });

  it('reads any line endings and a byte order mark', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(fountainToMarkdown(`\uFEFFTitle: T\n\nADA\nHi.\n`.replaceAll('\n', end))).toEqual({
        title: 'T',
        markdown: '[ADA] Hi.\n',
      });
    expect(readFountain('')).toBe('');
    expect(readFountain('===\n\nHi.\n')).toBe('***\n\nHi.\n');
  });
});

describe('lines without an empty line between them', () => {
  it.each([
    ['> THE END <\n> BY ADA <', '[Cue: THE END]\n\n[Cue: BY ADA]'],
    ['> ACT ONE <\nHe waits.', '[Cue: ACT ONE]\n\n[Cue: He waits.]'],
    ['INT. HOUSE - DAY\nAda walks in.', '## INT. HOUSE - DAY\n\n[Cue: Ada walks in.]'],
    ['EXT. YARD\nLine one.\nLine two.', '## EXT. YARD\n\n[Cue: Line one. Line two.]'],
    ['INT. HOUSE\n[[n]]\nShe sits.', '## INT. HOUSE\n\n<!-- n -->\n\n[Cue: She sits.]'],
    ['est. town\nCrowd.', '## est. town\n\n[Cue: Crowd.]'],
    ['[[note]] She sits.\nBob stands.', '<!-- note -->\n\n[Cue: She sits. Bob stands.]'],
    ['She [[who?]] sits.', '[Cue: She]\n\n<!-- who? -->\n\n[Cue: sits.]'],
    ['# Act\n= About it.\nWords.\n> CUT\n~la', '# Act\n\n<!-- About it. -->\n\n[Cue: Words.]\n\n[Cue: CUT]\n\nla'],
    ['!A\n!B\n===\nC', '[Cue: A]\n\n[Cue: B]\n\n---\n\n[Cue: C]'],
    ['SHE LEAVES.\n[[n]]', '[Cue: SHE LEAVES.]\n\n<!-- n -->'],
  ])('are all kept: %j', (fountain, markdown) => {
    expect(readFountain(`ADA\nHi.\n\n${fountain}\n`)).toBe(`[ADA] Hi.\n\n${markdown}\n`);
  });
});

describe('dialogue that looks like markdown', () => {
  it.each([
    ['     Beer is ready!', 3],
    ['\tTabbed words here.', 3],
    ['1984. What a year.', 4],
    ['12) monkeys', 2],
    ['> what did you say', 4],
    ['# hash tags', 2],
    ['- dash\n- dash', 2],
    ['+ plus\n=\n===', 1],
    ['* star\n***\n* * *', 1],
    ['~~~ fence\n``` fence', 2],
    ['<b>bold</b> &amp; <!-- no comment -->', 6],
    ['key: value\n---', 2],
    ['| a | b |\n|---|---|', 2],
    ['==high== %%low%% $math$ [[note', 4],
    ['C:\\dir \\_ \\n', 3],
    ['MUSIC: my life\nHOST: said', 5],
    ['\u2003spaced out', 2],
    ['[a](b)', 1],
  ])('becomes a plain paragraph: %j', (line, wordCount) => {
    const markdown = readFountain(`NARRATOR\n${line}\n`);
    expect(listBlockTypes(markdown), markdown).toEqual(['paragraph_open']);
    expect(listSpokenWords(markdown), markdown).toHaveLength(wordCount);
    const withCharacter = readFountain(`INT. CAR\n\n          ANNA\n${line}\n`);
    expect(listBlockTypes(withCharacter), withCharacter).toEqual(['heading_open', 'paragraph_open']);
    expect(listSpokenWords(withCharacter), withCharacter).toHaveLength(wordCount);
  });

  it('continues in the same speaker’s next block', () => {
    const markdown = readFountain('NARRATOR\nA line here\n\n@NARRATOR\n    indented again now\n');
    expect(markdown).toBe('A line here\n\nindented again now\n');
  });
});

type Role = 'spoken' | 'cue' | 'heading' | 'comment' | 'direction' | 'action';
interface TestLine {
  readonly lines: string;
  readonly roles: readonly Role[];
}

describe('any screenplay', () => {
  /** A word is a placeholder, which gets a number of its own in each document. */
  const WORD = 'w#w';
  const prefix = fc.constantFrom(
    '',
    '',
    '',
    '1984. ',
    '> ',
    '# ',
    '- ',
    '* ',
    '\t',
    '    ',
    '[x] ',
    '*',
    '_',
    '\\',
    '&amp; ',
    '<b>',
    '~~',
    '$',
    '`',
    '/ ',
  );
  const note = fc.constantFrom<TestLine>(
    { lines: `[[${WORD}]]`, roles: ['comment'] },
    { lines: `/* ${WORD} */`, roles: ['comment'] },
    { lines: '', roles: [] },
  );
  const line = (role: Role): fc.Arbitrary<TestLine> =>
    fc.tuple(prefix, note).map(([prefixText, { lines, roles }]) => ({
      lines: `${prefixText}${WORD} ${lines} ${WORD}`,
      roles: [role, ...roles, role],
    }));
  const oneToThree = (arbitrary: fc.Arbitrary<TestLine>): fc.Arbitrary<TestLine> =>
    fc.array(arbitrary, { minLength: 1, maxLength: 3 }).map((lines) => ({
      lines: lines.map(({ lines }) => lines).join('\n'),
      roles: lines.flatMap(({ roles }) => roles),
    }));
  const fixedLine = (lines: string, ...roles: Role[]): fc.Arbitrary<TestLine> => fc.constant({ lines, roles });
  const speech = fc.oneof(
    { weight: 3, arbitrary: line('spoken') },
    fixedLine(`(${WORD})`, 'direction'),
    fixedLine(`~${WORD}`, 'spoken'),
    fixedLine(`${WORD}\n  \n${WORD}`, 'spoken', 'spoken'),
    fixedLine(`[[${WORD}\n${WORD}]]`, 'comment', 'comment'),
  );
  const dialogue = fc
    .tuple(fc.constantFrom('ADA W#W', 'ADA W#W (V.O.)', '\t\tBOB W#W ^', '@Mc w#w'), line('spoken'), oneToThree(speech))
    .map(([name, first, { lines, roles }]): TestLine => ({
      lines: `${name}\n${first.lines}\n${lines}`,
      roles: ['direction', ...first.roles, ...roles],
    }));
  const element = fc.oneof(
    { weight: 3, arbitrary: dialogue },
    { weight: 2, arbitrary: oneToThree(fixedLine(`Then ${WORD} goes ${WORD}.`, 'action', 'action')) },
    fixedLine(`INT. ${WORD} - DAY #1#`, 'heading'),
    fixedLine(`.L${WORD}`, 'heading'),
    fixedLine(`## ${WORD}`, 'heading'),
    fixedLine(`= ${WORD}`, 'comment'),
    fixedLine(`> ${WORD} <`, 'action'),
    fixedLine(`> ${WORD}`, 'cue'),
    fixedLine('FADE W#W TO:', 'cue'),
    fixedLine(`!${WORD}\n!${WORD}`, 'cue', 'cue'),
    fixedLine(`~${WORD}\n~${WORD}`, 'spoken', 'spoken'),
    fixedLine('==='),
    fixedLine(`[[${WORD}\n  \n${WORD}]]`, 'comment', 'comment'),
    fixedLine(`/* ${WORD}\n\nADA\n${WORD} */`, 'comment', 'comment'),
  );
  const title = fc.constantFrom('', '', 'Title: w#w\nAuthor:\n    w#w\n    w#w\nOwn Key: w#w\n\n');
  const screenplay = (gap: fc.Arbitrary<string>): fc.Arbitrary<{ text: string; roles: Role[] }> =>
    fc.tuple(title, fc.array(fc.tuple(element, gap), { minLength: 1, maxLength: 8 })).map(([page, elements]) => {
      let number = 0;
      const text = page + elements.map(([{ lines }, gapText]) => lines + gapText).join('');
      return {
        text: text.replace(/w#w/gi, (word) => word.replace('#', String((number += 1)))),
        roles: elements.flatMap(([{ roles }]) => [...roles]),
      };
    });
  const listNumbers = (text: string): string[] => [...text.matchAll(/w(\d+)w/gi)].map(([, number = '']) => number);

  it('keeps every word in order', () => {
    const gap = fc.constantFrom('\n', '\n\n', '\n\n', '\n\n\n', '\n  \n', '\n \n');
    fc.assert(
      fc.property(screenplay(gap), ({ text }) => {
        const script = fountainToMarkdown(text);
        expect(listNumbers(`${script.title ?? ''} ${script.markdown}`), script.markdown).toEqual(listNumbers(text));
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  });

  it('keeps spoken text, cues, character names and notes apart', () => {
    fc.assert(
      fc.property(screenplay(fc.constant('\n\n')), ({ text, roles }) => {
        const { markdown } = fountainToMarkdown(text);
        const isSpoken = roles.includes('direction');
        const pieces = listScriptPieces(markdown);
        const listNumbersOf = (kind: string): string[] =>
          listNumbers(pieces.flatMap((piece) => (piece.kind === kind ? [piece.text] : [])).join(' '));
        const offset = listNumbers(text).length - roles.length;
        const listExpected = (...wantedRoles: Role[]): string[] =>
          roles.flatMap((role, index) => (wantedRoles.includes(role) ? [String(offset + index + 1)] : []));
        expect(listNumbersOf('spoken'), markdown).toEqual(
          listExpected('spoken', ...(isSpoken ? [] : (['action'] as const))),
        );
        expect(listNumbersOf('cue'), markdown).toEqual(listExpected('cue', ...(isSpoken ? (['action'] as const) : [])));
        expect(listNumbersOf('heading'), markdown).toEqual(listExpected('heading'));
        const comments = [...markdown.matchAll(/<!--([^]*?)-->/g)].map(([, comment = '']) => comment).join(' ');
        expect(listNumbers(comments), markdown).toEqual(listExpected('comment'));
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  });
});
