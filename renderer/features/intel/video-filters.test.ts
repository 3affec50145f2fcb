import { expect, test } from 'vitest';

import type { IntelVideo } from '#contract/schema/intel.ts';
import { DAY_MS } from '#contract/values.ts';

import { NO_VIDEO_FILTERS, matchesFilters, type VideoFilters } from './video-filters.ts';

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const createVideo = (overrides: Partial<IntelVideo>): IntelVideo => ({
  video_id: 'FAKE0v00001',
  channel: { channel_id: 'UC', handle: 'rails', title: 'Rails' },
  title: 'A train',
  description: '',
  published_at: daysAgo(20),
  thumbnail_url: '',
  duration: 'PT12M',
  view_count: 5000,
  like_count: null,
  comment_count: null,
  outlier_score: 2.4,
  format: null,
  topic: null,
  angle: null,
  goals: null,
  ...overrides,
});

const createFilters = (change: Partial<VideoFilters>): VideoFilters => ({ ...NO_VIDEO_FILTERS, ...change });

test('filters videos by age, kind, score and views, separately and combined', () => {
  const longVideo = createVideo({});
  const shortVideo = createVideo({ duration: 'PT58S', outlier_score: 5, view_count: 90_000 });
  expect([longVideo, shortVideo].filter((item) => matchesFilters(item, NO_VIDEO_FILTERS))).toHaveLength(2);
  expect(matchesFilters(longVideo, createFilters({ days: 30 }))).toBe(true);
  expect(matchesFilters(longVideo, createFilters({ days: 7 }))).toBe(false);
  expect([longVideo, shortVideo].filter((item) => matchesFilters(item, createFilters({ kind: 'shorts' })))).toEqual([
    shortVideo,
  ]);
  expect([longVideo, shortVideo].filter((item) => matchesFilters(item, createFilters({ kind: 'long' })))).toEqual([
    longVideo,
  ]);
  expect([longVideo, shortVideo].filter((item) => matchesFilters(item, createFilters({ score: 3 })))).toEqual([
    shortVideo,
  ]);
  expect([longVideo, shortVideo].filter((item) => matchesFilters(item, createFilters({ views: 10_000 })))).toEqual([
    shortVideo,
  ]);
  expect(matchesFilters(shortVideo, createFilters({ days: 30, kind: 'shorts', score: 3, views: 10_000 }))).toBe(true);
});

test('an unknown value excludes a video only from the filter for it', () => {
  const unknownVideo = createVideo({ duration: '', outlier_score: null, published_at: '1970-01-01T00:00:00.000Z' });
  expect(matchesFilters(unknownVideo, NO_VIDEO_FILTERS)).toBe(true);
  for (const filter of [
    createFilters({ kind: 'long' }),
    createFilters({ kind: 'shorts' }),
    createFilters({ score: 1 }),
    createFilters({ days: 365 }),
  ]) {
    expect(matchesFilters(unknownVideo, filter)).toBe(false);
  }
});

test('filters videos by language without its region, excluding unknown ones', () => {
  const [british, german, unknown] = [
    createVideo({ language: 'en-GB' }),
    createVideo({ language: 'de' }),
    createVideo({ language: null }),
  ];
  const matches = [british, german, unknown].filter((item) => matchesFilters(item, createFilters({ language: 'en' })));
  expect(matches).toEqual([british]);
});
