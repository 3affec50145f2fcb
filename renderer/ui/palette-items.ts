import { single, type Result } from 'fuzzysort';
import type { Snippet } from 'svelte';

import { foldText } from '#markdown/fold-text.ts';
import { FoldedText } from '#markdown/folded-text.ts';

import type { IconType } from './types.ts';

export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly icon?: IconType | undefined;
  /** Replaces the icon by a 16:9 picture. */
  readonly image?: string | undefined;
  readonly shortcut?: string | undefined;
  /** Says what running it costs: "7 credits" or "free". */
  readonly cost?: string | undefined;
  readonly trail?: Snippet | undefined;
  readonly keywords?: string | undefined;
  /** Stays in the results whatever is typed, because it is made from the query itself (create, search). */
  readonly always?: boolean | undefined;
  /** `beside` is true if the mod key was held. */
  readonly run: (how: { readonly beside: boolean }) => void;
}

export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

export interface PaletteHit {
  readonly item: PaletteItem;
  /** Splits the title into pieces, and marks those that match the query. */
  readonly title: readonly TitlePiece[];
}

export interface TitlePiece {
  readonly text: string;
  readonly matches: boolean;
}

const perGroup = 8;

/** Letters scattered over a title score lower than this: they match by chance. */
const THRESHOLD = 0.5;
const BESIDE_TITLE = 0.3;
const RECENT = 0.1;

/**
 * Matches the query as typed, its words in any order, or initials: "nsc" finds "New script". Capitals tell where words
 * begin, so a text that has nothing else to fold stays as it is.
 */
function match(query: string, text: string): Result | null {
  const [pattern, folded] = [foldText(query), foldText(text)];
  const found = single(pattern, folded === text.toLowerCase() ? text : folded);
  if (!found || found.score < THRESHOLD) return null;
  return folded.includes(pattern) || !skipsMark(found) ? found : null;
}

/** Returns whether a vowel sign between the matched letters was skipped, which makes it another word. */
const skipsMark = (found: Result): boolean =>
  found
    .highlight((text) => ({ text }))
    .some((piece, at) => at > 0 && typeof piece === 'string' && /^\p{M}/u.test(piece));

function piecesOf(found: Result, title: string): TitlePiece[] {
  const folded = new FoldedText(title);
  const pieces: TitlePiece[] = [];
  let [at, from] = [0, 0];
  for (const piece of found.highlight((text): TitlePiece => ({ text, matches: true }))) {
    const { text, matches } = typeof piece === 'string' ? { text: piece, matches: false } : piece;
    if (text === '') continue;
    at += text.length;
    const to = at === folded.text.length ? title.length : folded.placeOf(at - 1, at).to;
    if (from < to) pieces.push({ text: title.slice(from, to), matches });
    from = Math.max(from, to);
  }
  return pieces;
}

function hitOf(item: PaletteItem, query: string): { hit: PaletteHit; score: number } | undefined {
  const plain = { item, title: [{ text: item.title, matches: false }] };
  if (item.always || query.trim() === '') return { hit: plain, score: 0 };
  const title = match(query, item.title);
  if (title) return { hit: { item, title: piecesOf(title, item.title) }, score: title.score };
  const rest = match(query, [item.title, item.subtitle, item.keywords].filter(Boolean).join(' '));
  return rest ? { hit: plain, score: rest.score - BESIDE_TITLE } : undefined;
}

/**
 * Returns the groups in display order: best match first, recently used items before others, no empty groups, at most
 * eight items per group. `recent` holds item ids, newest first.
 */
export function filterGroups(
  groups: readonly PaletteGroup[],
  query: string,
  recent: readonly string[],
): { group: PaletteGroup; hits: PaletteHit[] }[] {
  const bonus = (id: string): number => {
    const at = recent.indexOf(id);
    return at < 0 ? 0 : RECENT / (at + 1);
  };
  return groups.flatMap((group) => {
    const found = group.items
      .map((item) => hitOf(item, query))
      .filter((one) => one !== undefined)
      .map((one) => ({ ...one, score: one.score + bonus(one.hit.item.id) }))
      .sort((a, b) => b.score - a.score);
    return found.length === 0 ? [] : [{ group, hits: found.slice(0, perGroup).map((one) => one.hit) }];
  });
}
