import { describe, expect, test } from 'vitest';

import { getEdges, findItemAt, snapToEdge } from './hit.ts';
import { getTicks } from './ruler.ts';
import { getLaneBox, computeLayout, type TimelineItem, type TrackId } from './tracks.ts';
import { showWholeVideo, withZoomLevel, toX, zoomAt } from './viewport.ts';

const createItem = (id: string, track: TrackId, start: number, end: number): TimelineItem => ({
  id,
  track,
  start,
  end,
  label: id,
  state: 'published',
});

/** Returns 5,000 seeded items over two hours. */
function createManyItems(): TimelineItem[] {
  return Array.from({ length: 5000 }, (_, i) => createItem(`c${i}`, 'captions', i * 1.44, i * 1.44 + 1.3));
}

describe('layout', () => {
  test('stacks all tracks, including empty ones', () => {
    const { rows, height } = computeLayout([createItem('a', 'blocks', 0, 5)], 22);
    expect(rows.map(({ track }) => track)).toEqual([
      'blocks',
      'narration',
      'captions',
      'overlays',
      'music',
      'findings',
      'comments',
    ]);
    for (const [i, row] of rows.entries()) {
      const next = rows[i + 1];
      expect(row.top + row.height + 1).toBe(next?.top ?? height);
    }
  });

  test('puts overlapping items in separate lanes and others in one', () => {
    const { rows } = computeLayout(
      [
        createItem('a', 'overlays', 0, 4),
        createItem('b', 'overlays', 3, 6),
        createItem('c', 'overlays', 5, 8),
        createItem('d', 'overlays', 8, 9),
      ],
      0,
    );
    const overlays = rows.find(({ track }) => track === 'overlays');
    expect(overlays?.lanes.map(({ items }) => items.map(({ id }) => id))).toEqual([['a', 'c', 'd'], ['b']]);
  });

  test('keeps every item when more overlap than there are lanes', () => {
    const overlapping = Array.from({ length: 9 }, (_, i) => createItem(`o${i}`, 'overlays', 0, 10));
    const overlays = computeLayout(overlapping, 0).rows.find(({ track }) => track === 'overlays');
    expect(overlays?.lanes.length).toBe(3);
    expect(overlays?.lanes.flatMap(({ items }) => items)).toHaveLength(9);
  });
});

describe('hit-testing', () => {
  const { rows } = computeLayout(createManyItems(), 22);
  const captions = rows.find(({ track }) => track === 'captions');
  const view = zoomAt(showWholeVideo(1100, 7200, 30), 0.002, 0);

  test('finds the item under a point, and in a gap only near its edge', () => {
    const y = (captions?.top ?? 0) + 10;
    expect(findItemAt(rows, view, toX(view, 0.5), y)?.id).toBe('c0');
    expect(findItemAt(rows, view, toX(view, 1.31), y)?.id).toBe('c0');
    expect(findItemAt(rows, view, toX(view, 1.37), y)).toBeNull();
    expect(findItemAt(rows, view, 10, 5)).toBeNull();
    expect(findItemAt(rows, view, toX(view, 0.5), (captions?.top ?? 0) - 3)).toBeNull();
  });

  test('agrees with a linear search of 5,000 items', () => {
    const lane = captions?.lanes[0];
    for (let seconds = 0; seconds < 7200; seconds += 37.7) {
      const expected = lane?.items.findIndex(({ end }) => end > seconds);
      expect(lane?.findFirstEndingAfter(seconds)).toBe(expected);
      expect(lane?.findFirstStartingAt(seconds)).toBe(lane?.items.findIndex(({ start }) => start >= seconds));
    }
  });

  test('distinguishes lanes by height', () => {
    const two = computeLayout([createItem('a', 'overlays', 0, 9), createItem('b', 'overlays', 1, 9)], 0).rows;
    const row = two.find(({ track }) => track === 'overlays')!;
    const small = showWholeVideo(1000, 10, 30);
    expect(findItemAt(two, small, 500, getLaneBox(row, 0).top + 3)?.id).toBe('a');
    expect(findItemAt(two, small, 500, getLaneBox(row, 1).top + 3)?.id).toBe('b');
  });
});

describe('snapping', () => {
  const view = showWholeVideo(1000, 100, 30);
  const edges = getEdges(
    computeLayout([createItem('a', 'blocks', 10, 20), createItem('b', 'captions', 20, 31)], 0).rows,
  );

  test('goes to an edge within reach only', () => {
    expect(edges).toEqual([10, 20, 31]);
    expect(snapToEdge(edges, view, 20.5)).toBe(20);
    expect(snapToEdge(edges, view, 19.6)).toBe(20);
    expect(snapToEdge(edges, view, 25)).toBe(25);
    expect(snapToEdge([], view, 25)).toBe(25);
  });
});

describe('the ruler', () => {
  test('keeps labels apart at every zoom level', () => {
    const far = showWholeVideo(1100, 7200, 30);
    for (const level of [0, 0.25, 0.5, 0.75, 1]) {
      const view = withZoomLevel(far, level, 0);
      const labels = getTicks(view).filter(({ label }) => label !== null);
      expect(labels.length).toBeGreaterThan(1);
      for (const [i, tick] of labels.slice(1).entries()) {
        expect(toX(view, tick.seconds) - toX(view, labels[i]?.seconds ?? 0)).toBeGreaterThanOrEqual(75.9);
      }
    }
  });

  test('numbers frames once they are far enough apart', () => {
    expect(getTicks(withZoomLevel(showWholeVideo(1100, 60, 30), 1, 0))[2]?.label).toBe('00:00:02');
  });
});
