import type { Snippet } from 'svelte';
import { fuzzy, type MatchRange } from './fuzzy.ts';
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
  readonly ranges: readonly MatchRange[];
}

const perGroup = 8;

function hitOf(item: PaletteItem, query: string): { hit: PaletteHit; score: number } | undefined {
  if (item.always) return { hit: { item, ranges: [] }, score: 0 };
  const title = fuzzy(query, item.title);
  if (title) return { hit: { item, ranges: title.ranges }, score: title.score };
  const rest = fuzzy(query, [item.title, item.subtitle, item.keywords].filter(Boolean).join(' '));
  return rest && { hit: { item, ranges: [] }, score: rest.score - 80 };
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
  const lately = (id: string): number => {
    const at = recent.indexOf(id);
    return at < 0 ? 0 : 30 - Math.min(at, 20);
  };
  return groups.flatMap((group) => {
    const found = group.items
      .map((item) => hitOf(item, query))
      .filter((one) => one !== undefined)
      .map((one) => ({ ...one, score: one.score + lately(one.hit.item.id) }))
      .sort((a, b) => b.score - a.score);
    return found.length === 0 ? [] : [{ group, hits: found.slice(0, perGroup).map((one) => one.hit) }];
  });
}
