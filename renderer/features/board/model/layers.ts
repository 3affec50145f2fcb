/** Describes what lies over a picture or in a composition, as it is flattened here and at the service. */
import type { Turned } from '#contract/box.ts';
import { PLAIN_LOOK } from '#contract/values.ts';
import type { Box } from '#contract/box.ts';
import { bounds, middle, overlap } from './geometry.ts';
import type { Item } from './items.ts';

/** Returns whether an item's middle lies in a frame; it then moves with it. */
export const holds = (frame: Box, item: Item): boolean =>
  item.kind !== 'frame' && overlap(frame, { ...middle(item), width: 0.01, height: 0.01 });

/** Returns what is visible over a picture or in a composition: what is above and touches it, the lowest first. */
export function over(picture: Item, items: readonly Item[]): Item[] {
  return items.filter(
    (item) =>
      !item.hidden &&
      item.kind !== 'frame' &&
      item.status === 'ready' &&
      item.z > picture.z &&
      overlap(bounds([picture]) ?? picture, bounds([item]) ?? item),
  );
}

/** Returns what a flattened picture consists of, the lowest first: the picture itself, unless it is a frame, and what is over it. */
export function flattened(subject: Item, items: readonly Item[]): Item[] {
  const above = over(subject, items);
  return subject.kind === 'frame' ? above : [subject, ...above];
}

/** Returns an item as a layer; `picture` says which picture it shows. */
export function layerOf<Picture extends object>(item: Item, picture: Picture) {
  const { x, y, width, height, angle, opacity, blend, text, shape } = item;
  const placed = { x, y, width, height, angle, opacity, blend };
  if (text) return { ...placed, kind: 'text' as const, text };
  if (shape) return { ...placed, kind: 'shape' as const, shape };
  return { ...placed, kind: 'image' as const, ...picture, look: item.look ?? PLAIN_LOOK };
}

export const frameOf = ({ x, y, width, height, angle }: Item): Turned => ({ x, y, width, height, angle });
