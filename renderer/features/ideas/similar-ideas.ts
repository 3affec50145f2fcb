import { foldText } from '#markdown/fold-text.ts';

/** Titles that share at least this much of their words are reported; 1 is all of them. */
const MIN_SIMILARITY = 0.6;
const MAX_SIMILAR = 3;

const STOP_WORDS = new Set(['a', 'an', 'the', 'of', 'to', 'in', 'on', 'for', 'and', 'is', 'are', 'how', 'why', 'what']);

/** Returns each word once that distinguishes a title from others. */
export function getDistinctiveWords(title: string): string[] {
  const words = foldText(title).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const distinctive = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set(distinctive.length > 0 ? distinctive : words)];
}

function measureOverlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const commonCount = a.filter((word) => b.includes(word)).length;
  return commonCount / (a.length + b.length - commonCount);
}

/** Returns the similar candidates, the most similar first. */
export function findSimilar<T extends { readonly title: string }>(title: string, candidates: readonly T[]): T[] {
  const words = getDistinctiveWords(title);
  return candidates
    .map((candidate) => ({ candidate, overlap: measureOverlap(words, getDistinctiveWords(candidate.title)) }))
    .filter(({ overlap }) => overlap >= MIN_SIMILARITY)
    .toSorted((a, b) => b.overlap - a.overlap)
    .slice(0, MAX_SIMILAR)
    .map(({ candidate }) => candidate);
}

const VIDEO =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:\S*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&#/]\S*)?$/i;

/** Returns the id of the video if the pasted text is its address and nothing else. */
export const parseVideoId = (text: string): string | null => VIDEO.exec(text.trim())?.[1] ?? null;
