import { textHunks, wordDiff, type DiffPart, type Hunk } from '#markdown/text-diff.ts';
import { threeWayMerge, type ThreeWayMerge } from '#markdown/three-way-merge.ts';
import { tryRegExp, type RegExpTrial } from './regexp-trial.ts';

/** Lists the tasks the worker runs on long texts, with input and result. */
export interface TextTasks {
  diff: { given: { before: string; after: string }; made: readonly DiffPart[] };
  hunks: { given: { before: string; after: string }; made: readonly Hunk[] };
  merge: { given: { base: string; mine: string; theirs: string }; made: ThreeWayMerge };
  /** Completes once the expression got through the text. */
  tryRegExp: { given: RegExpTrial; made: true };
}
export type TaskName = keyof TextTasks;

export const TASKS: { [N in TaskName]: (given: TextTasks[N]['given']) => TextTasks[N]['made'] } = {
  diff: ({ before, after }) => wordDiff(before, after),
  hunks: ({ before, after }) => textHunks(before, after),
  merge: ({ base, mine, theirs }) => threeWayMerge(base, mine, theirs),
  tryRegExp: (trial) => {
    tryRegExp(trial);
    return true;
  },
};

export interface TaskRequest<N extends TaskName = TaskName> {
  readonly id: number;
  readonly name: N;
  readonly given: TextTasks[N]['given'];
}
export interface TaskDone {
  readonly id: number;
  /** Is absent if the task failed. */
  readonly made?: unknown;
}
