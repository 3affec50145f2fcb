/** Reads staged changes of how the voice reads single sentences. */
import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { VisualBlock } from '#contract/schema/video-content.ts';

export interface SpokenSentence {
  /** The number of the sentence in the block, from 1. */
  readonly number: number;
  /** The script's words. */
  readonly text: string;
  /** The text that the voice reads once the staged edits are applied. */
  readonly saidAs: string;
  readonly edit: RevisionItem | null;
}

/** Returns the number of the sentence that a staged edit has spoken again; null for other edits. */
export const getSentence = ({ action, inputs }: RevisionItem): number | null =>
  action === 'speak_sentence' && typeof inputs['number'] === 'number' ? inputs['number'] : null;

/** Lists a block's sentences; `stagedEdits` are the edits of this block. */
export function listSentences(
  { narration, said_as }: Pick<VisualBlock, 'narration' | 'said_as'>,
  stagedEdits: readonly RevisionItem[],
): SpokenSentence[] {
  return narration.map((text, index) => {
    const edit = stagedEdits.find((item) => getSentence(item) === index + 1) ?? null;
    const stagedText = edit?.inputs['said_as'];
    return {
      number: index + 1,
      text,
      saidAs: typeof stagedText === 'string' ? stagedText : (said_as?.[index] ?? text),
      edit,
    };
  });
}
