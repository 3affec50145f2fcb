import type { ClaimKind } from '#markdown/claims.ts';

const REASON_LABELS: Record<ClaimKind, string> = {
  number: 'States a number',
  date: 'States a date',
  name: 'Names someone or something',
  fact: 'States a fact that can be looked up',
};

interface ClaimReason {
  readonly kind: ClaimKind | null;
  /** The titles of the sources. */
  readonly titles: readonly string[];
  /** The title of a source the model named that does not contain the sentence. */
  readonly missingFrom: string | null;
}

/** Explains why a sentence is marked: its sources, a source that does not say it, or what it states. */
export function describeReason({ kind, titles, missingFrom }: ClaimReason): string {
  if (titles.length > 0) return `Source: ${titles.join(', ')}`;
  if (missingFrom !== null) return describeMissingQuote(missingFrom);
  return kind === null ? '' : `${REASON_LABELS[kind]}. No source yet.`;
}

/** Describes what to check about a claim without a source. */
export const describeCheck = ({ kind, missingFrom }: Omit<ClaimReason, 'titles'>): string =>
  missingFrom === null ? REASON_LABELS[kind ?? 'number'] : describeMissingQuote(missingFrom);

const describeMissingQuote = (title: string): string =>
  `The model names “${title}” as its source, but nothing like this was found there.`;
