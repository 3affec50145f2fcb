import { textHunks, wordDiff, type DiffPart, type Hunk } from '#markdown/text-diff.ts';
import { threeWayMerge, type ThreeWayMerge } from '#markdown/three-way-merge.ts';
import { tryRegExp, type RegExpTrial } from './regexp-trial.ts';

/** The tasks on long texts that a worker runs. */
export const TEXT_TASKS = {
  diff: (before: string, after: string): readonly DiffPart[] => wordDiff(before, after),
  hunks: (before: string, after: string): readonly Hunk[] => textHunks(before, after),
  merge: (base: string, mine: string, theirs: string): ThreeWayMerge => threeWayMerge(base, mine, theirs),
  /** Completes once the expression got through the text. */
  tryRegExp: (trial: RegExpTrial): void => tryRegExp(trial),
};
export type TextTasks = typeof TEXT_TASKS;
