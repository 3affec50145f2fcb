/** Matches the sentences of a generated script to the sources it was written from, and stores the matches. */
import { Passages, toPlainSentence, listSentences } from '#markdown/claims.ts';

import type { Citation } from '../../engines/text/text-engine.ts';
import { agent_evidence } from '../../store/schema-agent-runs.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';

/** A source, with only the text that was used of it. */
export interface Source {
  readonly kind: 'page' | 'text';
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  readonly retrieved_at: string;
}

export interface EvidenceMatch {
  readonly sentence: string;
  /** Empty if the model cites the source but no similar sentence is found there. */
  readonly quote: string;
  readonly source: Source;
}

/** Makes sources of texts that the person pasted, in their order. */
export const toPastedSources = (texts: readonly string[], pastedAt: Date): Source[] =>
  texts.map((text, index) => ({
    kind: 'text',
    title: `Pasted text ${index + 1}`,
    url: null,
    text,
    retrieved_at: pastedAt.toISOString(),
  }));

/**
 * Returns each matched sentence once, in script order, then the cited sentences without a match.
 */
export function matchEvidence(
  script: string,
  sources: readonly Source[],
  citations: readonly Citation[] = [],
): EvidenceMatch[] {
  const passages = new Passages(
    sources.flatMap((source) =>
      listSentences(source.text).map(({ text }) => ({ text: toPlainSentence(text), source })),
    ),
  );
  const matches = new Map<string, EvidenceMatch>();
  for (const { text } of listSentences(script)) {
    const sentence = toPlainSentence(text);
    const passage = matches.has(sentence) ? null : passages.find(sentence);
    if (passage) matches.set(sentence, { sentence, quote: passage.text, source: passage.source });
  }
  for (const { sentence, source: index } of citations) {
    const source = sources[index];
    if (source && !matches.has(sentence)) matches.set(sentence, { sentence, quote: '', source });
  }
  return [...matches.values()];
}

/** Keeps each statement below any database's parameter limit. */
const ROWS_PER_BATCH = 500;

/** `run_id` names the agent run that wrote the script, if any. */
export async function storeEvidence(
  tx: Db,
  { id: script_id, team_id }: Pick<ScriptRow, 'id' | 'team_id'>,
  run_id: number | null,
  matches: readonly EvidenceMatch[],
): Promise<void> {
  const rows = matches.map(({ sentence, quote, source }) => ({
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
  for (let start = 0; start < rows.length; start += ROWS_PER_BATCH) {
    await tx.insert(agent_evidence).values(rows.slice(start, start + ROWS_PER_BATCH));
  }
}
