/** Writes sentences the way a voice is to speak them; captions keep what the script says. */
import { escapeRegExp } from './escape-reg-exp.ts';
import { LETTER, UNSPACED_LETTERS } from './words.ts';

/** A word and how a voice pronounces it. */
export interface Pronunciation {
  readonly written: string;
  readonly spoken: string;
}

/** Matches a written form as a whole word: in any case if it has no capital letter, else exactly, as `IT` is not `it`. */
function toWordPattern(writtenForm: string): RegExp {
  const letters = [...writtenForm];
  // A word of a script without spaces has no edge that a pattern could find.
  const toEdgePattern = (letter: string | undefined, lookaround: string): string =>
    letter !== undefined && /[\p{L}\p{N}]/u.test(letter) && !UNSPACED_LETTERS.test(letter) ? lookaround : '';
  const before = toEdgePattern(letters[0], `(?<!${LETTER})`);
  const after = toEdgePattern(letters.at(-1), `(?!${LETTER})`);
  const source = escapeRegExp(writtenForm).replace(/\s+/g, '\\s+');
  return new RegExp(before + source + after, writtenForm === writtenForm.toLowerCase() ? 'giu' : 'gu');
}

interface Part {
  readonly written: string;
  readonly spoken: string;
  readonly isReplaced: boolean;
}

const toUnchangedPart = (text: string): Part => ({ written: text, spoken: text, isReplaced: false });

function getParts(text: string, { written, spoken }: Pronunciation): Part[] {
  const parts: Part[] = [];
  let offset = 0;
  for (const match of text.matchAll(toWordPattern(written))) {
    parts.push(toUnchangedPart(text.slice(offset, match.index)), { written: match[0], spoken, isReplaced: true });
    offset = match.index + match[0].length;
  }
  return [...parts, toUnchangedPart(text.slice(offset))];
}

/** Replaces written forms by spoken ones, the longest first; replaced text is not searched again. */
function splitSpokenParts(sentence: string, pronunciations: readonly Pronunciation[]): Part[] {
  let parts = [toUnchangedPart(sentence)];
  for (const pronunciation of pronunciations.toSorted((a, b) => b.written.length - a.written.length)) {
    parts = parts.flatMap((part) => (part.isReplaced ? [part] : getParts(part.written, pronunciation)));
  }
  return parts;
}

/** Returns the sentence as a voice reads it. */
export const toSpokenForm = (sentence: string, pronunciations: readonly Pronunciation[] = []): string =>
  splitSpokenParts(sentence, pronunciations)
    .map(({ spoken }) => spoken)
    .join('');

/** Maps an offset in the spoken form to the written sentence; within a replaced word, to the word's start. */
export function toWrittenOffset(sentence: string, pronunciations: readonly Pronunciation[], offset: number): number {
  let [spokenLength, writtenLength] = [0, 0];
  for (const part of splitSpokenParts(sentence, pronunciations)) {
    if (offset < spokenLength + part.spoken.length)
      return writtenLength + (part.isReplaced ? 0 : offset - spokenLength);
    spokenLength += part.spoken.length;
    writtenLength += part.written.length;
  }
  return sentence.length;
}
