import { expect, test } from 'vitest';

import type { IntelVideo } from '#contract/schema/intel.ts';

import { NO_VIDEO_FILTERS, passes, type VideoFilters } from './video-filters.ts';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const video = (more: Partial<IntelVideo>): IntelVideo => ({
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
  ...more,
});

const by = (change: Partial<VideoFilters>): VideoFilters => ({ ...NO_VIDEO_FILTERS, ...change });

test('videos are narrowed by age, kind, score and views, each alone and all together', () => {
  const long = video({});
  const short = video({ duration: 'PT58S', outlier_score: 5, view_count: 90_000 });
  expect([long, short].filter((one) => passes(one, NO_VIDEO_FILTERS))).toHaveLength(2);
  expect(passes(long, by({ days: 30 }))).toBe(true);
  expect(passes(long, by({ days: 7 }))).toBe(false);
  expect([long, short].filter((one) => passes(one, by({ kind: 'shorts' })))).toEqual([short]);
  expect([long, short].filter((one) => passes(one, by({ kind: 'long' })))).toEqual([long]);
  expect([long, short].filter((one) => passes(one, by({ score: 3 })))).toEqual([short]);
  expect([long, short].filter((one) => passes(one, by({ views: 10_000 })))).toEqual([short]);
  expect(passes(short, by({ days: 30, kind: 'shorts', score: 3, views: 10_000 }))).toBe(true);
});

test('what is not known of a video keeps it out only where it is asked for', () => {
  const unknown = video({ duration: '', outlier_score: null, published_at: '1970-01-01T00:00:00.000Z' });
  expect(passes(unknown, NO_VIDEO_FILTERS)).toBe(true);
  for (const filter of [by({ kind: 'long' }), by({ kind: 'shorts' }), by({ score: 1 }), by({ days: 365 })]) {
    expect(passes(unknown, filter)).toBe(false);
  }
});

test('videos are narrowed by language without its region, and unknown languages are left out', () => {
  const [british, german, unknown] = [
    video({ language: 'en-GB' }),
    video({ language: 'de' }),
    video({ language: null }),
  ];
  const found = [british, german, unknown].filter((one) => passes(one, by({ language: 'en' })));
  expect(found).toEqual([british]);
});
