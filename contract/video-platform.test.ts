import { expect, test } from 'vitest';

import { getChannelUrl, getVideoUrl } from './video-platform.ts';

test('links a channel by handle or id, and sample channels to no real site', () => {
  const channel = { handle: 'rails', channel_id: 'UC1' };
  expect(getChannelUrl(channel)).toBe('https://www.youtube.com/@rails');
  expect(getChannelUrl({ ...channel, handle: '' })).toBe('https://www.youtube.com/channel/UC1');
  expect(getChannelUrl(channel, true)).toBe('https://platform.example/@rails');
  expect(getVideoUrl('dQw4w9WgXcQ')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
});
