import { expect, test } from 'vitest';

import { channelUrl, videoUrl } from './video-platform.ts';

test('a channel without a handle is found by its id, and samples get no real address', () => {
  const channel = { handle: 'rails', channel_id: 'UC1' };
  expect(channelUrl(channel)).toBe('https://www.youtube.com/@rails');
  expect(channelUrl({ ...channel, handle: '' })).toBe('https://www.youtube.com/channel/UC1');
  expect(channelUrl(channel, true)).toBe('https://platform.example/@rails');
  expect(videoUrl('dQw4w9WgXcQ')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
});
