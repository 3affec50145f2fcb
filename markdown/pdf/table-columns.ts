/** Chooses type size, page and column widths of a table, so that every column is on the page. Lengths are points. */
import { sum } from '../sum.ts';
import { getTextWidth, getWidestWord } from './text-width.ts';

export interface Cell {
  readonly text: string;
  readonly bold: boolean;
}

export interface TableSpace {
  /** The space between the margins. */
  readonly width: number;
  /** The space between the margins of a page in landscape; null if the table cannot have a page of its own. */
  readonly landscape: number | null;
}

export interface TableLayout {
  readonly size: number;
  /** Separates the edge of a column from its text. */
  readonly inset: number;
  readonly columns: readonly number[];
  /** The space between the margins; more than `TableSpace.width` asks for a wider page. */
  readonly width: number;
}

const SIZES = [11, 10, 9, 8, 7] as const;
const MIN_SIZE = 6;
/** A column narrower than this holds no letters. */
const MIN_COLUMN_WIDTH = 24;
/** Longer words break before the type gets smaller, in em. */
const MAX_WORD_LENGTH = 12;

interface Needs {
  /** Measures the widest word that must not break, in em. */
  readonly minEm: number;
  /** Measures the longest line, in em. */
  readonly maxEm: number;
}

function measureNeeds(rows: readonly (readonly Cell[])[], count: number): Needs[] {
  return Array.from({ length: count }, (_, column) => {
    let [minEm, maxEm] = [1, 1];
    for (const row of rows) {
      const cell = row[column];
      if (!cell) continue;
      minEm = Math.max(minEm, Math.min(MAX_WORD_LENGTH, getWidestWord(cell.text, cell.bold)));
      for (const line of cell.text.split('\n')) maxEm = Math.max(maxEm, getTextWidth(line, cell.bold));
    }
    return { minEm, maxEm };
  });
}

const getInset = (count: number): number => (count <= 6 ? 6 : count <= 12 ? 4 : 2);

/** Gives each column at least its share of the minimum, and divides the rest by the wanted widths. */
function divide(width: number, needs: readonly Needs[], size: number, inset: number): number[] {
  const withPadding = (em: number): number => em * size + inset * 2;
  const wantedWidths = needs.map((need) => withPadding(need.maxEm));
  if (sum(wantedWidths) <= width) return wantedWidths;
  const minWidths = needs.map((need) => withPadding(need.minEm));
  const remaining = width - sum(minWidths);
  if (remaining >= 0) {
    const extraWidths = wantedWidths.map((value, index) => value - (minWidths[index] ?? 0));
    // Divides by square roots, so that a column of long texts leaves room for the others.
    const shares = extraWidths.map((value) => Math.sqrt(value));
    const total = sum(shares) || 1;
    return minWidths.map((value, index) => value + (remaining * (shares[index] ?? 0)) / total);
  }
  return divideScarce(width, minWidths);
}

/** Columns that need less than an equal share keep what they need; the others share the rest, and their words break. */
function divideScarce(width: number, minWidths: readonly number[]): number[] {
  const columns = new Array<number>(minWidths.length).fill(0);
  const order = minWidths.map((need, column) => ({ need, column })).sort((a, b) => a.need - b.need);
  let remaining = width;
  for (const [index, { need, column }] of order.entries()) {
    const share = remaining / (order.length - index);
    columns[column] = Math.min(need, share);
    remaining -= columns[column];
  }
  return columns;
}

/** Divides the width by given shares, one a column. */
function layoutByShares(shares: readonly number[], width: number): TableLayout {
  const total = sum(shares) || 1;
  const columns = shares.map((share) => (width * share) / total);
  return { size: SIZES[1], inset: getInset(shares.length), columns, width };
}

/** Never returns a layout that is narrower than its columns, which `shares` divide instead of their contents. */
export function layOutTable(
  rows: readonly (readonly Cell[])[],
  space: TableSpace,
  shares?: readonly number[],
): TableLayout {
  if (shares) return layoutByShares(shares, space.width);
  const count = Math.max(1, ...rows.map((row) => row.length));
  const needs = measureNeeds(rows, count);
  const inset = getInset(count);
  const getMinTableWidth = (size: number): number => sum(needs.map((need) => need.minEm * size + inset * 2));
  const layOutAt = (size: number, width: number): TableLayout => {
    const columns = divide(width, needs, size, inset);
    return { size, inset, columns, width };
  };
  const size = SIZES.find((value) => getMinTableWidth(value) <= space.width);
  if (size !== undefined) return layOutAt(size, space.width);
  const landscapeWidth = space.landscape ?? space.width;
  const landscapeSize = SIZES.find((value) => getMinTableWidth(value) <= landscapeWidth);
  if (landscapeSize !== undefined) return layOutAt(landscapeSize, landscapeWidth);
  const fitsUpright = count * MIN_COLUMN_WIDTH <= space.width && count <= 8;
  return layOutAt(MIN_SIZE, fitsUpright ? space.width : Math.max(landscapeWidth, count * MIN_COLUMN_WIDTH));
}
