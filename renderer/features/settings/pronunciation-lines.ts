/** Reads and writes a channel's pronunciations as text: a line per word, `Łódź = woodge`. */
import { LIMITS } from '#contract/limits.ts';
import type { Pronunciation } from '#contract/schema/channel.ts';

export const formatPronunciations = (list: readonly Pronunciation[]): string =>
  list.map(({ written, spoken }) => `${written} = ${spoken}`).join('\n');

export interface ParsedPronunciations {
  readonly list: readonly Pronunciation[];
  /** The first invalid line; null if all are valid. */
  readonly fault: { readonly line: number; readonly kind: 'form' | 'length' | 'twice' } | null;
}

/** Parses lines, ignoring empty ones. */
export function parsePronunciations(text: string): ParsedPronunciations {
  const list: Pronunciation[] = [];
  const { written: maxWritten, spoken: maxSpoken } = LIMITS.pronunciations;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const failAt = (kind: 'form' | 'length' | 'twice') => ({ list, fault: { line: index + 1, kind } });
    const separator = line.indexOf(' = ') >= 0 ? line.indexOf(' = ') + 1 : line.indexOf('=');
    const [writtenForm, spokenForm] =
      separator < 0 ? ['', ''] : [line.slice(0, separator).trim(), line.slice(separator + 1).trim()];
    if (writtenForm === '' || spokenForm === '') return failAt('form');
    if ([...writtenForm].length > maxWritten || [...spokenForm].length > maxSpoken) return failAt('length');
    if (list.some((entry) => entry.written === writtenForm)) return failAt('twice');
    list.push({ written: writtenForm, spoken: spokenForm });
  }
  return { list, fault: null };
}
