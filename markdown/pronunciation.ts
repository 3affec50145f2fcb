/** Writes sentences the way a voice is to speak them; captions keep what the script says. */
import { escapeRegExp } from './escape-reg-exp.ts';
import { UNSPACED } from './words.ts';

/** Says how a voice reads a word. */
export interface Pronunciation {
  readonly written: string;
  readonly spoken: string;
}

const LETTER = '[\\p{L}\\p{M}\\p{N}]';

/** Matches a written form as a whole word: in any case if it has no capital letter, else exactly, as `IT` is not `it`. */
function pattern(written: string): RegExp {
  const letters = [...written];
  // A word of a script without spaces has no edge that a pattern could find.
  const edge = (letter: string | undefined, look: string): string =>
    letter !== undefined && /[\p{L}\p{N}]/u.test(letter) && !UNSPACED.test(letter) ? look : '';
  const before = edge(letters[0], `(?<!${LETTER})`);
  const after = edge(letters.at(-1), `(?!${LETTER})`);
  const source = escapeRegExp(written).replace(/\s+/g, '\\s+');
  return new RegExp(before + source + after, written === written.toLowerCase() ? 'giu' : 'gu');
}

interface Part {
  readonly written: string;
  readonly spoken: string;
  readonly isReplaced: boolean;
}

const unchanged = (text: string): Part => ({ written: text, spoken: text, isReplaced: false });

function partsOf(text: string, { written, spoken }: Pronunciation): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern(written))) {
    parts.push(unchanged(text.slice(at, match.index)), { written: match[0], spoken, isReplaced: true });
    at = match.index + match[0].length;
  }
  return [...parts, unchanged(text.slice(at))];
}

/** Replaces written forms by spoken ones, the longest first; what was replaced is not looked at again. */
function spokenParts(sentence: string, pronunciations: readonly Pronunciation[]): Part[] {
  let parts = [unchanged(sentence)];
  for (const one of pronunciations.toSorted((a, b) => b.written.length - a.written.length)) {
    parts = parts.flatMap((part) => (part.isReplaced ? [part] : partsOf(part.written, one)));
  }
  return parts;
}

/** Returns the sentence as a voice reads it. */
export const spokenForm = (sentence: string, pronunciations: readonly Pronunciation[] = []): string =>
  spokenParts(sentence, pronunciations)
    .map(({ spoken }) => spoken)
    .join('');

/** Returns where in the sentence an offset in its spoken form is; inside a replaced word, where that word begins. */
export function writtenOffset(sentence: string, pronunciations: readonly Pronunciation[], offset: number): number {
  let [said, written] = [0, 0];
  for (const part of spokenParts(sentence, pronunciations)) {
    if (offset < said + part.spoken.length) return written + (part.isReplaced ? 0 : offset - said);
    said += part.spoken.length;
    written += part.written.length;
  }
  return sentence.length;
}
