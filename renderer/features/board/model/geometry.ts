/** Hit tests, aligns, distributes and snaps boxes. Pure; in board coordinates and degrees. */
import type { Box, Point, Turned } from '#contract/box.ts';

export const getMiddle = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

export function getBoxBetween(a: Point, b: Point): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** Returns the box of a line between two points; the line runs from the box's upper left to its lower right. */
export function getLineBox(from: Point, to: Point): Turned {
  const box = getBoxBetween(from, to);
  const [left, up] = [to.x < from.x, to.y < from.y];
  if (left === up) return { ...box, angle: left ? 180 : 0 };
  const { x, y } = getMiddle(box);
  const [width, height] = [box.height, box.width];
  return { x: x - width / 2, y: y - height / 2, width, height, angle: left ? 90 : 270 };
}

/** A constraint of a drag: a ratio of width to height, directions 45 degrees apart, or none. */
export type DragConstraint = { readonly ratio: number } | 'directions' | null;

/** Returns the two ends of a constrained drag; with `isCentred` it grows to both sides of its start. */
export function constrainDrag(from: Point, to: Point, constraint: DragConstraint, isCentred: boolean): [Point, Point] {
  let [dx, dy] = [to.x - from.x, to.y - from.y];
  if (constraint === 'directions') {
    const angle = (Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) * Math.PI) / 4;
    const length = Math.hypot(dx, dy);
    [dx, dy] = [length * Math.cos(angle), length * Math.sin(angle)];
  } else if (constraint !== null) {
    const height = Math.max(Math.abs(dx) / constraint.ratio, Math.abs(dy));
    [dx, dy] = [(dx < 0 ? -1 : 1) * height * constraint.ratio, (dy < 0 ? -1 : 1) * height];
  }
  const end = { x: from.x + dx, y: from.y + dy };
  return [isCentred ? { x: from.x - dx, y: from.y - dy } : from, end];
}

export function grow({ x, y, width, height }: Box, margin: number): Box {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** Rotates clockwise. */
export function rotatePoint(point: Point, centre: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [dx, dy] = [point.x - centre.x, point.y - centre.y];
  return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos };
}

function getCorners(item: Turned): Point[] {
  const { x, y, width, height, angle } = item;
  const all = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  return angle === 0 ? all : all.map((corner) => rotatePoint(corner, getMiddle(item), angle));
}

/** Returns the unrotated box around all items; null if there are none. */
export function getBounds(items: readonly Turned[]): Box | null {
  if (items.length === 0) return null;
  const all = items.flatMap(getCorners);
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  return getBoxBetween({ x: Math.min(...xs), y: Math.min(...ys) }, { x: Math.max(...xs), y: Math.max(...ys) });
}

export function containsPoint(item: Turned, point: Point): boolean {
  const localPoint = item.angle === 0 ? point : rotatePoint(point, getMiddle(item), -item.angle);
  return (
    localPoint.x >= item.x &&
    localPoint.x <= item.x + item.width &&
    localPoint.y >= item.y &&
    localPoint.y <= item.y + item.height
  );
}

export function isInPolygon(polygon: readonly Point[], { x, y }: Point): boolean {
  let isInside = false;
  polygon.forEach((a, index) => {
    const b = polygon.at(index - 1) ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside;
  });
  return isInside;
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Returns the new position of each item, in the given order; a single item stays. */
export function align(items: readonly Turned[], alignment: Alignment): Point[] {
  const total = getBounds(items);
  return items.map((item) => {
    const box = getBounds([item]);
    if (!total || !box) return item;
    const x = { left: 0, center: 0.5, right: 1 }[alignment as 'left'] as number | undefined;
    const y = { top: 0, middle: 0.5, bottom: 1 }[alignment as 'top'] as number | undefined;
    return {
      x: item.x + (x === undefined ? 0 : total.x + (total.width - box.width) * x - box.x),
      y: item.y + (y === undefined ? 0 : total.y + (total.height - box.height) * y - box.y),
    };
  });
}

export function distribute(items: readonly Turned[], axis: 'x' | 'y'): Point[] {
  const size = axis === 'x' ? 'width' : 'height';
  const order = items
    .map((item, index) => ({ index, box: getBounds([item]) ?? item }))
    .sort((a, b) => a.box[axis] - b.box[axis]);
  const [first, last] = [order.at(0)?.box, order.at(-1)?.box];
  if (!first || !last || order.length < 3) return items.map(({ x, y }) => ({ x, y }));
  const totalLength = order.reduce((sum, { box }) => sum + box[size], 0);
  const gap = (last[axis] + last[size] - first[axis] - totalLength) / (order.length - 1);
  const places: { x: number; y: number }[] = items.map(({ x, y }) => ({ x, y }));
  let position = first[axis];
  for (const { index, box } of order) {
    const point = places[index];
    if (point) point[axis] += position - box[axis];
    position += box[size] + gap;
  }
  return places;
}

export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
export interface SnapResult {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

function snapLines(box: Box, axis: 'x' | 'y'): number[] {
  const size = axis === 'x' ? box.width : box.height;
  return [box[axis], box[axis] + size / 2, box[axis] + size];
}

/** Moves a box by at most `reach` to align an edge or centre with another's. */
export function snap(movingBox: Box, others: readonly Box[], reach: number): SnapResult {
  const guides: Guide[] = [];
  const offset = { x: 0, y: 0 };
  for (const axis of ['x', 'y'] as const) {
    let best: { offset: number; at: number; other: Box } | null = null;
    for (const other of others) {
      for (const at of snapLines(other, axis)) {
        for (const line of snapLines(movingBox, axis)) {
          if (Math.abs(at - line) <= Math.min(reach, Math.abs(best?.offset ?? reach)))
            best = { offset: at - line, at, other };
        }
      }
    }
    if (!best) continue;
    offset[axis] = best.offset;
    const [across, size] = axis === 'x' ? (['y', 'height'] as const) : (['x', 'width'] as const);
    guides.push({
      axis,
      at: best.at,
      from: Math.min(movingBox[across], best.other[across]),
      to: Math.max(movingBox[across] + movingBox[size], best.other[across] + best.other[size]),
    });
  }
  return { dx: offset.x, dy: offset.y, guides };
}
