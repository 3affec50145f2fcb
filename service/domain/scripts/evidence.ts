/** Matches the sentences of a generated script to the sources it was written from, and stores the matches. */
import { Passages, plainSentence, sentencesIn } from '#markdown/claims.ts';

import type { Citation } from '../../engines/text/text-engine.ts';
import { agent_evidence } from '../../store/schema-agent-runs.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';

/** Holds the part of a source that is used. */
export interface Source {
  readonly kind: 'page' | 'text';
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  readonly retrieved_at: string;
}

export interface Taken {
  readonly sentence: string;
  /** Is empty if the sentence is said to be taken from the source, and nothing like it is there. */
  readonly quote: string;
  readonly source: Source;
}

/** Makes sources of texts that the person pasted, in their order. */
export const pastedSources = (texts: readonly string[], at: Date): Source[] =>
  texts.map((text, index) => ({
    kind: 'text',
    title: `Pasted text ${index + 1}`,
    url: null,
    text,
    retrieved_at: at.toISOString(),
  }));

/**
 * Finds the sentences a script took from its sources, in script order and each once; then those which name a source
 * without being found in any.
 */
export function takenFrom(script: string, sources: readonly Source[], citations: readonly Citation[] = []): Taken[] {
  const passages = new Passages(
    sources.flatMap((source) => sentencesIn(source.text).map(({ text }) => ({ text: plainSentence(text), source }))),
  );
  const taken = new Map<string, Taken>();
  for (const { text } of sentencesIn(script)) {
    const sentence = plainSentence(text);
    const passage = taken.has(sentence) ? null : passages.find(sentence);
    if (passage) taken.set(sentence, { sentence, quote: passage.text, source: passage.source });
  }
  for (const { sentence, source: index } of citations) {
    const source = sources[index];
    if (source && !taken.has(sentence)) taken.set(sentence, { sentence, quote: '', source });
  }
  return [...taken.values()];
}

/** Keeps each statement below any database's parameter limit. */
const ROWS_PER_BATCH = 500;

/** Stores what a script took from its sources; `run_id` names the agent run that wrote it, if one did. */
export async function storeEvidence(
  tx: Db,
  { id: script_id, team_id }: Pick<ScriptRow, 'id' | 'team_id'>,
  run_id: number | null,
  taken: readonly Taken[],
): Promise<void> {
  const rows = taken.map(({ sentence, quote, source }) => ({
    team_id,
    script_id,
    run_id,
    sentence,
    quote,
    source_kind: source.kind,
    source_title: source.title,
    source_url: source.url,
    retrieved_at: new Date(source.retrieved_at),
  }));
  for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
    await tx.insert(agent_evidence).values(rows.slice(at, at + ROWS_PER_BATCH));
  }
}
