import { single, type Result } from 'fuzzysort';
import type { Snippet } from 'svelte';

import type { IconType } from './types.ts';

export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly icon?: IconType | undefined;
  /** Address of a 16:9 picture that replaces the icon. */
  readonly image?: string | undefined;
  readonly shortcut?: string | undefined;
  /** Cost of running it: "7 credits" or "free". */
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
  /** The title in pieces, those that match the query marked. */
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

/** Matches the query as typed, its words in any order, or initials: "nsc" finds "New script". */
function match(query: string, text: string): Result | null {
  const found = single(query, text);
  return found && found.score >= THRESHOLD ? found : null;
}

const piecesOf = (found: Result): TitlePiece[] =>
  found
    .highlight((text): TitlePiece => ({ text, matches: true }))
    .map((piece) => (typeof piece === 'string' ? { text: piece, matches: false } : piece));

function hitOf(item: PaletteItem, query: string): { hit: PaletteHit; score: number } | undefined {
  const plain = { item, title: [{ text: item.title, matches: false }] };
  if (item.always || query.trim() === '') return { hit: plain, score: 0 };
  const title = match(query, item.title);
  if (title) return { hit: { item, title: piecesOf(title) }, score: title.score };
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
