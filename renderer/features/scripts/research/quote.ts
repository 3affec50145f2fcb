import type { TextSource } from '#markdown/text-change.ts';
import type { Source } from './source.ts';

/** Returns the first number no footnote of the text has. */
function freeNumber(text: string): number {
  const used = new Set([...text.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number)));
  let free = 1;
  while (used.has(free)) free += 1;
  return free;
}

const linkText = (text: string): string => text.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');

/** Encodes spaces, and parentheses, which `encodeURIComponent` leaves as they are. */
const linkAddress = (url: string): string =>
  url.replace(/\s/g, encodeURIComponent).replaceAll('(', '%28').replaceAll(')', '%29');

/** Names a source as a link, or by its title alone. */
function citation({ title, url }: Source): string {
  const name = linkText(title.trim() === '' ? (url ?? '') : title);
  return url === null ? name : `[${name}](${linkAddress(url)})`;
}

export interface Insertion {
  readonly from: number;
  readonly insert: string;
}

/**
 * Quotes a source below the line at `cursor` and names it in a footnote, which is not spoken. A source without words
 * becomes a link at `cursor`.
 */
export function quoteInsertion(text: TextSource, cursor: number, source: Source): Insertion {
  const all = text.sliceString(0);
  const words = source.text.trim();
  if (words === '') return { from: cursor, insert: citation(source) };
  const end = all.indexOf('\n', cursor);
  const from = end < 0 ? all.length : end;
  const line = all.slice(all.lastIndexOf('\n', Math.max(0, cursor - 1)) + 1, from);
  const isNamed = source.title.trim() !== '' || source.url !== null;
  const number = freeNumber(all);
  const mark = isNamed ? `[^${number}]` : '';
  const quoted = words
    .split(/\r\n?|\n/)
    .map((part) => (part.trim() === '' ? '>' : `> ${part.trim()}`))
    .join('\n');
  const note = isNamed ? `\n\n[^${number}]: ${citation(source)}` : '';
  const before = line.trim() === '' ? '' : '\n\n';
  const after = all.slice(from).startsWith('\n\n') || from === all.length ? '' : '\n';
  return { from, insert: `${before}${quoted}${mark}${note}${after}` };
}
