/** Makes captions from timed sentences, and the subtitle files that players read. */
import { toCaptionLines, toCaptions, splitCaptionWords } from '#markdown/captions/lines.ts';
import { CAPTION, splitGraphemes } from '#markdown/captions/rules.ts';
import { toSrt, toVtt } from '#markdown/subtitle-files.ts';
import { getWords, UNSPACED_LETTERS } from '#markdown/words.ts';

import type { Cue } from './video.ts';

export interface SpokenSentence {
  readonly id: string;
  readonly scene: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The length in seconds that its captions are cut for, if it was spoken again. */
  readonly cutFor?: number;
}

/** Estimates a word's duration from its letters plus a constant. */
const weighWord = (text: string): number => splitGraphemes(text).length + 2;
const weighWords = (words: readonly string[]): number => words.reduce((sum, word) => sum + weighWord(word), 0);

/** Matches the end of a text whose script has no spaces between words. */
const UNSPACED_END = new RegExp(`(?:${UNSPACED_LETTERS.source}|[、。，])$`, 'u');

/** No part of a sentence gets a slide for a shorter time, in seconds. */
const MIN_PART_SECONDS = 1.4;

function estimateWordTimes(text: string, start: number, end: number): Cue['words'] {
  const words = splitCaptionWords(text);
  const total = weighWords(words);
  let time = start;
  return words.map((word) => {
    const wordStart = time;
    time += ((end - start) * weighWord(word)) / total;
    return { text: word, start: wordStart };
  });
}

/**
 * Splits a sentence that takes `seconds` to say where captions break, into parts of at most `maxSeconds` seconds.
 * `from` is the share of the sentence before each part.
 */
export function splitSentence(
  sentence: string,
  {
    seconds,
    maxSeconds,
    language,
  }: { readonly seconds: number; readonly maxSeconds: number; readonly language: string },
): { readonly text: string; readonly from: number }[] {
  const total = Math.max(1, weighWords(splitCaptionWords(sentence)));
  // Parts as long as the longest caption would be too long here, so the words count as slower than they are.
  const slowdown = CAPTION.maxSeconds / maxSeconds;
  const captions = toCaptions(sentence, {
    language,
    toSeconds: (word) => (weighWord(word) / total) * seconds * slowdown,
  });
  const parts: { text: string; from: number; seconds: number }[] = [];
  let spokenSeconds = 0;
  for (const { text, seconds: slowSeconds } of captions) {
    const partSeconds = slowSeconds / slowdown;
    const last = parts.at(-1);
    const isRemainder = spokenSeconds + partSeconds > seconds - MIN_PART_SECONDS;
    if (last && (last.seconds + partSeconds <= maxSeconds || (isRemainder && partSeconds < MIN_PART_SECONDS))) {
      last.text += UNSPACED_END.test(last.text) ? text : ` ${text}`;
      last.seconds += partSeconds;
    } else parts.push({ text, from: seconds === 0 ? 0 : spokenSeconds / seconds, seconds: partSeconds });
    spokenSeconds += partSeconds;
  }
  return parts;
}

/**
 * Splits sentences into captions. `edits` replace a caption's text by its id; an empty text removes the caption.
 * `language` is a language tag.
 */
export function createCues(
  sentences: readonly SpokenSentence[],
  edits: Readonly<Record<string, string>>,
  language = 'en',
): Cue[] {
  return sentences.flatMap(({ id, scene, text, start, end, cutFor }) => {
    const rate = (cutFor ?? end - start) / Math.max(1, weighWords(splitCaptionWords(text)));
    const parts = toCaptions(text, { language, toSeconds: (word) => weighWord(word) * rate });
    const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    let spokenSeconds = 0;
    return parts.flatMap((part, index): Cue[] => {
      const cueStart = start + (total === 0 ? 0 : (end - start) * (spokenSeconds / total));
      spokenSeconds += part.seconds;
      const cueEnd = index === parts.length - 1 ? end : start + (end - start) * (spokenSeconds / total);
      const cue = `${id}-${index + 1}`;
      const cueText = edits[cue] ?? part.text;
      if (cueText.trim() === '' || (edits[cue] === undefined && getWords(cueText).length === 0)) return [];
      return [
        {
          id: cue,
          scene,
          start: cueStart,
          end: cueEnd,
          text: cueText,
          words: estimateWordTimes(cueText, cueStart, cueEnd),
        },
      ];
    });
  });
}

const withLines = ({ id, start, end, text }: Cue) => ({ id, start, end, lines: toCaptionLines(text) });

export const writeCuesAsSrt = (cues: readonly Cue[]): string => toSrt(cues.map(withLines));
export const writeCuesAsVtt = (cues: readonly Cue[]): string => toVtt(cues.map(withLines));
