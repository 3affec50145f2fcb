import { createExcerpt } from '#contract/excerpt.ts';
import { formatTime } from '#markdown/clock.ts';
import type { CutReason } from '#markdown/cuts/propose-cuts.ts';
import type { SuggestedCut } from '#markdown/cuts/suggest-cuts.ts';
import type { PieceNote } from '../compare/hunks.ts';

const REASON_LABELS: Record<CutReason, string> = {
  repeat: 'Said before',
  aside: 'Aside',
  filler: 'Filler',
  wordy: 'Shorter',
  model: 'Suggested',
};

const MAX_LENGTH = 160;

/** Returns the time a cut saves; less than a second is shown in tenths. */
const formatSavedTime = (seconds: number): string =>
  seconds < 1 ? `−${seconds.toFixed(1)} s` : `−${formatTime(seconds)}`;

/** Describes what a suggested cut changes, why, and the time it saves. */
export function createCutNote({ reason, words, text, repeats, seconds }: SuggestedCut): PieceNote {
  const why = repeats === null ? REASON_LABELS[reason] : `Said before: “${createExcerpt(repeats, MAX_LENGTH)}”`;
  return {
    why,
    words: createExcerpt(words, MAX_LENGTH),
    replacement: text.trim(),
    savedTime: formatSavedTime(seconds),
  };
}
