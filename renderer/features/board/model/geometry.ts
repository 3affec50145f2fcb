/** Hit tests, aligns, distributes and snaps boxes. Pure; in board coordinates and degrees. */
import type { Box, Point, Turned } from '#contract/box.ts';

export const middle = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export function between(a: Point, b: Point): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** Returns the box of a line between two points; the line runs from the box's upper left to its lower right. */
export function directed(from: Point, to: Point): Turned {
  const box = between(from, to);
  const [left, up] = [to.x < from.x, to.y < from.y];
  if (left === up) return { ...box, angle: left ? 180 : 0 };
  const { x, y } = middle(box);
  const [width, height] = [box.height, box.width];
  return { x: x - width / 2, y: y - height / 2, width, height, angle: left ? 90 : 270 };
}

/** Says how a drag is bound: to a ratio of width to height, to directions 45 degrees apart, or to nothing. */
export type Bound = { readonly ratio: number } | 'directions' | null;

/** Returns the two ends of a drag as it is bound; with `centred` it grows to both sides of where it began. */
export function stretched(from: Point, to: Point, bound: Bound, centred: boolean): [Point, Point] {
  let [dx, dy] = [to.x - from.x, to.y - from.y];
  if (bound === 'directions') {
    const angle = (Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) * Math.PI) / 4;
    const length = Math.hypot(dx, dy);
    [dx, dy] = [length * Math.cos(angle), length * Math.sin(angle)];
  } else if (bound !== null) {
    const height = Math.max(Math.abs(dx) / bound.ratio, Math.abs(dy));
    [dx, dy] = [(dx < 0 ? -1 : 1) * height * bound.ratio, (dy < 0 ? -1 : 1) * height];
  }
  const end = { x: from.x + dx, y: from.y + dy };
  return [centred ? { x: from.x - dx, y: from.y - dy } : from, end];
}

export function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** Turns clockwise. */
export function turn(point: Point, around: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [dx, dy] = [point.x - around.x, point.y - around.y];
  return { x: around.x + dx * cos - dy * sin, y: around.y + dx * sin + dy * cos };
}

function corners(item: Turned): Point[] {
  const { x, y, width, height, angle } = item;
  const all = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  return angle === 0 ? all : all.map((corner) => turn(corner, middle(item), angle));
}

/** Returns the unrotated box around all items; null if there are none. */
export function bounds(items: readonly Turned[]): Box | null {
  if (items.length === 0) return null;
  const all = items.flatMap(corners);
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  return between({ x: Math.min(...xs), y: Math.min(...ys) }, { x: Math.max(...xs), y: Math.max(...ys) });
}

export function covers(item: Turned, point: Point): boolean {
  const at = item.angle === 0 ? point : turn(point, middle(item), -item.angle);
  return at.x >= item.x && at.x <= item.x + item.width && at.y >= item.y && at.y <= item.y + item.height;
}

export function inside(polygon: readonly Point[], { x, y }: Point): boolean {
  let within = false;
  polygon.forEach((a, index) => {
    const b = polygon.at(index - 1) ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) within = !within;
  });
  return within;
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Returns the new position of each, in the order given; a single item stays. */
export function align(items: readonly Turned[], how: Alignment): Point[] {
  const all = bounds(items);
  return items.map((item) => {
    const own = bounds([item]);
    if (!all || !own) return item;
    const x = { left: 0, center: 0.5, right: 1 }[how as 'left'] as number | undefined;
    const y = { top: 0, middle: 0.5, bottom: 1 }[how as 'top'] as number | undefined;
    return {
      x: item.x + (x === undefined ? 0 : all.x + (all.width - own.width) * x - own.x),
      y: item.y + (y === undefined ? 0 : all.y + (all.height - own.height) * y - own.y),
    };
  });
}

export function distribute(items: readonly Turned[], axis: 'x' | 'y'): Point[] {
  const size = axis === 'x' ? 'width' : 'height';
  const order = items
    .map((item, index) => ({ index, own: bounds([item]) ?? item }))
    .sort((a, b) => a.own[axis] - b.own[axis]);
  const [first, last] = [order.at(0)?.own, order.at(-1)?.own];
  if (!first || !last || order.length < 3) return items.map(({ x, y }) => ({ x, y }));
  const filled = order.reduce((sum, { own }) => sum + own[size], 0);
  const gap = (last[axis] + last[size] - first[axis] - filled) / (order.length - 1);
  const places: { x: number; y: number }[] = items.map(({ x, y }) => ({ x, y }));
  let at = first[axis];
  for (const { index, own } of order) {
    const place = places[index];
    if (place) place[axis] += at - own[axis];
    at += own[size] + gap;
  }
  return places;
}

export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

function lines(box: Box, axis: 'x' | 'y'): number[] {
  const size = axis === 'x' ? box.width : box.height;
  return [box[axis], box[axis] + size / 2, box[axis] + size];
}

/** Moves a box by at most `reach` so that an edge or middle meets another's. */
export function snap(moving: Box, others: readonly Box[], reach: number): Snapped {
  const guides: Guide[] = [];
  const by = { x: 0, y: 0 };
  for (const axis of ['x', 'y'] as const) {
    let best: { by: number; at: number; other: Box } | null = null;
    for (const other of others) {
      for (const at of lines(other, axis)) {
        for (const own of lines(moving, axis)) {
          if (Math.abs(at - own) <= Math.min(reach, Math.abs(best?.by ?? reach))) best = { by: at - own, at, other };
        }
      }
    }
    if (!best) continue;
    by[axis] = best.by;
    const [across, size] = axis === 'x' ? (['y', 'height'] as const) : (['x', 'width'] as const);
    guides.push({
      axis,
      at: best.at,
      from: Math.min(moving[across], best.other[across]),
      to: Math.max(moving[across] + moving[size], best.other[across] + best.other[size]),
    });
  }
  return { dx: by.x, dy: by.y, guides };
}
