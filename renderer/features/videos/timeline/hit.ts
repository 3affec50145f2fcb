import { laneBox, type Row, type TimelineItem } from './tracks.ts';
import { timeAt, xOf, type Viewport } from './viewport.ts';

/** Pointer tolerance in pixels, for items that are too narrow to hit. */
const REACH = 4;
/** The label of a pin counts as part of it, up to this width in pixels. */
const PIN = 120;

/** Returns the item under a point of the canvas, or the nearest one if items are too narrow to hit. */
export function itemAt(rows: readonly Row[], view: Viewport, x: number, y: number): TimelineItem | null {
  const row = rows.find(({ top, height }) => y >= top && y < top + height);
  if (!row) return null;
  const index = row.lanes.findIndex((_, lane) => {
    const box = laneBox(row, lane);
    return y >= box.top && y < box.top + box.height;
  });
  const lane = row.lanes[index];
  if (!lane) return null;
  const seconds = timeAt(view, x);
  const reach = (row.track === 'comments' ? PIN : REACH) * view.perPixel;
  let best: TimelineItem | null = null;
  let distance = Infinity;
  for (let at = lane.firstEndingAfter(seconds - reach); at < lane.items.length; at += 1) {
    const item = lane.items[at];
    if (!item || item.start > seconds + REACH * view.perPixel) break;
    const off = Math.max(0, item.start - seconds, seconds - item.end);
    if (off <= distance) [best, distance] = [item, off];
  }
  return best;
}

/** Returns the nearest edge within `reach` pixels, else the time itself. */
export function snapped(edges: readonly number[], view: Viewport, seconds: number, reach = 7): number {
  let best = seconds;
  let distance = reach;
  for (const edge of near(edges, seconds)) {
    const off = Math.abs(xOf(view, edge) - xOf(view, seconds));
    if (off <= distance) [best, distance] = [edge, off];
  }
  return best;
}

function near(edges: readonly number[], seconds: number): number[] {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] ?? Infinity) >= seconds) high = middle;
    else low = middle + 1;
  }
  return [edges[low - 1], edges[low]].filter((edge) => edge !== undefined);
}

/** Returns every start and end once, sorted, for snapping. */
export function edgesOf(rows: readonly Row[]): number[] {
  const edges = new Set<number>();
  for (const { lanes } of rows) {
    for (const lane of lanes) for (const { start, end } of lane.items) edges.add(start).add(end);
  }
  return [...edges].sort((a, b) => a - b);
}
