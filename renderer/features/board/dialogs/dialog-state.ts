import type { Box } from '#contract/box.ts';
import type { Item } from '../model/items.ts';

export type DialogState =
  | { readonly what: 'import'; readonly addresses: readonly string[] }
  | { readonly what: 'video-frame' }
  /** `region` is in fractions of the picture; null for all of it. */
  | { readonly what: 'edit'; readonly item: Item; readonly region: Box | null }
  | { readonly what: 'assign' | 'crop' | 'wipe' | 'feed'; readonly item: Item }
  | { readonly what: 'export' | 'variants'; readonly items: readonly Item[] };
