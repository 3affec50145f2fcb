import { expect, test } from 'vitest';

import { type AgedReading, compareAtAge, type OwnVideo, findReadingAt, listViewsAtAge } from './median-at-age.ts';

const createReading = (age_days: number, views: number, overrides: Partial<AgedReading> = {}): AgedReading => ({
  age_days,
  views,
  usual_views: null,
  usual_sample: 0,
  ...overrides,
});

const createVideo = (
  video_id: string,
  readings: readonly AgedReading[],
  overrides: Partial<OwnVideo> = {},
): OwnVideo => ({
  video_id,
  platform_channel_id: 'UC',
  seconds: 600,
  readings,
  ...overrides,
});

test('uses the reading closest to an age, at most a day or a fifth of the age away', () => {
  const readings = [createReading(1, 10), createReading(9, 90), createReading(11.5, 115), createReading(30, 300)];
  expect(findReadingAt(readings, 10)?.views).toBe(90);
  expect(findReadingAt(readings, 11)?.views).toBe(115);
  expect(findReadingAt(readings, 2)?.views).toBe(10);
  expect(findReadingAt(readings, 2.1)).toBeNull();
  expect(findReadingAt(readings, 25)?.views).toBe(300);
  expect(findReadingAt(readings, 24.9)).toBeNull();
  expect(findReadingAt([], 3)).toBeNull();
});

test('compares a video with others of the same kind, channel and age, never with itself', () => {
  const measuredVideo = createVideo('measured', [createReading(7, 900)]);
  const others = [
    measuredVideo,
    createVideo('a', [createReading(7, 100), createReading(70, 9000)]),
    createVideo('short', [createReading(7, 5000)], { seconds: 40 }),
    createVideo('elsewhere', [createReading(7, 5000)], { platform_channel_id: 'UCother' }),
    createVideo('unknown length', [createReading(7.5, 300)], { seconds: null }),
    createVideo('old', [createReading(70, 9000)]),
    createVideo('no readings', []),
  ];
  expect(listViewsAtAge(measuredVideo, others, 7)).toEqual([100, 300]);
});

test('compares with the team’s videos if there are three, otherwise with the channel’s median', () => {
  const measuredVideo = createVideo('measured', [createReading(20, 600, { usual_views: 200, usual_sample: 12 })]);
  const others = [100, 300, 500].map((views, index) => createVideo(`v${index}`, [createReading(20, views)]));
  expect(compareAtAge(measuredVideo, others)).toEqual({
    ...{ compared_with: 'own_videos', median_views: 300, sample_size: 3, ratio: 2 },
  });
  expect(compareAtAge(measuredVideo, others.slice(1))).toEqual({
    ...{ compared_with: 'channel_videos', median_views: 200, sample_size: 12, ratio: 3 },
  });
});

test('compares with a single video of the team while the channel’s median is unknown', () => {
  const young = createVideo('own', [createReading(0.5, 10), createReading(3, 450)]);
  expect(compareAtAge(young, [createVideo('a', [createReading(3.2, 300)])])).toMatchObject({
    ...{ compared_with: 'own_videos', median_views: 300, sample_size: 1, ratio: 1.5 },
  });
  expect(compareAtAge(young, [])).toBeNull();
  expect(compareAtAge(young, [createVideo('a', [createReading(3, 0)])])).toBeNull();
  expect(compareAtAge(createVideo('no readings', []), [createVideo('a', [createReading(3, 9)])])).toBeNull();
});
