/** Turns a script into the blocks of a PDF document. Lengths are points. */
import { beginsWithHeading, type Alignment, type Part, type Piece, type ScriptTree } from '../tree.ts';
import { getTextDirection } from '../text-direction.ts';
import { guessHanLanguage, detectLanguage, guessLanguage } from './text-language.ts';
import { splitWideWords } from './text-width.ts';
import { layOutTable } from './table-columns.ts';
import { collapseSpaces } from '../collapse-spaces.ts';
import type {
  Run,
  Frame,
  Marker,
  PlacedBlock,
  TextBlock,
  CellLine,
  TableCell,
  Block,
  PageSize,
  PdfDocument,
} from './pdf-document.ts';

export interface PdfOptions {
  /** The tag of the script's language; without one, or with English as the default, its letters tell. */
  readonly language?: string;
  readonly landscape?: boolean;
}

/** DIN A4, upright. */
const A4: PageSize = { width: 595.28, height: 841.89 };
const MARGIN = { x: 72, y: 68 } as const;
const rotatePage = ({ width, height }: PageSize): PageSize => ({ width: height, height: width });

export const TYPE_SIZE = 12;
const HEADING_SIZES = [22, 17, 14, 12.5, 12, 12] as const;
const BLOCK_GAP = 15;
/** The gap below the items of lists and a callout's label. */
const SMALL_GAP = 9;
const HEADING_GAP = 14;
const INDENT = 20;
const BAR = 12;
/** Deeper levels are not moved in further: the text would have no room left. */
const MAX_DEPTH = { insets: 0.45, bars: 6 } as const;
/** Longer addresses are not followed by readers of PDFs. */
const MAX_HREF_LENGTH = 2000;

const MARKS = ['bold', 'italic', 'struck', 'highlighted', 'code'] as const;

/** Control characters have no shape, and a lone surrogate cannot be written. */
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
export const writable = (text: string): string => text.replace(CONTROL_CHARACTERS, '').toWellFormed();

const joinText = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, break: isBreak }) => (isBreak ? '\n' : text)).join('');

function getText(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if ('pieces' in part) return joinText(part.pieces);
      if ('parts' in part) return `${part.label ?? ''} ${getText(part.parts)}`;
      if ('items' in part) return part.items.map((item) => getText(item.parts)).join('\n');
      if ('rows' in part) return part.rows.map((row) => row.map(joinText).join(' ')).join('\n');
      return 'text' in part ? part.text : '';
    })
    .join('\n');
}

/** Returns the visible text of raw HTML. */
const stripTags = (html: string): string => collapseSpaces(html.replace(/<[^>]*>/g, ' '));

class Builder {
  readonly blocks: Block[] = [];
  readonly #page: PageSize;
  readonly #notes: ReadonlyMap<string, number>;
  /** Decides the language of Chinese characters without kana, which Japanese shares. */
  readonly #han: string;
  #frames: readonly Frame[] = [];
  #isRightToLeft = false;
  #marker: Marker | null = null;
  #note: number | null = null;
  /** Type size of footnotes differs. */
  #style: 'body' | 'note' = 'body';

  constructor(page: PageSize, notes: ReadonlyMap<string, number>, han: string) {
    this.#page = page;
    this.#notes = notes;
    this.#han = han;
  }

  add(parts: readonly Part[]): void {
    for (const part of parts) this.#addPart(part);
  }

  addFootnote(number: number, parts: readonly Part[]): void {
    const rtl = getTextDirection(getText(parts)) === 'rtl';
    const width = 16 + String(number).length * 6;
    this.#note = number;
    this.#style = 'note';
    this.#withFrame({ inset: width, bar: false, rtl }, () => this.#addItem({ label: `${number}.`, width }, parts));
    this.#style = 'body';
  }

  addRule(): void {
    this.blocks.push({ kind: 'rule', ...this.#place('', BLOCK_GAP) });
  }

  #addPart(part: Part): void {
    switch (part.kind) {
      case 'heading':
        return this.#addText('heading', this.#toRuns(part.pieces), part.level);
      case 'paragraph':
        return this.#addText(this.#style, this.#toRuns(part.pieces));
      case 'cue':
      case 'math':
      case 'code':
        return this.#addText(part.kind, getLines(part.text));
      case 'html': {
        const words = stripTags(part.text);
        return words === '' ? undefined : this.#addText(this.#style, getLines(words));
      }
      case 'comment':
        return;
      case 'rule':
        return this.addRule();
      case 'quote':
        return this.#addQuote(part.label, part.parts);
      case 'list':
        return this.#addList(part);
      case 'table':
        return part.rows.length === 0 ? undefined : this.#addTable(part);
    }
  }

  #addQuote(label: string | null, parts: readonly Part[]): void {
    const rtl = getTextDirection(`${label ?? ''} ${getText(parts)}`) === 'rtl';
    this.#withFrame({ inset: BAR, bar: true, rtl }, () => {
      if (label !== null) this.#addText('label', [{ text: writable(label), bold: true }]);
      this.add(parts);
    });
  }

  #addList({ start, items }: Extract<Part, { kind: 'list' }>): void {
    const digits = start === null ? 0 : String(start + items.length).length;
    const width = Math.max(INDENT, 10 + digits * 7);
    for (const [index, { done, parts }] of items.entries()) {
      const rtl = getTextDirection(getText(parts)) ?? (this.#isRightToLeft ? 'rtl' : 'ltr');
      const label = done ?? (start === null ? '•' : `${start + index}.`);
      this.#withFrame({ inset: width, bar: false, rtl: rtl === 'rtl' }, () => this.#addItem({ label, width }, parts));
    }
  }

  /** Hangs the marker into the margin of the item's first text. */
  #addItem(marker: Marker, parts: readonly Part[]): void {
    const [first] = parts;
    this.#marker = marker;
    // A marker stands before a text, never before a table or a quote.
    if (first?.kind !== 'paragraph' && first?.kind !== 'heading') this.#addText(this.#style, []);
    this.add(parts);
  }

  #withFrame(frame: Frame, build: () => void): void {
    const [outer, rtl] = [this.#frames, this.#isRightToLeft];
    this.#frames = nestFrame(outer, frame, this.#page.width - MARGIN.x * 2);
    this.#isRightToLeft = frame.rtl;
    build();
    this.#frames = outer;
    this.#isRightToLeft = rtl;
  }

  get #isInList(): boolean {
    return this.#frames.at(-1)?.bar === false;
  }

  #place(text: string, gap = BLOCK_GAP): PlacedBlock {
    const direction = getTextDirection(text);
    const inset = this.#frames.reduce((sum, frame) => sum + frame.inset, 0);
    return {
      frames: this.#frames,
      rtl: direction === null ? this.#isRightToLeft : direction === 'rtl',
      language: detectLanguage(text, this.#han),
      gap,
      shared: 0,
      width: this.#page.width - MARGIN.x * 2 - inset,
    };
  }

  #addText(style: TextBlock['style'], runs: readonly Run[], level = 0): void {
    const text = runs.map((run) => run.text).join('');
    const marker = this.#marker;
    const note = this.#note;
    this.#marker = null;
    this.#note = null;
    const size = style === 'heading' ? (HEADING_SIZES[level - 1] ?? TYPE_SIZE) : TYPE_SIZE;
    const gap = style === 'heading' ? HEADING_GAP : style === 'label' || this.#isInList ? SMALL_GAP : BLOCK_GAP;
    const place = this.#place(text, gap);
    // Code has a border.
    const width = style === 'code' ? place.width - 16 : place.width;
    this.blocks.push({
      kind: 'text',
      ...place,
      rtl: style === 'code' ? false : place.rtl,
      style,
      level,
      runs: runs.flatMap((run) => withWideWords(run, width / size)),
      marker,
      note,
    });
  }

  #toRuns(pieces: readonly Piece[]): Run[] {
    return pieces.map((piece) => {
      const run: { -readonly [K in keyof Run]: Run[K] } = { text: writable(piece.text) };
      for (const mark of MARKS) if (piece[mark]) run[mark] = true;
      if (piece.script) run.script = piece.script;
      if (piece.href !== undefined && piece.href !== '' && piece.href.length <= MAX_HREF_LENGTH) run.href = piece.href;
      if (piece.picture !== undefined) run.picture = piece.picture;
      if (piece.break) run.break = true;
      const note = piece.footnote === undefined ? undefined : this.#notes.get(piece.footnote);
      if (note !== undefined) run.footnote = note;
      return run;
    });
  }

  #addTable({ rows, alignments, shares }: Extract<Part, { kind: 'table' }>): void {
    const cells = rows.map((row, index) => row.map((pieces) => ({ text: joinText(pieces), bold: index === 0 })));
    const place = this.#place(rows.map((row) => row.map(joinText).join(' ')).join('\n'), BLOCK_GAP);
    const landscape = this.#page.width < this.#page.height ? rotatePage(this.#page) : this.#page;
    const layout = layOutTable(cells, { width: place.width, landscape: landscape.width - MARGIN.x }, shares);
    const needsWiderPage = layout.width > place.width;
    const { size, inset, columns } = layout;
    const page = needsWiderPage
      ? { width: Math.max(landscape.width, layout.width + MARGIN.x), height: landscape.height }
      : null;
    const createCell = (pieces: readonly Piece[], column: number, align: Alignment): TableCell => {
      const width = column - inset * 2;
      const lines = splitAtBreaks(pieces).map((line): CellLine => {
        const text = joinText(line);
        const rtl = (getTextDirection(text) ?? (place.rtl ? 'rtl' : 'ltr')) === 'rtl';
        const runs = this.#toRuns(line).flatMap((run) => withWideWords(run, width / size));
        return { runs, rtl, language: detectLanguage(text, this.#han) };
      });
      return { lines, align, width };
    };
    const cellRows = rows.map((row) => {
      const [onlyCell] = row;
      if (onlyCell && row.length === 1 && columns.length > 1) {
        return [{ ...createCell(onlyCell, layout.width, null), span: columns.length }];
      }
      return columns.map((column, index) => createCell(row[index] ?? [], column, alignments[index] ?? null));
    });
    const frames = needsWiderPage ? [] : place.frames;
    this.blocks.push({ kind: 'table', ...place, frames, size, inset, columns, rows: cellRows, page });
  }
}

const isListItem = (block: Block | undefined): boolean => block?.frames.at(-1)?.bar === false;

/** Fits the space below a block to the next one. */
function withSpaceBelow(block: Block, next: Block | undefined): Block {
  let sharedFrames = 0;
  for (const [index, frame] of block.frames.entries())
    if (frame.bar && next?.frames[index] === frame) sharedFrames = index + 1;
  return { ...block, shared: sharedFrames, gap: isListItem(block) && !isListItem(next) ? BLOCK_GAP : block.gap };
}

/** Adds a frame inside others; the template nests no deeper than their number. */
function nestFrame(outer: readonly Frame[], frame: Frame, width: number): readonly Frame[] {
  const inset = outer.reduce((sum, { inset: value }) => sum + value, 0);
  if (inset + frame.inset > width * MAX_DEPTH.insets) return outer;
  if (frame.bar) return outer.filter(({ bar }) => bar).length < MAX_DEPTH.bars ? [...outer, frame] : outer;
  const last = outer.at(-1);
  if (last === undefined || last.bar || last.rtl !== frame.rtl) return [...outer, frame];
  return [...outer.slice(0, -1), { ...last, inset: last.inset + frame.inset }];
}

const getLines = (text: string): Run[] =>
  writable(text)
    .split('\n')
    .flatMap((line, index): Run[] => (index === 0 ? [{ text: line }] : [{ text: '\n', break: true }, { text: line }]));

function splitAtBreaks(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.break) lines.push([]);
    else lines.at(-1)?.push(piece);
  }
  return lines;
}

function withWideWords(run: Run, width: number): Run[] {
  if (run.break || run.picture !== undefined || run.footnote !== undefined) return [run];
  return splitWideWords(run.text, width).map(({ text, wide }) => ({ ...run, text, ...(wide && { wide }) }));
}

function numberNotes(footnotes: ScriptTree['footnotes']): Map<string, number> {
  return new Map([...footnotes.keys()].map((key, index) => [key, index + 1]));
}

function getKeywords({ details }: ScriptTree): string[] {
  const tags = details.get('tags') ?? details.get('keywords') ?? [];
  return (typeof tags === 'string' ? tags.split(',') : [...tags]).map((tag) => writable(tag).trim()).filter(Boolean);
}

/** Lays a script out for the template; if it does not begin with a heading, the title comes first. */
export function toPdfDocument(tree: ScriptTree, title: string, { language, landscape }: PdfOptions = {}): PdfDocument {
  const page = landscape ? rotatePage(A4) : A4;
  const notes = numberNotes(tree.footnotes);
  const text = getText(tree.parts);
  const tag = language?.toLowerCase().slice(0, 2) ?? '';
  const han = guessHanLanguage(text, tag);
  const builder = new Builder(page, notes, han);
  if (!beginsWithHeading(tree)) builder.add([{ kind: 'heading', level: 1, pieces: [{ text: title }] }]);
  builder.add(tree.parts);
  if (notes.size > 0) builder.addRule();
  for (const [key, number] of notes) builder.addFootnote(number, tree.footnotes.get(key) ?? []);
  return {
    title: writable(title),
    language: tag === '' || tag === 'en' ? guessLanguage(text, han) : tag,
    keywords: getKeywords(tree),
    page,
    margin: MARGIN,
    blocks: builder.blocks.map((block, index, blocks) => withSpaceBelow(block, blocks[index + 1])),
  };
}
