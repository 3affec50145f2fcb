import { formatTimecode } from '#renderer/shared/frames.ts';
import type { Row, TimelineItem } from './tracks.ts';

const KINDS: Readonly<Record<TimelineItem['track'], string>> = {
  blocks: 'Block',
  narration: 'Narration',
  captions: 'Caption',
  overlays: 'Overlay',
  music: 'Music',
  findings: 'Finding',
  comments: 'Comment',
};
const STATES = {
  published: '',
  staged: ', unpublished',
  removed: ', removed in the next version',
  absent: '',
};

/** Describes an item for screen readers: "Caption, 00:05:10 to 00:07:02: Fifteen bunks". */
export function describeItem({ track, start, end, label, state }: TimelineItem, fps: number): string {
  const endLabel = end > start ? ` to ${formatTimecode(end, fps)}` : '';
  return `${KINDS[track]}${STATES[state]}, ${formatTimecode(start, fps)}${endLabel}: ${label}`;
}

export const getKindLabel = ({ track }: TimelineItem): string => KINDS[track];

/** Returns the item an arrow key moves to: in the track above or below, or the neighbour in the same track. */
export function findNeighbour(
  rows: readonly Row[],
  selectedId: string | null,
  direction: 'up' | 'down' | 'before' | 'after',
  time: number,
): TimelineItem | null {
  const tracks = rows
    .map(({ lanes }) => lanes.flatMap(({ items }) => items).sort((a, b) => a.start - b.start))
    .filter((items) => items.length > 0);
  const row = tracks.findIndex((items) => items.some(({ id }) => id === selectedId));
  if (row < 0) return findNearest(tracks[0] ?? [], time);
  const trackItems = tracks[row] ?? [];
  const index = trackItems.findIndex(({ id }) => id === selectedId);
  if (direction === 'before') return trackItems[index - 1] ?? null;
  if (direction === 'after') return trackItems[index + 1] ?? null;
  const next = tracks[row + (direction === 'up' ? -1 : 1)];
  return next ? findNearest(next, trackItems[index]?.start ?? time) : null;
}

function findNearest(items: readonly TimelineItem[], time: number): TimelineItem | null {
  let closest: TimelineItem | null = null;
  for (const item of items) {
    const measureGap = (candidate: TimelineItem): number => Math.max(0, candidate.start - time, time - candidate.end);
    if (closest === null || measureGap(item) < measureGap(closest)) closest = item;
  }
  return closest;
}
