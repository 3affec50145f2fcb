import type { Alignment, Part, Piece } from '../tree.ts';
import type { Losses } from './losses.ts';
import { getChild, listDescendants, elements, getFlag, getValue, type XmlElement } from '../xml.ts';

const BREAK: Piece = { text: '\n', break: true };
const joinRows = (rows: readonly (readonly Piece[])[], separator: Piece): Piece[] =>
  rows.filter((row) => row.length > 0).flatMap((row, index) => (index === 0 ? row : [separator, ...row]));

const getMarker = (start: number | null, index: number, done: boolean | null): string =>
  `${start === null ? (done === null ? '•' : '') : `${start + index}.`}${done === null ? '' : done ? '☑' : '☐'} `;

function getLines(part: Part): Piece[][] {
  switch (part.kind) {
    case 'heading':
    case 'paragraph':
      return [[...part.pieces]];
    case 'cue':
      return [[{ text: `[Cue: ${part.text}]` }]];
    case 'code':
      return part.text.split('\n').map((text) => (text.trim() === '' ? [] : [{ text, code: true }]));
    case 'math':
      return [[{ text: part.text, math: true }]];
    case 'html':
    case 'comment':
      return [[{ text: part.text }]];
    case 'rule':
      return [];
    case 'quote':
      return [...(part.label === null ? [] : [[{ text: part.label }]]), ...part.parts.flatMap(getLines)];
    case 'list':
      return part.items.flatMap(({ done, parts }, index) => {
        const [firstLine = [], ...otherLines] = parts.flatMap(getLines);
        return [[{ text: getMarker(part.start, index, done) }, ...firstLine], ...otherLines];
      });
    case 'table':
      return part.rows.map((row) => joinRows(row, { text: ' / ' }));
  }
}

/** Writes blocks in the one paragraph that a cell of a table can hold, separated by breaks. */
export const joinInOneCell = (parts: readonly Part[]): Piece[] => joinRows(parts.flatMap(getLines), BREAK);

/** Word's tables have at most this many columns. */
const MAX_COLUMNS = 63;
const parseColumns = (value: string | undefined): number =>
  Math.min(Math.max(Number.parseInt(value ?? '', 10) || 0, 0), MAX_COLUMNS);

/** Returns the side a paragraph is aligned to on the page: Word exchanges the sides in right-to-left paragraphs. */
function getAlignment(paragraph: XmlElement | undefined): Alignment {
  const properties = getChild(paragraph, 'w:pPr');
  const alignment = getValue(properties, 'w:jc');
  const isExchanged = getFlag(properties, 'w:bidi') === true;
  if (alignment === 'center') return 'center';
  if (alignment === 'left' || alignment === 'start') return isExchanged ? 'right' : 'left';
  return alignment === 'right' || alignment === 'end' ? (isExchanged ? 'left' : 'right') : null;
}

interface Cell {
  readonly pieces: readonly Piece[];
  /** Undefined for a cell without words, because such a cell tells nothing about its column. */
  readonly alignment: Alignment | undefined;
}

const EMPTY_CELL: Cell = { pieces: [], alignment: undefined };

export type ReadCell = (cell: XmlElement) => Part[];

function getCells(row: XmlElement, losses: Losses, read: ReadCell): Cell[] {
  const cells: Cell[] = Array.from(
    { length: parseColumns(getValue(getChild(row, 'w:trPr'), 'w:gridBefore')) },
    () => EMPTY_CELL,
  );
  for (const cell of findRows(row, 'w:tc')) {
    const properties = getChild(cell, 'w:tcPr');
    if (getChild(properties, 'w:cellDel')) {
      losses.add('deletion');
      continue;
    }
    const pieces = joinInOneCell(read(cell));
    cells.push({ pieces, alignment: pieces.length > 0 ? getAlignment(listDescendants(cell, 'w:p')[0]) : undefined });
    for (let span = parseColumns(getValue(properties, 'w:gridSpan')); span > 1; span -= 1) cells.push(EMPTY_CELL);
  }
  return cells;
}

/** Finds rows or cells, also inside content controls and other containers. */
const findRows = (parent: XmlElement, name: string): XmlElement[] =>
  elements(parent).flatMap((child) => {
    if (child.name === name) return [child];
    return /^w:(?:sdt|sdtContent|customXml|ins|moveTo)$/.test(child.name) ? findRows(child, name) : [];
  });

function getAlignments(rows: readonly (readonly Cell[])[], columns: number): Alignment[] {
  return Array.from({ length: columns }, (_, column) => {
    const alignments = new Set(
      rows.map((row) => row[column]?.alignment).filter((alignment) => alignment !== undefined),
    );
    const [alignment = null] = alignments;
    return alignments.size === 1 ? alignment : null;
  });
}

/** Reads a table; one with a single cell is only a frame, and becomes its content. */
export function readTable(table: XmlElement, losses: Losses, read: ReadCell): Part[] {
  const rows = findRows(table, 'w:tr').filter((row) => {
    const isDeleted = getChild(getChild(row, 'w:trPr'), 'w:del') !== undefined;
    if (isDeleted) losses.add('deletion');
    return !isDeleted;
  });
  const [firstCell, ...otherCells] = rows.flatMap((row) => findRows(row, 'w:tc'));
  if (firstCell && otherCells.length === 0) {
    const parts = read(firstCell);
    if (parts.length > 1 || parts[0]?.kind === 'table') return parts;
    return parts.length === 0 ? [] : [{ kind: 'table', alignments: [null], rows: [[joinInOneCell(parts)]] }];
  }
  const cells = rows.map((row) => getCells(row, losses, read));
  const columns = Math.max(0, ...cells.map(({ length }) => length));
  if (cells.every((row) => row.every(({ pieces }) => pieces.length === 0))) return [];
  return [
    {
      kind: 'table',
      alignments: getAlignments(cells, columns),
      rows: cells.map((row) => Array.from({ length: columns }, (_, column) => row[column]?.pieces ?? [])),
    },
  ];
}
