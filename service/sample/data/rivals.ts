/** Platform channels around the sample channel; names, ids and numbers are made up. */
const channel = (id: string, title: string, handle: string, subscribers: number, videos: number, views: number) => ({
  channel_id: id,
  title,
  custom_url: handle,
  custom_url_with_at: `@${handle}`,
  platform_url: `https://platform.example/@${handle}`,
  thumbnails: {},
  subscriber_count: subscribers,
  video_count: videos,
  view_count: views,
});

export const SAMPLE_RIVALS = [
  channel('UCsample0RailDiaries00001', 'Sample Rail Diaries', 'samplerail', 214_000, 186, 31_402_118),
  channel('UCsample0ExampleEngin0002', 'Example Engineering', 'exampleengineering', 1_120_000, 342, 188_740_050),
  channel('UCsample0DemoTransit00003', 'Demo Transit', 'demotransit', 486_000, 271, 74_903_221),
] as const;

export const SAMPLE_LINKED_CHANNEL = {
  title: 'Slow Lines (sample)',
  custom_url: 'slowlines-sample',
  channel_id: 'UCsample0SlowLines000004',
  subscriber_count: 23_410,
  video_count: 41,
  view_count: 2_184_220,
  description: 'Sample channel. Films about things that move slowly, and why that is often the better way.',
  country: 'AT',
  default_language: 'en',
  thumbnails: {},
};

export const SAMPLE_BOOKMARKS = [
  {
    type: 'channel',
    external_id: 'UCsample0DemoTransit00003',
    title: 'Demo Transit',
    url: 'https://platform.example/@demotransit',
    notes: 'Maps that build up while they talk. Look at the colours.',
    tags: ['maps', 'style'],
  },
  {
    type: 'video',
    external_id: 'SAMPLEvid01',
    title: 'Never fly again?',
    url: 'https://platform.example/watch/SAMPLEvid01',
    notes: 'The receipts at the end make it.',
    tags: ['hook', 'receipts'],
  },
] as const;
