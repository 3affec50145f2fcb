import { readCueText } from '../cue.ts';
import {
  type Content,
  createElement,
  type Element,
  getElements,
  HEADING,
  containsBlock,
  isBlank,
  isBlock,
  isElement,
  getProperty,
  getStyle,
  createText,
  getText,
  WORD,
} from './hast.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

/** A larger table isn't part of a script, and would take a long time. */
const MAX_CELLS = 50_000;
const TOO_LARGE_MESSAGE = 'The page has a table that is too large for a script.';
/** Many pages declare spans that are wider than the table. */
const MAX_SPAN = 100;
/** A cell with more characters is a part of the page's layout. */
const MAX_CELL_LENGTH = 3000;

/** Collects the lines of content that has to stand on one line. */
class Lines {
  readonly #lines: Content[][] = [[]];

  add(...nodes: Content[]): void {
    const line = this.#lines.at(-1);
    for (const node of nodes) if (line && (line.length > 0 || !isBlank(node))) line.push(node);
  }

  end(): void {
    if (this.#lines.at(-1)?.length !== 0) this.#lines.push([]);
  }

  get nonEmpty(): Content[][] {
    return this.#lines.filter((line) => line.length > 0);
  }
}

function readCode(node: Element, lines: Lines): void {
  for (const line of getText(node).split('\n')) {
    if (line.trim() !== '') lines.add(createElement('code', [createText(line.trim())]));
    lines.end();
  }
}

/** Writes the markers of a list as text, because a cell can't hold a list. */
function readList(list: Element, lines: Lines): void {
  let number = Number(getProperty(list, 'start') || 1);
  for (const item of list.children.filter(isElement)) {
    const done = getProperty(item, 'done');
    const box = done === '' ? '' : done === 'yes' ? '☑ ' : '☐ ';
    lines.end();
    lines.add(createText(list.tagName === 'ol' ? `${number}. ${box}` : box || '• '));
    // The first words stand beside the marker, even if they are a paragraph.
    toLines(item.children).forEach((line, index) => {
      if (index > 0) lines.end();
      lines.add(...line);
    });
    number += 1;
  }
}

function readLines(nodes: readonly Content[], lines: Lines): void {
  for (const node of nodes) {
    if (!isElement(node)) lines.add(node);
    else if (node.tagName === 'br' || node.tagName === 'hr') lines.end();
    else if (node.tagName === 'table') {
      for (const row of getRows(node)) {
        lines.end();
        row.forEach((cell, index) =>
          lines.add(...(index > 0 ? [createText(', ')] : []), ...toOneLine(cell.children, createText(' '))),
        );
      }
      lines.end();
    } else if (node.tagName === 'ul' || node.tagName === 'ol') {
      readList(node, lines);
      lines.end();
    } else if (node.tagName === 'pre') {
      lines.end();
      readCode(node, lines);
    } else if (isBlock(node)) {
      lines.end();
      readLines(isCue(node) ? [createText(getCue(node))] : node.children, lines);
      lines.end();
    } else if (containsBlock(node) || getElements(node, ({ tagName }) => tagName === 'br').length > 0) {
      const inner = new Lines();
      readLines(node.children, inner);
      inner.nonEmpty.forEach((line, index) => {
        if (index > 0) lines.end();
        lines.add({ ...node, children: line });
      });
    } else lines.add(node);
  }
}

const isCue = (node: Element): boolean => getProperty(node, 'className').split(' ').includes('cue');

/** Writes a stage cue in brackets; brackets inside it become parentheses, because `]` would end it. */
// @wc-ignore
export function getCue(node: Element): string {
  const words = collapseSpaces(getText(node));
  const cueWords = readCueText(words) ?? words;
  return `[Cue: ${cueWords.replaceAll('[', '(').replaceAll(']', ')')}]`;
}

function toLines(nodes: readonly Content[]): Content[][] {
  const lines = new Lines();
  readLines(nodes, lines);
  return lines.nonEmpty;
}

/** Puts blocks on one line, with a break or something else between them. */
export const toOneLine = (nodes: readonly Content[], separator: Content = createElement('br', [])): Content[] =>
  toLines(nodes).flatMap((line, index) => (index > 0 ? [separator, ...line] : line));

/** Returns the rows of a table, without those of tables in it. */
function getRows(table: Element): Element[][] {
  const rows: Element[][] = [];
  const collectRows = (nodes: readonly Content[]): void => {
    for (const node of nodes.filter(isElement)) {
      if (node.tagName === 'tr')
        rows.push(node.children.filter(isElement).filter(({ tagName }) => /^t[dh]$/.test(tagName)));
      else if (/^t(?:head|body|foot)$/.test(node.tagName)) collectRows(node.children);
    }
  };
  collectRows(table.children);
  return rows.filter((row) => row.length > 0);
}

const getCaption = (table: Element): Element | undefined =>
  table.children.filter(isElement).find(({ tagName }) => tagName === 'caption');
const hasWords = (node: Element): boolean =>
  WORD.test(getText(node)) ||
  getElements(node, ({ tagName }) => /^(?:img|formula|footnote-reference)$/.test(tagName)).length > 0;
const countBlocks = (cell: Element): number =>
  cell.children.filter((child) => isBlock(child) && hasWords(child)).length;

/** Returns whether a table only places parts of a page beside each other, so that its cells are text of their own. */
function isLayout(table: Element, rows: readonly (readonly Element[])[]): boolean {
  if (/^(?:presentation|none)$/.test(getProperty(table, 'role'))) return true;
  const cells = rows.flat().filter(hasWords);
  if (cells.length <= 1 || rows.every((row) => row.filter(hasWords).length <= 1)) return true;
  if (getCaption(table) || cells.some(({ tagName }) => tagName === 'th')) return false;
  if (rows.length === 1 && cells.some((cell) => countBlocks(cell) > 1)) return true;
  return cells.some(
    (cell) =>
      getText(cell).length > MAX_CELL_LENGTH ||
      getElements(cell, ({ tagName }) => tagName === 'table' || HEADING.test(tagName)).length > 0,
  );
}

const getSpan = (cell: Element, name: string): number =>
  Math.min(MAX_SPAN, Math.max(1, Math.trunc(Number(getProperty(cell, name)) || 1)));

/** Places cells by their spans; the other cells of a span are empty, and columns without any cell are left out. */
function getGrid(rows: readonly (readonly Element[])[]): (Element | null)[][] {
  const grid: (Element | null | undefined)[][] = rows.map(() => []);
  rows.forEach((row, y) => {
    let x = 0;
    for (const cell of row) {
      while (grid[y]?.[x] !== undefined) x += 1;
      for (let rowIndex = y; rowIndex < Math.min(rows.length, y + getSpan(cell, 'rowSpan')); rowIndex += 1) {
        for (let columnIndex = x; columnIndex < x + getSpan(cell, 'colSpan'); columnIndex += 1) {
          const line = grid[rowIndex];
          if (line && line[columnIndex] === undefined)
            line[columnIndex] = rowIndex === y && columnIndex === x ? cell : null;
        }
      }
    }
  });
  const width = Math.max(0, ...grid.map((line) => line.length));
  if (width * grid.length > MAX_CELLS) throw new UnreadableFile(TOO_LARGE_MESSAGE);
  const usedColumns = Array.from({ length: width }, (_, x) => grid.some((line) => line[x]));
  return grid.map((line) => usedColumns.flatMap((isUsed, x) => (isUsed ? [line[x] ?? null] : [])));
}

function getAlignment(grid: readonly (readonly (Element | null)[])[], column: number): string {
  for (const row of grid) {
    const cell = row[column];
    const align = cell ? getStyle(cell, 'text-align') || getProperty(cell, 'align').toLowerCase() : '';
    if (/^(?:left|center|right)$/.test(align)) return align;
  }
  return '';
}

/** Makes each cell one line, and the first row the head, which markdown demands. */
function simplifyTable(table: Element, rows: readonly (readonly Element[])[]): Content[] {
  const grid = getGrid(rows);
  const lines = grid.map((row, y) =>
    createElement(
      'tr',
      row.map((cell, x) => {
        const align = y === 0 ? getAlignment(grid, x) : '';
        return createElement(
          y === 0 ? 'th' : 'td',
          cell ? toOneLine(cell.children) : [],
          align === '' ? {} : { align },
        );
      }),
    ),
  );
  const caption = getCaption(table);
  return [
    ...(caption ? [createElement('p', toOneLine(caption.children))] : []),
    createElement('table', [createElement('tbody', lines)]),
  ];
}

/** Turns tables into such as markdown can hold, and takes layout tables apart. */
export function simplifyTables(nodes: readonly Content[]): Content[] {
  return nodes.flatMap((node): Content[] => {
    if (!isElement(node)) return [node];
    if (HEADING.test(node.tagName)) return [{ ...node, children: toOneLine(node.children) }];
    if (node.tagName !== 'table') return [{ ...node, children: simplifyTables(node.children) }];
    const rows = getRows(node);
    if (!isLayout(node, rows)) return simplifyTable(node, rows);
    const caption = getCaption(node);
    const parts = [...(caption ? [caption] : []), ...rows.flat()];
    return parts
      .filter((part) => part.children.length > 0)
      .map((part) => createElement('div', simplifyTables(part.children)));
  });
}
