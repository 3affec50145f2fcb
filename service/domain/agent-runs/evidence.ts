import { Passages, plainSentence, sentencesIn } from '#markdown/claims.ts';

import type { Source } from './sources.ts';

export interface Taken {
  readonly sentence: string;
  readonly quote: string;
  readonly source: Source;
}

/** Finds the sentences a script took from its sources, in script order and each once. */
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
