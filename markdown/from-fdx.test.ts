import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRounds } from '#test/support/rounds.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { fdxToMarkdown } from './from-fdx.ts';
import { fountainToMarkdown } from './from-fountain.ts';
import { listScriptPieces } from './spoken-pieces.ts';

const escape = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const createParagraph = (type: string, text: string, extraXml = ''): string =>
  `<Paragraph Type="${type}">${extraXml}<Text>${escape(text)}</Text></Paragraph>`;
const createFinalDraftFile = (content: string, afterContent = ''): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<FinalDraft DocumentType="Script" Template="No" Version="5">\n<Content>\n${content}\n</Content>\n${afterContent}</FinalDraft>\n`;

const SCRIPT = createFinalDraftFile(
  `  <Paragraph Number="1" Type="Scene Heading">
    <SceneProperties Length="2/8" Page="1" Title=""><Summary><Paragraph Alignment="Left"><Text>They meet.</Text></Paragraph></Summary>
      <SceneArcBeats><CharacterArcBeat Name="ADA"><Paragraph><Text>She doubts.</Text></Paragraph></CharacterArcBeat></SceneArcBeats>
    </SceneProperties>
    <Text>INT. KITCHEN - DAY</Text>
  </Paragraph>
  <Paragraph Type="Action"><ScriptNote ID="1"><Paragraph><Text>Note.</Text></Paragraph></ScriptNote>
    <Text>Ada enters, </Text><Text AdornmentStyle="-1" Style="Italic">soaked</Text><Text>. </Text><Text Style="Bold+Underline">Keys</Text><Text> [falling].</Text>
  </Paragraph>
  <Paragraph Type="Character"><Text>ADA (V.O.)</Text></Paragraph>
  <Paragraph Type="Parenthetical"><Text>(dripping)</Text></Paragraph>
  <Paragraph Type="Dialogue"><Text>It’s </Text><Text Style="Bold">raining</Text><Text> &amp; cold.
1984. What a year.</Text></Paragraph>
  <Paragraph Type="General"><DualDialogue>
    <Paragraph Type="Character"><Text>BOB</Text></Paragraph>
    <Paragraph Type="Dialogue"><Text>Told you.</Text></Paragraph>
    <Paragraph Type="Character"><Text>ADA</Text></Paragraph>
    <Paragraph Type="Lyrics"><Text>La la</Text></Paragraph>
  </DualDialogue></Paragraph>
  <Paragraph Type="Shot"><Text>CLOSE ON THE KEYS</Text></Paragraph>
  <Paragraph Type="Transition" StartsNewPage="Yes"><Text>CUT TO:</Text></Paragraph>
  <Paragraph Number="2" Type="Scene Heading"><Text>OMITTED</Text><OmittedScene>
    <Paragraph Type="Scene Heading"><Text>EXT. YARD</Text></Paragraph><Paragraph Type="Action"><Text>Gone.</Text></Paragraph>
  </OmittedScene></Paragraph>
  <Paragraph Type="New Act"><Text>ACT TWO</Text></Paragraph>
  <Paragraph Type="Cast List"><Text>Ada, Bob</Text></Paragraph>
  <Paragraph Type="House Style"><Text>Own type.</Text></Paragraph>`,
  `<TitlePage><HeaderAndFooter/><Content>
    <Paragraph Alignment="Center"><Text></Text></Paragraph>
    <Paragraph Alignment="Center"><Text Style="Bold">The Blue Train</Text></Paragraph>
    <Paragraph Alignment="Center"><Text>Written by</Text></Paragraph>
    <Paragraph Alignment="Center"><Text>Ada</Text></Paragraph>
    <Paragraph><Text>1 Long Street</Text></Paragraph>
  </Content></TitlePage>
  <ScriptNotes><ScriptNote Range="0,4"><Paragraph><Text>Another.</Text></Paragraph></ScriptNote></ScriptNotes>
  <HeaderAndFooter><Header><Paragraph><Text>Draft</Text><DynamicLabel Type="Page #"/></Paragraph></Header></HeaderAndFooter>
  <SmartType><Characters><Character>ADA</Character></Characters></SmartType>`,
);

describe('fdxToMarkdown', () => {
  it('converts a screenplay as from Fountain, and notes what is lost', () => {
    const { title, markdown, notes } = fdxToMarkdown(SCRIPT);
    expect(title).toBe('The Blue Train');
    expect(markdown).toBe(`---
credit: Written by
author: Ada
title page:
  - 1 Long Street
---

## INT. KITCHEN - DAY #1#

<!-- They meet. -->

[Cue: Ada enters, soaked. Keys (falling).]

[ADA (V.O.)] [dripping]
It’s **raining** & cold.\\
1984\\. What a year.

[BOB] Told you.

[ADA] La la

[Cue: CLOSE ON THE KEYS]

---

[Cue: CUT TO:]

## OMITTED #2#

# ACT TWO

[Cue: Ada, Bob]

[Cue: Own type.]
`);
    expect(notes).toEqual([
      'A scene’s notes on a character were left out.',
      '2 script notes were left out.',
      'An omitted scene was left out.',
      'Headers and footers were left out.',
    ]);
    const body = '.INT. KITCHEN - DAY\n\nAda enters.\n\nADA\n(dripping)\nIt’s **raining**.\n';
    const equivalent = createFinalDraftFile(
      [
        createParagraph('Scene Heading', 'INT. KITCHEN - DAY'),
        createParagraph('Action', 'Ada enters.'),
        createParagraph('Character', 'ADA'),
      ].join('') +
        createParagraph('Parenthetical', '(dripping)') +
        '<Paragraph Type="Dialogue"><Text>It’s </Text><Text Style="Bold">raining</Text><Text>.</Text></Paragraph>',
    );
    expect(fdxToMarkdown(equivalent).markdown).toBe(fountainToMarkdown(body.slice(1)).markdown);
  });

  it('reads alternatives, empty paragraphs and unknown elements', () => {
    const { markdown, notes } = fdxToMarkdown(
      createFinalDraftFile(
        `${createParagraph('Character', 'ADA')}<Paragraph Type="Dialogue"><Text>One</Text><Text> two</Text>
        <AltCollection><Alt><Paragraph><Text>Other.</Text></Paragraph></Alt><Alt/></AltCollection></Paragraph>
        <Paragraph Type="Action"/><Paragraph><Text>Untyped</Text></Paragraph><New><Paragraph Type="Action"><Text>Deep</Text></Paragraph></New>`,
      ),
    );
    expect(markdown).toBe('[ADA] One two\n\n[Cue: Untyped]\n\n[Cue: Deep]\n');
    expect(notes).toEqual(['An alternative line was left out.']);
  });

  it('reads a document without characters as speech', () => {
    expect(fdxToMarkdown(createFinalDraftFile(createParagraph('General', 'Just *words*.'))).markdown).toBe(
      'Just \\*words\\*.\n',
    );
    expect(
      fdxToMarkdown(createFinalDraftFile(createParagraph('Dialogue', 'Said.') + createParagraph('Action', 'Seen.')))
        .markdown,
    ).toBe('Said.\n\n[Cue: Seen.]\n');
  });

  it('keeps bracketed directions unspoken', () => {
    expect(
      fdxToMarkdown(
        createFinalDraftFile(
          createParagraph('Character', 'ADA') + createParagraph('Dialogue', '[beat] Oh [ ] (well).'),
        ),
      ).markdown,
    ).toBe('[ADA] [beat] Oh \\[ ] (well).\n');
  });

  it.each([
    ['text that is not XML', 'INT. HOUSE\n'],
    ['an empty file', ''],
    ['another document', '<html><body>Hi</body></html>'],
    ['a truncated document', SCRIPT.slice(0, 700)],
    ['a mismatched tag', SCRIPT.replace('</Paragraph>', '</Text>')],
    [
      'entities',
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>${createFinalDraftFile(createParagraph('Action', '')).replace('<Text></Text>', '<Text>&a;</Text>')}`,
    ],
    ['deep nesting', `${createFinalDraftFile('x').split('x')[0] ?? ''}${'<Paragraph>'.repeat(100_000)}`],
  ])('rejects %s with a readable message', (_name, text) => {
    expect(() => fdxToMarkdown(text)).toThrow(UnreadableFile);
  });

  it('keeps all words in order, and which of them are spoken', () => {
    const word = fc.nat({ max: 1e6 });
    const mark = fc.constantFrom(
      '',
      '',
      '1. ',
      '# ',
      '> ',
      '*',
      '_',
      '[[',
      '&amp; ',
      '<b>',
      '\n',
      '(',
      ')',
      '~~',
      '$',
      '`',
      '\\',
      '--> ',
    );
    const text = fc
      .array(fc.tuple(mark, word), { minLength: 1, maxLength: 4 })
      .map((blocks) => blocks.map(([mark, name]) => `${mark}w${name}w `).join(''));
    const style = fc.constantFrom(
      '',
      ' Style="Bold"',
      ' Style="Italic+Bold"',
      ' Style="Underline"',
      ' AdornmentStyle="-1"',
    );
    const block = fc
      .tuple(
        fc.constantFrom(
          'Scene Heading',
          'Action',
          'Character',
          'Parenthetical',
          'Dialogue',
          'Dialogue',
          'Transition',
          'Shot',
          'General',
          'Lyrics',
          'Own',
        ),
        fc.array(fc.tuple(text, style), { minLength: 1, maxLength: 3 }),
      )
      .map(([type, runs]) => ({ type, text: runs.map(([words]) => words).join(''), runs }));
    const listNumbers = (text: string): string[] => [...text.matchAll(/w(\d+)w/g)].map(([, number = '']) => number);
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
        const content = blocks.map(
          ({ type, runs }) =>
            `<Paragraph Type="${type}">${runs.map(([words, style]) => `<Text${style}>${escape(words)}</Text>`).join('')}</Paragraph>`,
        );
        const { markdown } = fdxToMarkdown(createFinalDraftFile(content.join('\n')));
        expect(listNumbers(markdown), markdown).toEqual(blocks.flatMap((block) => listNumbers(block.text)));
        const spokenWords = listScriptPieces(markdown).flatMap(({ kind, text: words }) =>
          kind === 'spoken' ? listNumbers(words) : [],
        );
        const expectedNumbers = blocks.flatMap(({ type, text: words }) =>
          type === 'Dialogue' || type === 'Lyrics' ? listNumbers(words) : [],
        );
        if (blocks.some(({ type }) => type === 'Dialogue' || type === 'Lyrics' || type === 'Character'))
          expect(spokenWords, markdown).toEqual(expectedNumbers);
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  });
});
