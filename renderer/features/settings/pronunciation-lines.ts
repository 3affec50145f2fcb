/** Reads and writes a channel's pronunciations as text: a line per word, `Łódź = woodge`. */
import { LIMITS } from '#contract/limits.ts';
import type { Pronunciation } from '#contract/schema/channel.ts';

export const pronunciationLines = (list: readonly Pronunciation[]): string =>
  list.map(({ written, spoken }) => `${written} = ${spoken}`).join('\n');

export interface PronunciationsRead {
  readonly list: readonly Pronunciation[];
  /** Names the first line that can't be used; null if all can. */
  readonly fault: { readonly line: number; readonly kind: 'form' | 'length' | 'twice' } | null;
}

/** Reads lines; empty ones are left out. */
export function readPronunciations(text: string): PronunciationsRead {
  const list: Pronunciation[] = [];
  const { written: longestWritten, spoken: longestSpoken } = LIMITS.pronunciations;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const fault = (kind: 'form' | 'length' | 'twice') => ({ list, fault: { line: index + 1, kind } });
    const at = line.indexOf(' = ') >= 0 ? line.indexOf(' = ') + 1 : line.indexOf('=');
    const [written, spoken] = at < 0 ? ['', ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (written === '' || spoken === '') return fault('form');
    if ([...written].length > longestWritten || [...spoken].length > longestSpoken) return fault('length');
    if (list.some((one) => one.written === written)) return fault('twice');
    list.push({ written, spoken });
  }
  return { list, fault: null };
}
