/** Compositions are frames of a thumbnail's proportions; their contents make one picture. */
import { LIMITS } from '#contract/limits.ts';

import type { Box } from '#contract/box.ts';
import { getBounds, getMiddle } from './geometry.ts';
import type { Item } from './items.ts';

const ASPECT_RATIO = LIMITS.thumbnails.exported.width / LIMITS.thumbnails.exported.height;
/** The largest deviation from the aspect ratio. */
const TOLERANCE = 0.02;

export const isComposition = ({ kind, width, height }: Pick<Item, 'kind' | 'width' | 'height'>): boolean =>
  kind === 'frame' && Math.abs(width / height - ASPECT_RATIO) < TOLERANCE;

/** Returns whether an item can be exported, previewed and assigned. */
export const isFinished = (item: Item): boolean =>
  isComposition(item) || (item.kind === 'image' && item.status === 'ready' && item.picture !== null);

/** Returns a box of a thumbnail's proportions with the same centre, inside or around another box. */
function fitAspectRatio(box: Box, placement: 'inside' | 'around'): Box {
  const isWide = box.width / box.height > ASPECT_RATIO;
  const usesHeight = placement === 'inside' ? isWide : !isWide;
  const width = Math.round(usesHeight ? box.height * ASPECT_RATIO : box.width);
  const height = Math.round(usesHeight ? box.height : box.width / ASPECT_RATIO);
  const { x, y } = getMiddle(box);
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
}

/** Returns the box of a composition of these items: the exported part of the lowest picture, else around all. */
export function getCompositionBox(items: readonly Item[]): Box | null {
  const lowestImage = items.find(({ kind }) => kind === 'image');
  if (lowestImage) return fitAspectRatio(lowestImage, 'inside');
  const contentBounds = getBounds(items.filter(({ kind }) => kind !== 'frame'));
  return contentBounds && fitAspectRatio(contentBounds, 'around');
}

/** Returns the smallest box of a thumbnail's proportions around a frame. */
export const expandToThumbnail = (frame: Box): Box => fitAspectRatio(frame, 'around');
