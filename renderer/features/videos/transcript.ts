import type { CaptionCue } from '#contract/schema/video.ts';
import type { Range } from './playback.svelte.ts';

type Spoken = Pick<CaptionCue, 'start_time' | 'end_time' | 'words'>;

/** Returns a cue's words with what stands between them in its text, which is nothing in scripts without spaces. */
export function spacedWords({ text, words }: Pick<CaptionCue, 'text' | 'words'>): string[] {
  let from = 0;
  const starts = words.map((word) => {
    const at = text.indexOf(word.text, from);
    if (at >= 0) from = at + word.text.length;
    return at;
  });
  if (starts.includes(-1)) return words.map((word) => `${word.text} `);
  return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1] ?? text.length));
}

export interface SpokenAt {
  /** Index of the current sentence, -1 between two. */
  readonly cue: number;
  readonly word: number;
}

const EPSILON = 1e-6;
/** Seconds before the end of a frame: anything that starts there belongs to the next frame. */
const EDGE = 1e-4;

/** Returns the index of the last sentence that has begun at a moment, -1 before the first. Cues must be in order. */
function lastBegun(cues: readonly Spoken[], seconds: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cues[middle]?.start_time ?? Infinity) > seconds + EPSILON) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** Returns what is being said at a moment. Cues must be in order. */
export function spokenAt(cues: readonly Spoken[], seconds: number): SpokenAt {
  const at = lastBegun(cues, seconds);
  const cue = cues[at];
  if (!cue || seconds >= cue.end_time) return { cue: -1, word: -1 };
  return { cue: at, word: cue.words.findLastIndex(({ start_time }) => start_time <= seconds + EPSILON) };
}

export type Place = readonly [cue: number, word: number];

const starts = ({ start_time, words }: Spoken): number[] =>
  words.length === 0 ? [start_time] : words.map((word) => word.start_time);

/**
 * Returns the word after a moment (1), before it (-1), or the current or last one (0). A word that begins within the
 * same frame as the moment is the current one.
 */
export function wordNear(cues: readonly Spoken[], seconds: number, way: -1 | 0 | 1, frame: number): Place | null {
  const begins = (limit: number): Place | null => {
    for (let at = lastBegun(cues, limit); at >= 0; at -= 1) {
      const cue = cues[at];
      const word = cue ? starts(cue).findLastIndex((start) => start <= limit + EPSILON) : -1;
      if (word >= 0) return [at, word];
    }
    return null;
  };
  const now = begins(seconds + frame - EDGE);
  if (way === 0) return now ?? (cues.length === 0 ? null : [0, 0]);
  if (way === -1) return begins(seconds - EDGE);
  if (now === null) return cues.length === 0 ? null : [0, 0];
  const [cue, word] = now;
  const here = cues[cue];
  if (here && word + 1 < starts(here).length) return [cue, word + 1];
  return cue + 1 < cues.length ? [cue + 1, 0] : null;
}

/** Returns the range from the first word to the end of the last, in whichever order they are given. */
export function rangeOfWords(cues: readonly Spoken[], one: Place, other: Place): Range | null {
  const [from, to] = ordered(one, other);
  const [first, last] = [cues[from[0]], cues[to[0]]];
  if (!first || !last) return null;
  const start = first.words[from[1]]?.start_time ?? first.start_time;
  const end = last.words[to[1] + 1]?.start_time ?? last.end_time;
  return end > start ? { start, end } : null;
}

const ordered = (one: Place, other: Place): [Place, Place] =>
  one[0] < other[0] || (one[0] === other[0] && one[1] <= other[1]) ? [one, other] : [other, one];
