/** Describes a list item in a script, one line at a time. */
interface ItemLine {
  /** Counts the white space before the marker, in columns. */
  readonly indent: number;
  readonly bullet: string | null;
  /** Null for a bullet. */
  readonly number: number | null;
  readonly delimiter: string;
  readonly gap: string;
  readonly rest: string;
}

const ITEM = /^([ \t]*)(?:([-+*])|(\d{1,9})([.)]))([ \t]+|$)(.*)$/;
const columns = (space: string): number => space.replaceAll('\t', '    ').length;

export function readItem(line: string): ItemLine | null {
  const found = ITEM.exec(line);
  if (!found) return null;
  const [, space = '', bullet, number, delimiter = '', gap = '', rest = ''] = found;
  return {
    indent: columns(space),
    bullet: bullet ?? null,
    number: number === undefined ? null : Number(number),
    delimiter,
    gap: gap || ' ',
    rest,
  };
}

const indentOf = (line: string): number => columns(/^[ \t]*/.exec(line)?.[0] ?? '');
const markerOf = ({ bullet, number, delimiter }: ItemLine): string => bullet ?? `${number ?? 1}${delimiter}`;
/** Returns the column where an item's words start; anything indented deeper belongs to the item. */
const contentAt = (item: ItemLine): number => item.indent + markerOf(item).length + 1;

/** Returns whether a line is a list item or is indented below one. */
export const inList = (line: string): boolean => readItem(line) !== null || (indentOf(line) >= 2 && line.trim() !== '');

/** Returns the index after the last line that belongs to an item, including deeper items. */
function endOf(lines: readonly string[], at: number, item: ItemLine): number {
  let end = at + 1;
  while (end < lines.length && (lines[end]?.trim() === '' || indentOf(lines[end] ?? '') > item.indent)) end += 1;
  while (end > at + 1 && lines[end - 1]?.trim() === '') end -= 1;
  return end;
}

const shifted = (line: string, by: number): string =>
  line.trim() === '' ? line : ' '.repeat(Math.max(0, indentOf(line) + by)) + line.trimStart();

/** Renumbers the numbered items of each list, counting from the first one. */
export function renumbered(lines: readonly string[]): string[] {
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
    const before = /^[ \t]*/.exec(line)?.[0] ?? '';
    return number === item.number ? line : `${before}${number}${item.delimiter}${item.gap}${item.rest}`;
  });
}

/** Returns the columns to shift an item to make it the last child of the item before; 0 if none is on its level. */
function deeper(lines: readonly string[], at: number, item: ItemLine): number {
  for (let above = at - 1; above >= 0; above -= 1) {
    const other = readItem(lines[above] ?? '');
    if (other && other.indent < item.indent) return 0;
    if (other && other.indent < contentAt(item)) return Math.max(0, contentAt(other) - item.indent);
  }
  return 0;
}

/** Returns the columns to shift an item to its parent's level; 0 on the first level. */
function shallower(lines: readonly string[], at: number, item: ItemLine): number {
  for (let above = at - 1; above >= 0; above -= 1) {
    const other = readItem(lines[above] ?? '');
    if (other && other.indent < item.indent) return other.indent - item.indent;
  }
  return -item.indent;
}

/**
 * Moves the items from index `first` to `last` one level in or out, with their children, and renumbers the lists. An
 * item that becomes the child of a numbered list counts from 1.
 */
export function moveItems(lines: readonly string[], first: number, last: number, direction: 'in' | 'out'): string[] {
  const moved = [...lines];
  for (let at = first; at <= last;) {
    const item = readItem(moved[at] ?? '');
    if (!item) {
      at += 1;
      continue;
    }
    const by = direction === 'in' ? deeper(moved, at, item) : shallower(moved, at, item);
    const end = endOf(moved, at, item);
    if (by > 0 && item.number !== null) {
      const child = readItem(moved[at - 1] ?? '');
      const joins = child !== null && child.indent === item.indent + by;
      if (!joins) moved[at] = `${' '.repeat(item.indent)}1${item.delimiter}${item.gap}${item.rest}`;
    }
    for (let line = at; line < end; line += 1) moved[line] = shifted(moved[line] ?? '', by);
    at = end;
  }
  return renumbered(moved);
}

/** Turns lines into items, or into plain lines if all are items of that kind already. Blank lines stay. */
export function toggleItems(lines: readonly string[], kind: 'bullet' | 'number'): string[] {
  const written = lines.filter((line) => line.trim() !== '');
  const all = written.every((line) => {
    const item = readItem(line);
    return item !== null && (kind === 'bullet') === (item.bullet !== null);
  });
  let number = 0;
  return lines.map((line) => {
    if (line.trim() === '') return line;
    const item = readItem(line);
    const space = ' '.repeat(item?.indent ?? indentOf(line));
    const words = item?.rest ?? line.trimStart();
    if (all) return space + words;
    number += 1;
    return `${space}${kind === 'bullet' ? '-' : `${number}.`} ${words}`;
  });
}
