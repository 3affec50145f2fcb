/** Lays out timeline items in tracks and finds them fast at any place and scale. */

export const TRACKS = ['blocks', 'narration', 'captions', 'overlays', 'music', 'findings', 'comments'] as const;
export type TrackId = (typeof TRACKS)[number];

/** `staged` is not published yet, `removed` disappears with the next version, `absent` can be added. */
export type ItemState = 'published' | 'staged' | 'removed' | 'absent';

export interface TimelineItem {
  /** Unique over all tracks. */
  readonly id: string;
  readonly track: TrackId;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly state: ItemState;
}

/** Items of one lane, which do not overlap and are sorted by time. */
export class Lane {
  readonly items: readonly TimelineItem[];

  constructor(items: readonly TimelineItem[]) {
    this.items = items;
  }

  findFirstEndingAfter(seconds: number): number {
    return search(this.items, ({ end }) => end > seconds);
  }

  /** Returns the index of the first item that starts at or after a moment, searching from `from`. */
  findFirstStartingAt(seconds: number, from = 0): number {
    return search(this.items, ({ start }) => start >= seconds, from);
  }
}

export interface Row {
  readonly track: TrackId;
  /** Overlapping items are in lanes one below the other. */
  readonly lanes: readonly Lane[];
  readonly top: number;
  readonly height: number;
}

/** Pixels: height of a track with one lane, and the height each further lane adds. */
const HEIGHTS: Readonly<Record<TrackId, readonly [number, number]>> = {
  blocks: [58, 30],
  narration: [46, 30],
  captions: [30, 26],
  overlays: [30, 26],
  music: [30, 26],
  findings: [30, 26],
  comments: [30, 26],
};
/** Limits the lanes of a track, because pins need room for their labels. */
const MAX_LANES = 3;

/** Lays out the tracks from `top` on, each with its items in as few lanes as possible. */
export function computeLayout(items: readonly TimelineItem[], top: number): { rows: readonly Row[]; height: number } {
  const itemsByTrack = new Map<TrackId, TimelineItem[]>(TRACKS.map((track) => [track, []]));
  for (const item of items) itemsByTrack.get(item.track)?.push(item);
  const rows: Row[] = [];
  let y = top;
  for (const [track, trackItems] of itemsByTrack) {
    const lanes = createLanes(trackItems);
    const [first, further] = HEIGHTS[track];
    const height = first + Math.max(0, lanes.length - 1) * further;
    rows.push({ track, lanes, top: y, height });
    y += height + 1;
  }
  return { rows, height: y };
}

/** Puts each item into the first free lane, or into the last lane if all are taken. */
function createLanes(items: readonly TimelineItem[]): Lane[] {
  const sortedItems = [...items].sort((a, b) => a.start - b.start || a.end - b.end);
  const lanes: TimelineItem[][] = [];
  for (const item of sortedItems) {
    const freeLane = lanes.find((lane) => (lane.at(-1)?.end ?? 0) <= item.start + 1e-6);
    if (freeLane) freeLane.push(item);
    else if (lanes.length < MAX_LANES) lanes.push([item]);
    else lanes.at(-1)?.push(item);
  }
  return (lanes.length === 0 ? [[]] : lanes).map((lane) => new Lane(lane));
}

export function getLaneBox(row: Row, lane: number): { readonly top: number; readonly height: number } {
  const height = row.height / row.lanes.length;
  return { top: row.top + lane * height, height };
}

function search(items: readonly TimelineItem[], matches: (item: TimelineItem) => boolean, from = 0): number {
  let [low, high] = [from, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item && matches(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const TRACK_NAMES: Readonly<Record<TrackId, string>> = {
  blocks: 'Blocks',
  narration: 'Narration',
  captions: 'Captions',
  overlays: 'Overlays',
  music: 'Music',
  findings: 'Findings',
  comments: 'Comments',
};
