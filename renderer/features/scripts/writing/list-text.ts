/** Lists as they stand in a script, line by line. */
interface ItemLine {
  /** White space before the marker, in columns. */
  readonly indent: number;
  readonly bullet: string | null;
  /** Of a numbered item. */
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
/** Where the words of an item begin: what stands deeper belongs to it. */
const contentAt = (item: ItemLine): number => item.indent + markerOf(item).length + 1;

/** Whether a line belongs to a list: an item, or what is indented below one. */
export const inList = (line: string): boolean => readItem(line) !== null || (indentOf(line) >= 2 && line.trim() !== '');

/** The lines below an item that belong to it, deeper items among them: the index after the last of them. */
function endOf(lines: readonly string[], at: number, item: ItemLine): number {
  let end = at + 1;
  while (end < lines.length && (lines[end]?.trim() === '' || indentOf(lines[end] ?? '') > item.indent)) end += 1;
  while (end > at + 1 && lines[end - 1]?.trim() === '') end -= 1;
  return end;
}

const shifted = (line: string, by: number): string =>
  line.trim() === '' ? line : ' '.repeat(Math.max(0, indentOf(line) + by)) + line.trimStart();

/** Gives the numbered items of each list the numbers that follow from its first. */
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

/** How far an item has to move to be the last child of the item before it; 0 where there is none on its level. */
function deeper(lines: readonly string[], at: number, item: ItemLine): number {
  for (let above = at - 1; above >= 0; above -= 1) {
    const other = readItem(lines[above] ?? '');
    if (other && other.indent < item.indent) return 0;
    if (other && other.indent < contentAt(item)) return Math.max(0, contentAt(other) - item.indent);
  }
  return 0;
}

/** How far an item has to move to stand beside the one it belongs to; 0 on the first level. */
function shallower(lines: readonly string[], at: number, item: ItemLine): number {
  for (let above = at - 1; above >= 0; above -= 1) {
    const other = readItem(lines[above] ?? '');
    if (other && other.indent < item.indent) return other.indent - item.indent;
  }
  return -item.indent;
}

/**
 * Moves the items at `first`–`last` (indices) one level in or out, with what belongs to them, and numbers the lists anew.
 * An item that becomes a child of a numbered list counts from 1.
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

/** Makes items of lines, or plain lines where all of them are items of that kind already. Blank lines stay. */
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
