import { Passages, plainSentence, sentencesIn } from '#markdown/claims.ts';

import type { Source } from './sources.ts';

/** A sentence of the script and the passage it was taken from. */
export interface Taken {
  readonly sentence: string;
  readonly quote: string;
  readonly source: Source;
}

/** What a script took over from its sources, in the order of the script; each sentence once. */
export function takenFrom(script: string, sources: readonly Source[]): Taken[] {
  const passages = new Passages(
    sources.flatMap((source) => sentencesIn(source.text).map(({ text }) => ({ text: plainSentence(text), source }))),
  );
  const taken = new Map<string, Taken>();
  for (const { text } of sentencesIn(script)) {
    const sentence = plainSentence(text);
    const passage = taken.has(sentence) ? null : passages.find(sentence);
    if (passage) taken.set(sentence, { sentence, quote: passage.text, source: passage.source });
  }
  return [...taken.values()];
}
