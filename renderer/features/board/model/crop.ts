/** Crops pictures: converts between fractions of the full picture and boxes on the board. */
import { LIMITS } from '#contract/limits.ts';
import type { Box, Point } from '#contract/box.ts';
import { getMiddle, rotatePoint } from './geometry.ts';
import type { Item } from './items.ts';
import { PLAIN_LOOK } from '#contract/values.ts';

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

/** The smallest crop, as a fraction of a picture's width or height. */
export const MIN_CROP = 0.02;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Returns the size on the board of a cropped picture without its crop. */
export function getUncroppedSize({ width, height, look }: Pick<Item, 'width' | 'height' | 'look'>): {
  width: number;
  height: number;
} {
  const { crop } = look ?? PLAIN_LOOK;
  return { width: width / crop.width, height: height / crop.height };
}

export function moveCrop(crop: Box, dx: number, dy: number): Box {
  return { ...crop, x: clamp(crop.x + dx, 0, 1 - crop.width), y: clamp(crop.y + dy, 0, 1 - crop.height) };
}

/** Returns the largest crop of a ratio in the middle of another. `ratio` is width divided by height, in fractions. */
export function fitCropToRatio(crop: Box, ratio: number): Box {
  const isWide = crop.width / crop.height > ratio;
  const [width, height] = isWide ? [crop.height * ratio, crop.height] : [crop.width, crop.width / ratio];
  const { x, y } = getMiddle(crop);
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Moves a corner, keeping the opposite one; with a `ratio` the crop keeps its shape. */
export function resizeCrop(crop: Box, corner: Corner, to: Point, ratio: number | null): Box {
  const [isLeft, isTop] = [corner.endsWith('w'), corner.startsWith('n')];
  const anchor = { x: isLeft ? crop.x + crop.width : crop.x, y: isTop ? crop.y + crop.height : crop.y };
  const [roomX, roomY] = [isLeft ? anchor.x : 1 - anchor.x, isTop ? anchor.y : 1 - anchor.y];
  let width = clamp(isLeft ? anchor.x - to.x : to.x - anchor.x, MIN_CROP, roomX);
  let height = clamp(isTop ? anchor.y - to.y : to.y - anchor.y, MIN_CROP, roomY);
  if (ratio !== null) {
    width = Math.min(Math.max(width, height * ratio), roomX, roomY * ratio);
    height = width / ratio;
  }
  return { x: isLeft ? anchor.x - width : anchor.x, y: isTop ? anchor.y - height : anchor.y, width, height };
}

/** Returns the box of a cropped picture; its pixels stay in place on the board. */
export function getCroppedBox(item: Item, crop: Box): Box {
  const { look, angle } = item;
  const { crop: previousCrop, flip_x, flip_y } = look ?? PLAIN_LOOK;
  const full = getUncroppedSize(item);
  const [from, to] = [getMiddle(previousCrop), getMiddle(crop)];
  const [dx, dy] = [
    (to.x - from.x) * (flip_x ? -1 : 1) * full.width,
    (to.y - from.y) * (flip_y ? -1 : 1) * full.height,
  ];
  const centre = getMiddle(item);
  const next = rotatePoint({ x: centre.x + dx, y: centre.y + dy }, centre, angle);
  const [width, height] = [full.width * crop.width, full.height * crop.height];
  return { x: next.x - width / 2, y: next.y - height / 2, width, height };
}

/** Converts a region of the visible part to a region of the full picture; both in fractions. */
export function toFullRegion(region: Box, item: Pick<Item, 'look'>): Box {
  const { crop, flip_x, flip_y } = item.look ?? PLAIN_LOOK;
  const x = flip_x ? 1 - region.x - region.width : region.x;
  const y = flip_y ? 1 - region.y - region.height : region.y;
  return {
    x: crop.x + x * crop.width,
    y: crop.y + y * crop.height,
    width: region.width * crop.width,
    height: region.height * crop.height,
  };
}

/** Converts a line drawn on the board to a mask, in fractions of the full picture, clamped to its edges. */
export function toMask(line: readonly Point[], item: Item): Point[] {
  const maxPoints = LIMITS.thumbnails.look.mask;
  const step = Math.max(1, line.length / maxPoints);
  const points = Array.from({ length: Math.min(maxPoints, line.length) }, (_, index) => line[Math.floor(index * step)]);
  return points.flatMap((point) => {
    if (!point) return [];
    const localPoint = rotatePoint(point, getMiddle(item), -item.angle);
    const region = {
      x: clamp((localPoint.x - item.x) / item.width, 0, 1),
      y: clamp((localPoint.y - item.y) / item.height, 0, 1),
      width: 0,
      height: 0,
    };
    const { x, y } = toFullRegion(region, item);
    return [{ x: clamp(x, 0, 1), y: clamp(y, 0, 1) }];
  });
}
