import { describe, expect, it } from 'vitest';

import { parseTree } from '../tree.ts';
import { type Block, type TableBlock, type TextBlock } from './pdf-document.ts';
import { toPdfDocument } from './to-pdf-document.ts';
import { layOutTable } from './table-columns.ts';
import { splitWideWords, getWidestWord } from './text-width.ts';

const listBlocks = (markdown: string): readonly Block[] =>
  toPdfDocument(parseTree(`# H\n\n${markdown}`), 'T').blocks.slice(1);
const listTextBlocks = (markdown: string): TextBlock[] => listBlocks(markdown).filter((block) => block.kind === 'text');
const joinRuns = ({ runs }: Pick<TextBlock, 'runs'>): string => runs.map(({ text }) => text).join('');

describe('pdfDocument', () => {
  it('starts with the title unless the script starts with a heading', () => {
    expect(joinRuns(toPdfDocument(parseTree('Text'), 'Title').blocks[0] as TextBlock)).toBe('Title');
    expect(toPdfDocument(parseTree('# Own\n\nText'), 'Title').blocks).toHaveLength(2);
  });

  it('keeps bold, italic, strikethrough, code and links', () => {
    const [{ runs }] = listTextBlocks('**a** *b* ~~c~~ `d` [e](https://example.org)') as [TextBlock];
    expect(runs.filter(({ text }) => text.trim() !== '')).toEqual([
      { text: 'a', bold: true },
      { text: 'b', italic: true },
      { text: 'c', struck: true },
      { text: 'd', code: true },
      { text: 'e', href: 'https://example.org' },
    ]);
  });

  it('numbers lists from their start value, and shows task states', () => {
    expect(listTextBlocks('3. c\n4. d\n').map(({ marker }) => marker?.label)).toEqual(['3.', '4.']);
    expect(listTextBlocks('- [x] done\n- [ ] open\n').map(({ marker }) => marker?.label)).toEqual([true, false]);
    const [first, second] = listTextBlocks('- one\n\n  two\n') as [TextBlock, TextBlock];
    expect([first.marker?.label, second.marker]).toEqual(['•', null]);
    expect(second.frames).toEqual(first.frames);
  });

  it('puts numbered footnotes at the end', () => {
    const blocksWithNote = listTextBlocks('Text[^a].\n\n[^a]: The note.');
    expect(blocksWithNote[0]?.runs.find(({ footnote }) => footnote !== undefined)).toMatchObject({
      text: '1',
      footnote: 1,
    });
    expect(blocksWithNote.at(-1)).toMatchObject({ style: 'note', note: 1, marker: { label: '1.' } });
    expect(joinRuns(blocksWithNote.at(-1)!)).toBe('The note.');
  });

  it('sets each block’s direction by its first letter, and a list’s by its items', () => {
    expect(listTextBlocks('שלום world\n\nHello שלום\n\n12').map(({ rtl }) => rtl)).toEqual([true, false, false]);
    expect(listTextBlocks('- שלום\n').map(({ frames }) => frames[0]?.rtl)).toEqual([true]);
    expect(listTextBlocks('`שלום`\n\n```\nשלום\n```').map(({ rtl }) => rtl)).toEqual([true, false]);
  });

  it('sets the language where fonts depend on it', () => {
    const detectLanguage = (text: string, knownLanguage?: string) =>
      toPdfDocument(parseTree(text), 'T', knownLanguage === undefined ? {} : { language: knownLanguage }).language;
    expect(detectLanguage('東京駅です')).toBe('ja');
    expect(detectLanguage('中文', 'ja')).toBe('ja');
    expect(detectLanguage('中文')).toBe('zh');
    expect(detectLanguage('한국어')).toBe('ko');
    expect(detectLanguage('مرحبا')).toBe('ar');
    expect(detectLanguage('Guten Tag', 'de-AT')).toBe('de');
    expect(listTextBlocks('東京\n\n한국어\n\nEnglish').map((block) => block.language)).toEqual(['zh', 'ko', null]);
  });

  it('drops characters that a PDF cannot hold', () => {
    expect(joinRuns(listTextBlocks('a\u0001b\uD800c')[0]!)).toBe('ab\uFFFDc');
  });
});

describe('tables', () => {
  const createRow = (...words: string[]) => words.map((text) => ({ text, bold: false }));
  const SPACE = { width: 450, landscape: 770 };
  const sumColumns = (columns: readonly number[]): number => columns.reduce((sum, column) => sum + column, 0);

  it('take the width their text needs, and no more than the page has', () => {
    expect(sumColumns(layOutTable([createRow('a', 'b')], SPACE).columns)).toBeLessThan(100);
    const { columns, size } = layOutTable([createRow('word '.repeat(100), 'short')], SPACE);
    expect(sumColumns(columns)).toBeCloseTo(450);
    expect(columns[1]).toBeGreaterThan(getWidestWord('short') * size);
  });

  it('shrink the type, then turn the page, then break words, then widen the page', () => {
    const layOut = (count: number, word: string) =>
      layOutTable([createRow(...new Array<string>(count).fill(word))], SPACE);
    expect(layOut(4, 'communication').size).toBe(11);
    expect(layOut(7, 'communication')).toMatchObject({ width: 450 });
    expect(layOut(7, 'communication').size).toBeLessThan(11);
    expect(layOut(11, 'communication').width).toBe(770);
    expect(layOut(2, 'x'.repeat(500))).toMatchObject({ size: 11, width: 450 });
    const wideLayout = layOut(60, 'communication');
    expect(wideLayout.width).toBeGreaterThan(770);
    expect(sumColumns(wideLayout.columns)).toBeLessThanOrEqual(wideLayout.width + 0.01);
  });

  it('set the direction of each line in a cell', () => {
    const [table] = listBlocks('| a |\n|---|\n| English<br>שלום |') as [TableBlock];
    expect(table.rows[1]?.[0]?.lines.map(({ rtl }) => rtl)).toEqual([false, true]);
  });

  it('keep alignment and fill short rows', () => {
    const [table] = listBlocks('| a | b | c |\n|:-:|--:|---|\n| 1 |') as [TableBlock];
    expect(table.rows[1]?.map(({ align }) => align)).toEqual(['center', 'right', null]);
    expect(table.rows[1]?.map(({ lines }) => lines.map(joinRuns).join('|'))).toEqual(['1', '', '']);
  });
});

describe('words wider than a line', () => {
  it('are separated from text that wraps', () => {
    expect(splitWideWords('a few words', 30)).toEqual([{ text: 'a few words', wide: false }]);
    expect(splitWideWords(`before ${'x'.repeat(90)} after`, 30)).toEqual([
      { text: 'before ', wide: false },
      { text: 'x'.repeat(90), wide: true },
      { text: ' after', wide: false },
    ]);
  });

  it('do not exist in scripts that break anywhere', () => {
    expect(splitWideWords('東京駅から京都まで'.repeat(20), 30).some(({ wide }) => wide)).toBe(false);
    expect(splitWideWords('ภาษาไทยเป็นภาษา'.repeat(20), 30).some(({ wide }) => wide)).toBe(false);
  });

  it('keep every character', () => {
    const text = `a\u00a0b  東京 ${'y'.repeat(200)}\tภาษาไทย-${'z'.repeat(99)}`;
    expect(
      splitWideWords(text, 5)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
