/** Makes captions from timed sentences, and the subtitle files that players read. */
import { captionLines, captionsOf, captionWords } from '#markdown/captions/lines.ts';
import { CAPTION, graphemesOf } from '#markdown/captions/rules.ts';
import { toSrt, toVtt } from '#markdown/subtitle-files.ts';
import { wordsOf } from '#markdown/words.ts';

import type { Cue } from './video.ts';

export interface SpokenSentence {
  readonly id: string;
  readonly scene: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Is the length in seconds that its captions are cut for, if it was spoken again. */
  readonly cutFor?: number;
}

/** Estimates a word's duration from its letters plus a constant. */
const weight = (text: string): number => graphemesOf(text).length + 2;
const weights = (words: readonly string[]): number => words.reduce((sum, word) => sum + weight(word), 0);

/** Matches the end of a text whose script has no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}、。，]$/u;

/** No part of a sentence gets a slide for a shorter time, in seconds. */
const MIN_PART = 1.4;

function wordTimes(text: string, start: number, end: number): Cue['words'] {
  const words = captionWords(text);
  const total = weights(words);
  let at = start;
  return words.map((word) => {
    const begins = at;
    at += ((end - start) * weight(word)) / total;
    return { text: word, start: begins };
  });
}

/**
 * Splits a sentence that takes `seconds` to say where captions break, into parts of at most `most` seconds. `from` is the
 * share of the sentence before each.
 */
export function sentenceParts(
  sentence: string,
  { seconds, most, language }: { readonly seconds: number; readonly most: number; readonly language: string },
): { readonly text: string; readonly from: number }[] {
  const total = Math.max(1, weights(captionWords(sentence)));
  // Parts as long as the longest caption would be too long here, so the words count as slower than they are.
  const slower = CAPTION.most / most;
  const all = captionsOf(sentence, { language, secondsOf: (word) => (weight(word) / total) * seconds * slower });
  const parts: { text: string; from: number; seconds: number }[] = [];
  let said = 0;
  for (const { text, seconds: slow } of all) {
    const takes = slow / slower;
    const last = parts.at(-1);
    const isRest = said + takes > seconds - MIN_PART;
    if (last && (last.seconds + takes <= most || (isRest && takes < MIN_PART))) {
      last.text += UNSPACED.test(last.text) ? text : ` ${text}`;
      last.seconds += takes;
    } else parts.push({ text, from: seconds === 0 ? 0 : said / seconds, seconds: takes });
    said += takes;
  }
  return parts;
}

/**
 * Splits sentences into captions. `edits` replace a caption's text by its id; an empty text removes the caption.
 * `language` is a language tag.
 */
export function cuesOf(
  sentences: readonly SpokenSentence[],
  edits: Readonly<Record<string, string>>,
  language = 'en',
): Cue[] {
  return sentences.flatMap(({ id, scene, text, start, end, cutFor }) => {
    const rate = (cutFor ?? end - start) / Math.max(1, weights(captionWords(text)));
    const parts = captionsOf(text, { language, secondsOf: (word) => weight(word) * rate });
    const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    let said = 0;
    return parts.flatMap((part, index): Cue[] => {
      const from = start + (total === 0 ? 0 : (end - start) * (said / total));
      said += part.seconds;
      const to = index === parts.length - 1 ? end : start + (end - start) * (said / total);
      const cue = `${id}-${index + 1}`;
      const shown = edits[cue] ?? part.text;
      if (shown.trim() === '' || (edits[cue] === undefined && wordsOf(shown).length === 0)) return [];
      return [{ id: cue, scene, start: from, end: to, text: shown, words: wordTimes(shown, from, to) }];
    });
  });
}

const lined = ({ id, start, end, text }: Cue) => ({ id, start, end, lines: captionLines(text) });

export const cuesToSrt = (cues: readonly Cue[]): string => toSrt(cues.map(lined));
export const cuesToVtt = (cues: readonly Cue[]): string => toVtt(cues.map(lined));
