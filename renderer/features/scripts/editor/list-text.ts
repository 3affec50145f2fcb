/** The first line of a list item. */
interface ItemLine {
  /** The columns of white space before the marker. */
  readonly indent: number;
  readonly bullet: string | null;
  /** Null for a bullet. */
  readonly number: number | null;
  readonly delimiter: string;
  readonly gap: string;
  readonly rest: string;
}

const ITEM = /^([ \t]*)(?:([-+*])|(\d{1,9})([.)]))([ \t]+|$)(.*)$/;
const countColumns = (space: string): number => space.replaceAll('\t', '    ').length;

export function readItem(line: string): ItemLine | null {
  const match = ITEM.exec(line);
  if (!match) return null;
  const [, space = '', bullet, number, delimiter = '', gap = '', rest = ''] = match;
  return {
    indent: countColumns(space),
    bullet: bullet ?? null,
    number: number === undefined ? null : Number(number),
    delimiter,
    gap: gap || ' ',
    rest,
  };
}

const measureIndent = (line: string): number => countColumns(/^[ \t]*/.exec(line)?.[0] ?? '');
const writeMarker = ({ bullet, number, delimiter }: ItemLine): string => bullet ?? `${number ?? 1}${delimiter}`;
/** Returns the column where an item's words start; anything indented deeper belongs to the item. */
const getContentColumn = (item: ItemLine): number => item.indent + writeMarker(item).length + 1;

/** Returns whether a line is a list item or is indented below one. */
export const isInList = (line: string): boolean =>
  readItem(line) !== null || (measureIndent(line) >= 2 && line.trim() !== '');

/** Returns the index after the last line that belongs to an item, including deeper items. */
function findItemEnd(lines: readonly string[], index: number, item: ItemLine): number {
  let end = index + 1;
  while (end < lines.length && (lines[end]?.trim() === '' || measureIndent(lines[end] ?? '') > item.indent)) end += 1;
  while (end > index + 1 && lines[end - 1]?.trim() === '') end -= 1;
  return end;
}

const shiftLine = (line: string, by: number): string =>
  line.trim() === '' ? line : ' '.repeat(Math.max(0, measureIndent(line) + by)) + line.trimStart();

/** Renumbers the numbered items of each list, counting from the first one. */
export function renumberLists(lines: readonly string[]): string[] {
  const counts: { indent: number; next: number | null }[] = [];
  return lines.map((line) => {
    const item = readItem(line);
    if (!item) return line;
    while ((counts.at(-1)?.indent ?? -1) > item.indent) counts.pop();
    let count = counts.at(-1);
    if (count?.indent !== item.indent) counts.push((count = { indent: item.indent, next: null }));
    if (item.number === null) {
      count.next = null;
      return line;
    }
    const number = count.next ?? item.number;
    count.next = number + 1;
    const leadingSpace = /^[ \t]*/.exec(line)?.[0] ?? '';
    return number === item.number ? line : `${leadingSpace}${number}${item.delimiter}${item.gap}${item.rest}`;
  });
}

/** Returns the columns to shift an item to make it the last child of the item before; 0 if it has no sibling above. */
function measureIndentShift(lines: readonly string[], index: number, item: ItemLine): number {
  for (let rowAbove = index - 1; rowAbove >= 0; rowAbove -= 1) {
    const other = readItem(lines[rowAbove] ?? '');
    if (other && other.indent < item.indent) return 0;
    if (other && other.indent < getContentColumn(item)) return Math.max(0, getContentColumn(other) - item.indent);
  }
  return 0;
}

/** Returns the columns to shift an item to its parent's level; 0 on the first level. */
function measureOutdentShift(lines: readonly string[], index: number, item: ItemLine): number {
  for (let rowAbove = index - 1; rowAbove >= 0; rowAbove -= 1) {
    const other = readItem(lines[rowAbove] ?? '');
    if (other && other.indent < item.indent) return other.indent - item.indent;
  }
  return -item.indent;
}

/**
 * Moves the items from index `first` to `last` one level in or out, with their children, and renumbers the lists. A
 * numbered item that starts a nested list restarts at 1.
 */
export function moveItems(lines: readonly string[], first: number, last: number, direction: 'in' | 'out'): string[] {
  const result = [...lines];
  for (let index = first; index <= last;) {
    const item = readItem(result[index] ?? '');
    if (!item) {
      index += 1;
      continue;
    }
    const shift =
      direction === 'in' ? measureIndentShift(result, index, item) : measureOutdentShift(result, index, item);
    const end = findItemEnd(result, index, item);
    if (shift > 0 && item.number !== null) {
      const itemAbove = readItem(result[index - 1] ?? '');
      const joinsList = itemAbove !== null && itemAbove.indent === item.indent + shift;
      if (!joinsList) result[index] = `${' '.repeat(item.indent)}1${item.delimiter}${item.gap}${item.rest}`;
    }
    for (let line = index; line < end; line += 1) result[line] = shiftLine(result[line] ?? '', shift);
    index = end;
  }
  return renumberLists(result);
}

/** Turns lines into items, or into plain lines if all are items of that kind already. Blank lines stay. */
export function toggleItems(lines: readonly string[], kind: 'bullet' | 'number'): string[] {
  const nonBlank = lines.filter((line) => line.trim() !== '');
  const areAllItems = nonBlank.every((line) => {
    const item = readItem(line);
    return item !== null && (kind === 'bullet') === (item.bullet !== null);
  });
  let number = 0;
  return lines.map((line) => {
    if (line.trim() === '') return line;
    const item = readItem(line);
    const space = ' '.repeat(item?.indent ?? measureIndent(line));
    const words = item?.rest ?? line.trimStart();
    if (areAllItems) return space + words;
    number += 1;
    return `${space}${kind === 'bullet' ? '-' : `${number}.`} ${words}`;
  });
}
