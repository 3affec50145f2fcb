import { expect, test } from 'vitest';

import { DAY_MS } from '#contract/values.ts';
import type { PlatformVideo } from '../../engines/platform/platform.ts';
import { measureOutlier, computeMedian } from './outliers.ts';

const NOW = new Date('2026-06-01T00:00:00Z');

function createVideo(video_id: string, days: number, view_count: number): PlatformVideo {
  return {
    video_id,
    view_count,
    channel_id: 'UC',
    title: '',
    description: '',
    thumbnail_url: '',
    seconds: 300,
    like_count: null,
    comment_count: null,
    format: null,
    topic: null,
    angle: null,
    goals: null,
    language: null,
    published_at: new Date(NOW.getTime() - days * DAY_MS),
  };
}

const uploads = [14, 30, 60, 100, 200, 365].map((days, i) => createVideo(`v${i}`, days, 100 * (i + 1)));

test('median handles none, one, an even and an odd number of values', () => {
  expect([computeMedian([]), computeMedian([7]), computeMedian([1, 2, 3, 4]), computeMedian([9, 1, 5])]).toEqual([
    null,
    7,
    2.5,
    5,
  ]);
});

test('compares a video with others between 14 days and a year old, excluding itself', () => {
  const measuredVideo = createVideo('measured', 40, 1400);
  const all = [...uploads, measuredVideo, createVideo('young', 13, 1_000_000), createVideo('old', 366, 1_000_000)];
  const { outlier_score, baseline } = measureOutlier(measuredVideo, all, NOW);
  expect(baseline).toMatchObject({ sample_size: 6, median_views: 350, age_days: 40, too_recent: false });
  expect(outlier_score).toBe(4);
});

test('compares Shorts with Shorts, long videos with long ones, and a video of unknown length with all', () => {
  const asShort = (source: PlatformVideo): PlatformVideo => ({ ...source, seconds: 45 });
  const shorts = uploads.map((source) =>
    asShort({ ...source, video_id: `s${source.video_id}`, view_count: source.view_count * 10 }),
  );
  const all = [...uploads, ...shorts];
  const measuredVideo = createVideo('measured', 40, 7000);
  expect(measureOutlier(asShort(measuredVideo), all, NOW)).toMatchObject({
    outlier_score: 2,
    baseline: { median_views: 3500, sample_size: 6, compared_with: 'shorts' },
  });
  expect(measureOutlier(measuredVideo, all, NOW)).toMatchObject({
    outlier_score: 20,
    baseline: { median_views: 350, sample_size: 6, compared_with: 'long_videos' },
  });
  const unknownLength = { ...measuredVideo, seconds: null };
  expect(measureOutlier(unknownLength, all, NOW).baseline).toMatchObject({
    sample_size: 12,
    compared_with: 'all_videos',
  });
});

test('returns no multiple for recent videos, small samples or a median of 0', () => {
  expect(measureOutlier(createVideo('new', 13, 900), uploads, NOW)).toMatchObject({
    outlier_score: null,
    baseline: { too_recent: true },
  });
  const few = measureOutlier(createVideo('own', 40, 900), uploads.slice(0, 4), NOW);
  expect(few).toMatchObject({ outlier_score: null, baseline: { median_views: null, sample_size: 4 } });
  const unseen = uploads.map((upload) => ({ ...upload, view_count: 0 }));
  expect(measureOutlier(createVideo('own', 40, 900), unseen, NOW)).toMatchObject({ outlier_score: null });
});
