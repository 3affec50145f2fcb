import { timecode } from '#renderer/shared/frames.ts';
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
const STATES = { published: '', staged: ', staged', removed: ', removed in the next version', absent: '' } as const;

/** Describes an item for screen readers: "Caption, 00:05:10 to 00:07:02: Fifteen bunks". */
export function spoken({ track, start, end, label, state }: TimelineItem, fps: number): string {
  const until = end > start ? ` to ${timecode(end, fps)}` : '';
  return `${KINDS[track]}${STATES[state]}, ${timecode(start, fps)}${until}: ${label}`;
}

export const kindOf = ({ track }: TimelineItem): string => KINDS[track];

/** Returns the item an arrow key moves to: in the track above or below, or the neighbour in the same track. */
export function neighbour(
  rows: readonly Row[],
  selected: string | null,
  way: 'up' | 'down' | 'before' | 'after',
  at: number,
): TimelineItem | null {
  const tracks = rows
    .map(({ lanes }) => lanes.flatMap(({ items }) => items).sort((a, b) => a.start - b.start))
    .filter((items) => items.length > 0);
  const row = tracks.findIndex((items) => items.some(({ id }) => id === selected));
  if (row < 0) return nearest(tracks[0] ?? [], at);
  const own = tracks[row] ?? [];
  const place = own.findIndex(({ id }) => id === selected);
  if (way === 'before') return own[place - 1] ?? null;
  if (way === 'after') return own[place + 1] ?? null;
  const next = tracks[row + (way === 'up' ? -1 : 1)];
  return next ? nearest(next, own[place]?.start ?? at) : null;
}

function nearest(items: readonly TimelineItem[], at: number): TimelineItem | null {
  let best: TimelineItem | null = null;
  for (const item of items) {
    const off = (one: TimelineItem): number => Math.max(0, one.start - at, at - one.end);
    if (best === null || off(item) < off(best)) best = item;
  }
  return best;
}
