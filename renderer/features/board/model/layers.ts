/** Finds the items that are flattened with a picture or a composition, here and at the service. */
import { overlap, type Turned } from '#contract/box.ts';
import { PLAIN_LOOK } from '#contract/values.ts';
import type { Box } from '#contract/box.ts';
import { getBounds, getMiddle } from './geometry.ts';
import type { Item } from './items.ts';

/** Returns whether an item's centre lies in a frame; the item then moves with the frame. */
export const isInFrame = (frame: Box, item: Item): boolean =>
  item.kind !== 'frame' && overlap(frame, { ...getMiddle(item), width: 0.01, height: 0.01 });

/** Returns the visible items above a picture or composition that touch it, the lowest first. */
export function findItemsAbove(picture: Item, items: readonly Item[]): Item[] {
  return items.filter(
    (item) =>
      !item.hidden &&
      item.kind !== 'frame' &&
      item.status === 'ready' &&
      item.z > picture.z &&
      overlap(getBounds([picture]) ?? picture, getBounds([item]) ?? item),
  );
}

/**
 * Returns the items of a flattened picture, the lowest first: the picture itself, unless it is a frame, and those
 * above.
 */
export function findItemsToFlatten(subject: Item, items: readonly Item[]): Item[] {
  const itemsAbove = findItemsAbove(subject, items);
  return subject.kind === 'frame' ? itemsAbove : [subject, ...itemsAbove];
}

/** Returns an item as a layer; `picture` holds the picture's own fields. */
export function toLayer<Picture extends object>(item: Item, picture: Picture) {
  const { x, y, width, height, angle, opacity, blend, text, shape } = item;
  const commonFields = { x, y, width, height, angle, opacity, blend };
  if (text) return { ...commonFields, kind: 'text' as const, text };
  if (shape) return { ...commonFields, kind: 'shape' as const, shape };
  return { ...commonFields, kind: 'image' as const, ...picture, look: item.look ?? PLAIN_LOOK };
}

export const toFrame = ({ x, y, width, height, angle }: Item): Turned => ({ x, y, width, height, angle });
