import { countWords } from '../words.ts';
import type { SpokenRules } from './spoken-rules.ts';

const MIN_PART_WORDS = 5;

/**
 * Splits a long sentence in two if both parts can stand on their own: before a joint such as ", and they". The first
 * part has no full stop, and the second is not capitalized. Returns null if there is no safe joint.
 */
export function splitSentence(sentence: string, rules: SpokenRules): [first: string, rest: string] | null {
  let from = 0;
  for (;;) {
    const found = rules.joint.exec(sentence.slice(from));
    if (found === null) return null;
    const at = from + found.index;
    const first = sentence.slice(0, at);
    const rest = `${found[1] === undefined ? '' : `${found[1]} `}${sentence.slice(at + found[0].length)}`;
    const opened = (first.match(/[([]/g) ?? []).length === (first.match(/[)\]]/g) ?? []).length;
    const emphasis = (first.match(/[*_]/g) ?? []).length % 2 === 0;
    const startOfRest = rest.split(/\s+/).slice(0, 8).join(' ');
    const depends = rules.subordinate.test(first) || /,/.test(startOfRest);
    const long = countWords(first) >= MIN_PART_WORDS && countWords(rest) >= MIN_PART_WORDS;
    if (opened && emphasis && !depends && long && /^\p{L}/u.test(rest)) return [first, rest];
    from = at + found[0].length;
  }
}
