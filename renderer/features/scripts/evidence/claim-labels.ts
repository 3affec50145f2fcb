import type { ClaimKind } from '#markdown/claims.ts';

const REASONS: Record<ClaimKind, string> = {
  number: 'States a number',
  date: 'States a date',
  name: 'Names someone or something',
  fact: 'States a fact that can be looked up',
};

interface Reasons {
  readonly kind: ClaimKind | null;
  /** The titles of the sources. */
  readonly titles: readonly string[];
  /** The title of a source the model named that does not contain the sentence. */
  readonly notIn: string | null;
}

/** Explains why a sentence is marked: its sources, a source that does not say it, or what it states. */
export function describeReason({ kind, titles, notIn }: Reasons): string {
  if (titles.length > 0) return `Source: ${titles.join(', ')}`;
  if (notIn !== null) return describeMissingQuote(notIn);
  return kind === null ? '' : `${REASONS[kind]}. No source yet.`;
}

/** Describes what to check about a claim without a source. */
export const describeCheck = ({ kind, notIn }: Omit<Reasons, 'titles'>): string =>
  notIn === null ? REASONS[kind ?? 'number'] : describeMissingQuote(notIn);

const describeMissingQuote = (title: string): string =>
  `The model names “${title}” as its source, but nothing like this was found there.`;
