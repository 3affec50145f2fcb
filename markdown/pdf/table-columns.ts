/** Chooses type size, page and column widths of a table, so that every column is on the page. Lengths are points. */
import { textWidth, widestWord } from './text-width.ts';

export interface Cell {
  readonly text: string;
  readonly bold: boolean;
}

export interface TableSpace {
  /** Is between the margins. */
  readonly width: number;
  /** Is between the margins of a page in landscape; null if the table cannot have a page of its own. */
  readonly landscape: number | null;
}

export interface TableLayout {
  readonly size: number;
  /** Separates the edge of a column from its text. */
  readonly inset: number;
  readonly columns: readonly number[];
  /** Is between the margins; more than `TableSpace.width` asks for a wider page. */
  readonly width: number;
}

const SIZES = [11, 10, 9, 8, 7] as const;
const SMALLEST = 6;
/** A column narrower than this holds no letters. */
const NARROWEST = 24;
/** Longer words break before the type gets smaller, in em. */
const MAX_WORD_LENGTH = 12;

interface Needs {
  /** Measures the widest word that must not break, in em. */
  readonly least: number;
  /** Measures the longest line, in em. */
  readonly most: number;
}

function needsOf(rows: readonly (readonly Cell[])[], count: number): Needs[] {
  return Array.from({ length: count }, (_, column) => {
    let [least, most] = [1, 1];
    for (const row of rows) {
      const cell = row[column];
      if (!cell) continue;
      least = Math.max(least, Math.min(MAX_WORD_LENGTH, widestWord(cell.text, cell.bold)));
      for (const line of cell.text.split('\n')) most = Math.max(most, textWidth(line, cell.bold));
    }
    return { least, most };
  });
}

const insetOf = (count: number): number => (count <= 6 ? 6 : count <= 12 ? 4 : 2);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Gives each column at least its share of what is needed least, and divides the rest by what is needed at most. */
function divide(width: number, needs: readonly Needs[], size: number, inset: number): number[] {
  const padded = (em: number): number => em * size + inset * 2;
  const most = needs.map((need) => padded(need.most));
  if (sum(most) <= width) return most;
  const least = needs.map((need) => padded(need.least));
  const left = width - sum(least);
  if (left >= 0) {
    const wanted = most.map((one, at) => one - (least[at] ?? 0));
    // By square roots, so that a column of long texts leaves room for the others.
    const shares = wanted.map((one) => Math.sqrt(one));
    const all = sum(shares) || 1;
    return least.map((one, at) => one + (left * (shares[at] ?? 0)) / all);
  }
  return divideScarce(width, least);
}

/** Columns that need less than an equal share keep what they need; the others share the rest, and their words break. */
function divideScarce(width: number, least: readonly number[]): number[] {
  const columns = new Array<number>(least.length).fill(0);
  const order = least.map((need, at) => ({ need, at })).sort((a, b) => a.need - b.need);
  let left = width;
  for (const [index, { need, at }] of order.entries()) {
    const share = left / (order.length - index);
    columns[at] = Math.min(need, share);
    left -= columns[at];
  }
  return columns;
}

/** Divides the width by given shares, one a column. */
function shared(shares: readonly number[], width: number): TableLayout {
  const all = sum(shares) || 1;
  const columns = shares.map((share) => (width * share) / all);
  return { size: SIZES[1], inset: insetOf(shares.length), columns, width };
}

/** Never returns a layout that is narrower than its columns, which `shares` divide instead of their contents. */
export function tableLayout(
  rows: readonly (readonly Cell[])[],
  space: TableSpace,
  shares?: readonly number[],
): TableLayout {
  if (shares) return shared(shares, space.width);
  const count = Math.max(1, ...rows.map((row) => row.length));
  const needs = needsOf(rows, count);
  const inset = insetOf(count);
  const least = (size: number): number => sum(needs.map((need) => need.least * size + inset * 2));
  const make = (size: number, width: number): TableLayout => {
    const columns = divide(width, needs, size, inset);
    return { size, inset, columns, width };
  };
  const size = SIZES.find((one) => least(one) <= space.width);
  if (size !== undefined) return make(size, space.width);
  const turned = space.landscape ?? space.width;
  const other = SIZES.find((one) => least(one) <= turned);
  if (other !== undefined) return make(other, turned);
  const fits = count * NARROWEST <= space.width && count <= 8;
  return make(SMALLEST, fits ? space.width : Math.max(turned, count * NARROWEST));
}
