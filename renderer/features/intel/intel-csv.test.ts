import { expect, it } from 'vitest';

import type { IntelVideo } from '#contract/schema/intel.ts';
import { writeNumbersCsv, writeVideosCsv } from './intel-csv.ts';

const createVideo = (median: number | null): IntelVideo =>
  ({
    video_id: 'abc',
    title: 'Trains, at night',
    channel: { channel_id: 'c', handle: 'c', title: 'Slow Lines' },
    published_at: '2026-05-01T00:00:00.000Z',
    view_count: 12_500,
    baseline: { median_views: median },
  }) as IntelVideo;

const splitLines = (csv: string): string[] => csv.replace('\ufeff', '').trimEnd().split('\r\n');

it('writes videos with plain numbers, and no multiple without a median', () => {
  expect(splitLines(writeVideosCsv([createVideo(6000), createVideo(null)], ['Title']))).toEqual([
    'Title',
    '"Trains, at night",Slow Lines,2026-05-01T00:00:00.000Z,12500,6000,2.08,abc',
    '"Trains, at night",Slow Lines,2026-05-01T00:00:00.000Z,12500,,,abc',
  ]);
});

it('writes a row of numbers for each channel', () => {
  expect(
    splitLines(writeNumbersCsv([{ title: '=A1', numbers: [1200, 0.256] }], ['Channel', 'Views', 'Ratio'])),
  ).toEqual(['Channel,Views,Ratio', "'=A1,1200,0.26"]);
});
