import type { TextSource } from '#markdown/text-change.ts';
import type { Source } from './source.ts';

/** Returns the first unused footnote number. */
function findFreeNumber(text: string): number {
  const usedNumbers = new Set([...text.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number)));
  let freeNumber = 1;
  while (usedNumbers.has(freeNumber)) freeNumber += 1;
  return freeNumber;
}

const escapeLinkText = (text: string): string => text.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');

/** Encodes spaces, and parentheses, which `encodeURIComponent` does not encode. */
const encodeLinkAddress = (url: string): string =>
  url.replace(/\s/g, encodeURIComponent).replaceAll('(', '%28').replaceAll(')', '%29');

/** Writes a source as a link, or as its title if it has no link. */
function writeCitation({ title, url }: Source): string {
  const name = escapeLinkText(title.trim() === '' ? (url ?? '') : title);
  return url === null ? name : `[${name}](${encodeLinkAddress(url)})`;
}

export interface Insertion {
  readonly from: number;
  readonly insert: string;
}

/**
 * Quotes a source below the line at `cursor` and cites it in a footnote, which is not spoken. A source without text
 * becomes a link at `cursor`.
 */
export function createQuoteInsertion(text: TextSource, cursor: number, source: Source): Insertion {
  const fullText = text.sliceString(0);
  const words = source.text.trim();
  if (words === '') return { from: cursor, insert: writeCitation(source) };
  const end = fullText.indexOf('\n', cursor);
  const from = end < 0 ? fullText.length : end;
  const line = fullText.slice(fullText.lastIndexOf('\n', Math.max(0, cursor - 1)) + 1, from);
  const isNamed = source.title.trim() !== '' || source.url !== null;
  const number = findFreeNumber(fullText);
  const reference = isNamed ? `[^${number}]` : '';
  const quote = words
    .split(/\r\n?|\n/)
    .map((part) => (part.trim() === '' ? '>' : `> ${part.trim()}`))
    .join('\n');
  const note = isNamed ? `\n\n[^${number}]: ${writeCitation(source)}` : '';
  const before = line.trim() === '' ? '' : '\n\n';
  const after = fullText.slice(from).startsWith('\n\n') || from === fullText.length ? '' : '\n';
  return { from, insert: `${before}${quote}${reference}${note}${after}` };
}
