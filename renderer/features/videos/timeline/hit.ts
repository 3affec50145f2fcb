import { getLaneBox, type Row, type TimelineItem } from './tracks.ts';
import { getTimeAt, toX, type Viewport } from './viewport.ts';

/** Pointer tolerance in pixels, for items that are too narrow to hit. */
const REACH = 4;
/** The label of a pin counts as part of it, up to this width in pixels. */
const PIN_WIDTH = 120;

/** Returns the item under a point of the canvas, or the nearest one if items are too narrow to hit. */
export function findItemAt(rows: readonly Row[], view: Viewport, x: number, y: number): TimelineItem | null {
  const row = rows.find(({ top, height }) => y >= top && y < top + height);
  if (!row) return null;
  const index = row.lanes.findIndex((_, lane) => {
    const box = getLaneBox(row, lane);
    return y >= box.top && y < box.top + box.height;
  });
  const lane = row.lanes[index];
  if (!lane) return null;
  const seconds = getTimeAt(view, x);
  const reach = (row.track === 'comments' ? PIN_WIDTH : REACH) * view.perPixel;
  let nearest: TimelineItem | null = null;
  let distance = Infinity;
  for (let i = lane.findFirstEndingAfter(seconds - reach); i < lane.items.length; i += 1) {
    const item = lane.items[i];
    if (!item || item.start > seconds + REACH * view.perPixel) break;
    const gap = Math.max(0, item.start - seconds, seconds - item.end);
    if (gap <= distance) [nearest, distance] = [item, gap];
  }
  return nearest;
}

/** Returns the nearest edge within `reach` pixels, else the time itself. */
export function snapToEdge(edges: readonly number[], view: Viewport, seconds: number, reach = 7): number {
  let nearest = seconds;
  let distance = reach;
  for (const edge of findNeighbours(edges, seconds)) {
    const gap = Math.abs(toX(view, edge) - toX(view, seconds));
    if (gap <= distance) [nearest, distance] = [edge, gap];
  }
  return nearest;
}

function findNeighbours(edges: readonly number[], seconds: number): number[] {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] ?? Infinity) >= seconds) high = middle;
    else low = middle + 1;
  }
  return [edges[low - 1], edges[low]].filter((edge) => edge !== undefined);
}

/** Returns every start and end once, sorted, for snapping. */
export function getEdges(rows: readonly Row[]): number[] {
  const edges = new Set<number>();
  for (const { lanes } of rows) {
    for (const lane of lanes) for (const { start, end } of lane.items) edges.add(start).add(end);
  }
  return [...edges].sort((a, b) => a - b);
}
