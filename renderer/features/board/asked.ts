import type { Box } from './geometry.ts';
import type { Item } from './items.ts';

/** Which dialog of the board is open, and what it is about. */
export type Asked =
  | { readonly what: 'import'; readonly addresses: readonly string[] }
  /** `region`: fractions of the picture; null for all of it. */
  | { readonly what: 'edit'; readonly item: Item; readonly region: Box | null }
  | { readonly what: 'assign' | 'wipe' | 'feed'; readonly item: Item }
  | { readonly what: 'export' | 'variants'; readonly items: readonly Item[] };
