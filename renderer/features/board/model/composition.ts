/** Compositions are frames of the shape of a thumbnail: what lies in one is one picture. */
import { LIMITS } from '#contract/limits.ts';

import type { Box } from '#contract/box.ts';
import { bounds, middle } from './geometry.ts';
import type { Item } from './items.ts';

const SHAPE = LIMITS.thumbnails.exported.width / LIMITS.thumbnails.exported.height;
/** A frame this much wider or narrower than a thumbnail is none yet. */
const TOLERANCE = 0.02;

export const isComposition = ({ kind, width, height }: Pick<Item, 'kind' | 'width' | 'height'>): boolean =>
  kind === 'frame' && Math.abs(width / height - SHAPE) < TOLERANCE;

/** Returns whether an item can be exported, previewed and assigned with what lies over or in it. */
export const isFinished = (item: Item): boolean =>
  isComposition(item) || (item.kind === 'image' && item.status === 'ready' && item.picture !== null);

/** Returns the box of a thumbnail's shape in the middle of another: inside it, or around it. */
function shaped(box: Box, where: 'inside' | 'around'): Box {
  const isWide = box.width / box.height > SHAPE;
  const byHeight = where === 'inside' ? isWide : !isWide;
  const width = Math.round(byHeight ? box.height * SHAPE : box.width);
  const height = Math.round(byHeight ? box.height : box.width / SHAPE);
  const { x, y } = middle(box);
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
}

/** Returns where a composition of these items stands: over what an export of the lowest picture shows, else around all. */
export function compositionBox(items: readonly Item[]): Box | null {
  const lowest = items.find(({ kind }) => kind === 'image');
  if (lowest) return shaped(lowest, 'inside');
  const all = bounds(items.filter(({ kind }) => kind !== 'frame'));
  return all && shaped(all, 'around');
}

/** Returns the smallest box of a thumbnail's shape around a frame. */
export const reshaped = (frame: Box): Box => shaped(frame, 'around');
