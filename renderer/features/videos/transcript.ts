import type { CaptionCue } from '#contract/schema/video.ts';
import type { Range } from './playback.svelte.ts';

type Spoken = Pick<CaptionCue, 'start_time' | 'end_time' | 'words'>;

export interface SpokenAt {
  /** Index of the sentence on screen, -1 between two. */
  readonly cue: number;
  readonly word: number;
}

/** What is being said at a moment. Cues are in order. */
export function spokenAt(cues: readonly Spoken[], seconds: number): SpokenAt {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cues[middle]?.start_time ?? Infinity) > seconds + 1e-6) high = middle;
    else low = middle + 1;
  }
  const cue = cues[low - 1];
  if (!cue || seconds >= cue.end_time) return { cue: -1, word: -1 };
  return { cue: low - 1, word: cue.words.findLastIndex(({ start_time }) => start_time <= seconds + 1e-6) };
}

type Place = readonly [cue: number, word: number];

/** From the first of some words to the end of the last, whichever was taken first. */
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
