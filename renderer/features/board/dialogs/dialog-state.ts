import type { Box } from '#contract/box.ts';
import type { Item } from '../model/items.ts';

export type DialogState =
  | { readonly kind: 'import'; readonly addresses: readonly string[] }
  | { readonly kind: 'video-frame' }
  /** `region` is in fractions of the picture; null for all of it. */
  | { readonly kind: 'edit'; readonly item: Item; readonly region: Box | null }
  | { readonly kind: 'assign' | 'crop' | 'wipe' | 'feed'; readonly item: Item }
  | { readonly kind: 'export' | 'variants'; readonly items: readonly Item[] };
