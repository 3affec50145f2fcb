import type { ClaimKind } from '#markdown/claims.ts';

const REASONS: Record<ClaimKind, string> = {
  number: 'States a number',
  date: 'States a date',
  name: 'Names someone or something',
  fact: 'States a fact that can be looked up',
};

/** Says why a sentence is marked: what it states, or its sources. */
export function reasonOf(kind: ClaimKind | null, titles: readonly string[]): string {
  if (titles.length > 0) return `Source: ${titles.join(', ')}`;
  return kind === null ? '' : `${REASONS[kind]}. No source yet.`;
}

export const kindLabel = (kind: ClaimKind | null): string => REASONS[kind ?? 'number'];
