/** Crops pictures: regions in fractions of the whole picture, and the boxes of the board that show them. */
import { LIMITS } from '#contract/limits.ts';
import type { Box, Point } from '#contract/box.ts';
import { middle, turn } from './geometry.ts';
import type { Item } from './items.ts';
import { PLAIN_LOOK } from '#contract/values.ts';

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

/** Is the smallest share of a picture's width or height that a crop leaves. */
export const SMALLEST = 0.02;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Returns the size on the board that the whole of a cropped picture has. */
export function wholeSize({ width, height, look }: Pick<Item, 'width' | 'height' | 'look'>): {
  width: number;
  height: number;
} {
  const { crop } = look ?? PLAIN_LOOK;
  return { width: width / crop.width, height: height / crop.height };
}

export function movedCrop(crop: Box, dx: number, dy: number): Box {
  return { ...crop, x: clamp(crop.x + dx, 0, 1 - crop.width), y: clamp(crop.y + dy, 0, 1 - crop.height) };
}

/** Returns the largest crop of a shape in the middle of another. `ratio` is its width by its height in fractions. */
export function shapedCrop(crop: Box, ratio: number): Box {
  const isWide = crop.width / crop.height > ratio;
  const [width, height] = isWide ? [crop.height * ratio, crop.height] : [crop.width, crop.width / ratio];
  const { x, y } = middle(crop);
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Moves a corner, keeping the opposite one; with a `ratio` the crop keeps its shape. */
export function resizedCrop(crop: Box, corner: Corner, to: Point, ratio: number | null): Box {
  const [isLeft, isTop] = [corner.endsWith('w'), corner.startsWith('n')];
  const still = { x: isLeft ? crop.x + crop.width : crop.x, y: isTop ? crop.y + crop.height : crop.y };
  const [roomX, roomY] = [isLeft ? still.x : 1 - still.x, isTop ? still.y : 1 - still.y];
  let width = clamp(isLeft ? still.x - to.x : to.x - still.x, SMALLEST, roomX);
  let height = clamp(isTop ? still.y - to.y : to.y - still.y, SMALLEST, roomY);
  if (ratio !== null) {
    width = Math.min(Math.max(width, height * ratio), roomX, roomY * ratio);
    height = width / ratio;
  }
  return { x: isLeft ? still.x - width : still.x, y: isTop ? still.y - height : still.y, width, height };
}

/** Returns the box of a cropped picture whose pixels stay where they were on the board. */
export function croppedBox(item: Item, crop: Box): Box {
  const { look, angle } = item;
  const { crop: before, flip_x, flip_y } = look ?? PLAIN_LOOK;
  const whole = wholeSize(item);
  const [from, to] = [middle(before), middle(crop)];
  const [dx, dy] = [
    (to.x - from.x) * (flip_x ? -1 : 1) * whole.width,
    (to.y - from.y) * (flip_y ? -1 : 1) * whole.height,
  ];
  const centre = middle(item);
  const at = turn({ x: centre.x + dx, y: centre.y + dy }, centre, angle);
  const [width, height] = [whole.width * crop.width, whole.height * crop.height];
  return { x: at.x - width / 2, y: at.y - height / 2, width, height };
}

/** Returns the region of the whole picture that a region of its shown part is; both in fractions. */
export function wholeRegion(shown: Box, item: Pick<Item, 'look'>): Box {
  const { crop, flip_x, flip_y } = item.look ?? PLAIN_LOOK;
  const x = flip_x ? 1 - shown.x - shown.width : shown.x;
  const y = flip_y ? 1 - shown.y - shown.height : shown.y;
  return {
    x: crop.x + x * crop.width,
    y: crop.y + y * crop.height,
    width: shown.width * crop.width,
    height: shown.height * crop.height,
  };
}

/** Returns a line drawn on the board as a mask of a picture: in fractions of the whole picture, at its edges at most. */
export function maskOf(line: readonly Point[], item: Item): Point[] {
  const most = LIMITS.thumbnails.look.mask;
  const step = Math.max(1, line.length / most);
  const points = Array.from({ length: Math.min(most, line.length) }, (_, at) => line[Math.floor(at * step)]);
  return points.flatMap((point) => {
    if (!point) return [];
    const at = turn(point, middle(item), -item.angle);
    const shown = {
      x: clamp((at.x - item.x) / item.width, 0, 1),
      y: clamp((at.y - item.y) / item.height, 0, 1),
      width: 0,
      height: 0,
    };
    const { x, y } = wholeRegion(shown, item);
    return [{ x: clamp(x, 0, 1), y: clamp(y, 0, 1) }];
  });
}
