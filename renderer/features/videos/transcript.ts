import type { CaptionCue } from '#contract/schema/video-content.ts';
import type { Range } from './playback.svelte.ts';

type SpokenCue = Pick<CaptionCue, 'start_time' | 'end_time' | 'words'>;

/** Returns a cue's words with the text between them, which is empty in scripts without spaces. */
export function splitIntoWords({ text, words }: Pick<CaptionCue, 'text' | 'words'>): string[] {
  let from = 0;
  const starts = words.map((word) => {
    const index = text.indexOf(word.text, from);
    if (index >= 0) from = index + word.text.length;
    return index;
  });
  if (starts.includes(-1)) return words.map((word) => `${word.text} `);
  return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1] ?? text.length));
}

export interface SpokenAt {
  /** Index of the current sentence; -1 between two sentences. */
  readonly cueIndex: number;
  /** Index of the word within the sentence. */
  readonly wordIndex: number;
}

const EPSILON = 1e-6;
/** Seconds before the end of a frame: anything that starts there belongs to the next frame. */
const EDGE = 1e-4;

/** Returns the index of the last sentence that has begun at a moment, -1 before the first. Cues must be in order. */
function findLastBegun(cues: readonly SpokenCue[], seconds: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cues[middle]?.start_time ?? Infinity) > seconds + EPSILON) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** Returns the word being said at a moment. Cues must be in order. */
export function findSpokenAt(cues: readonly SpokenCue[], seconds: number): SpokenAt {
  const index = findLastBegun(cues, seconds);
  const cue = cues[index];
  if (!cue || seconds >= cue.end_time) return { cueIndex: -1, wordIndex: -1 };
  return { cueIndex: index, wordIndex: cue.words.findLastIndex(({ start_time }) => start_time <= seconds + EPSILON) };
}

export type Place = readonly [cue: number, word: number];

const getWordStarts = ({ start_time, words }: SpokenCue): number[] =>
  words.length === 0 ? [start_time] : words.map((word) => word.start_time);

/**
 * Returns the word after a moment (1), before it (-1), or the current or last one (0). A word that begins within the
 * same frame as the moment is the current one.
 */
export function findWordNear(
  cues: readonly SpokenCue[],
  seconds: number,
  step: -1 | 0 | 1,
  frame: number,
): Place | null {
  const findLastWordBefore = (limit: number): Place | null => {
    for (let index = findLastBegun(cues, limit); index >= 0; index -= 1) {
      const cue = cues[index];
      const word = cue ? getWordStarts(cue).findLastIndex((start) => start <= limit + EPSILON) : -1;
      if (word >= 0) return [index, word];
    }
    return null;
  };
  const current = findLastWordBefore(seconds + frame - EDGE);
  if (step === 0) return current ?? (cues.length === 0 ? null : [0, 0]);
  if (step === -1) return findLastWordBefore(seconds - EDGE);
  if (current === null) return cues.length === 0 ? null : [0, 0];
  const [cue, word] = current;
  const currentCue = cues[cue];
  if (currentCue && word + 1 < getWordStarts(currentCue).length) return [cue, word + 1];
  return cue + 1 < cues.length ? [cue + 1, 0] : null;
}

/** Returns the range from the first word to the end of the last, in either order. */
export function getRangeOfWords(cues: readonly SpokenCue[], a: Place, b: Place): Range | null {
  const [from, to] = sortPlaces(a, b);
  const [first, last] = [cues[from[0]], cues[to[0]]];
  if (!first || !last) return null;
  const start = first.words[from[1]]?.start_time ?? first.start_time;
  const end = last.words[to[1] + 1]?.start_time ?? last.end_time;
  return end > start ? { start, end } : null;
}

const sortPlaces = (a: Place, b: Place): [Place, Place] =>
  a[0] < b[0] || (a[0] === b[0] && a[1] <= b[1]) ? [a, b] : [b, a];
