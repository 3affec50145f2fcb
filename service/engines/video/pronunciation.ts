/** Writes sentences the way a voice is to speak them; captions keep what the script says. */
import type { Pronunciation } from '#contract/schema/channel.ts';
import { escapeRegExp } from '#markdown/escape-reg-exp.ts';
import { UNSPACED } from '#markdown/words.ts';

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

/** Replaces written forms by spoken ones, the longest first; what was replaced is not looked at again. */
export function spokenForm(sentence: string, pronunciations: readonly Pronunciation[] = []): string {
  let parts: { text: string; done: boolean }[] = [{ text: sentence, done: false }];
  for (const { written, spoken } of pronunciations.toSorted((a, b) => b.written.length - a.written.length)) {
    parts = parts.flatMap((part) => {
      if (part.done) return [part];
      return part.text
        .split(pattern(written))
        .flatMap((text, index) => [...(index > 0 ? [{ text: spoken, done: true }] : []), { text, done: false }]);
    });
  }
  return parts.map(({ text }) => text).join('');
}
