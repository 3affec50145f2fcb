import { capitalize } from '../capitalize.ts';
import type { SpokenTag } from '../language-tag.ts';
import { splitSentences } from '../sentences.ts';
import { countWords } from '../words.ts';
import { SPOKEN_RULES } from './spoken-rules.ts';
import { splitSentence } from './split-sentence.ts';

/** Splits sentences above `longest` words at safe joints; `splits` is their number. */
export function shorten(text: string, tag: SpokenTag, longest: number): { text: string; splits: number } {
  if (countWords(text) <= longest) return { text, splits: 0 };
  let splitCount = 0;
  const sentences = splitSentences(text, tag).flatMap((sentence) => {
    const parts: string[] = [];
    let remaining = sentence;
    while (countWords(remaining) > longest) {
      const halves = splitSentence(remaining, SPOKEN_RULES[tag]);
      if (halves === null) break;
      parts.push(`${halves[0]}.`);
      remaining = capitalize(halves[1]);
      splitCount += 1;
    }
    return [...parts, remaining];
  });
  return { text: splitCount === 0 ? text : sentences.join(' '), splits: splitCount };
}
