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
    const match = rules.joint.exec(sentence.slice(from));
    if (match === null) return null;
    const offset = from + match.index;
    const first = sentence.slice(0, offset);
    const rest = `${match[1] === undefined ? '' : `${match[1]} `}${sentence.slice(offset + match[0].length)}`;
    const hasClosedBrackets = (first.match(/[([]/g) ?? []).length === (first.match(/[)\]]/g) ?? []).length;
    const hasClosedMarks = (first.match(/[*_]/g) ?? []).length % 2 === 0;
    const startOfRest = rest.split(/\s+/).slice(0, 8).join(' ');
    const isDependent = rules.subordinate.test(first) || /,/.test(startOfRest);
    const areLongEnough = countWords(first) >= MIN_PART_WORDS && countWords(rest) >= MIN_PART_WORDS;
    if (hasClosedBrackets && hasClosedMarks && !isDependent && areLongEnough && /^\p{L}/u.test(rest))
      return [first, rest];
    from = offset + match[0].length;
  }
}
