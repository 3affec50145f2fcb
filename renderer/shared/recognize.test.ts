import { expect, test } from 'vitest';

import { recognizeIdentifier } from './recognize.ts';

test('recognizes handles, ids and links, but not plain words', () => {
  const channels = ['@railwayhours', ' @größe ', 'UCrails00000000000000001', 'https://www.youtube.com/@rails/videos'];
  const moreChannels = ['youtube.com/channel/UCrails00000000000000001', 'https://m.youtube.com/c/rails'];
  for (const text of [...channels, ...moreChannels])
    expect({ text, is: recognizeIdentifier(text) }).toEqual({ text, is: 'channels' });

  const videos = [
    'https://www.youtube.com/watch?v=SAMPLE_2_00',
    'youtu.be/SAMPLE_2_00?t=4',
    'youtube.com/shorts/SAMPLE_2_00',
  ];
  for (const text of videos) expect({ text, is: recognizeIdentifier(text) }).toEqual({ text, is: 'videos' });

  const words = [
    'night trains',
    'SAMPLE_2_00',
    'rails',
    'a/b testing',
    'https://example.com/@rails',
    'youtube.com',
    '@',
    '',
  ];
  for (const text of words) expect({ text, is: recognizeIdentifier(text) }).toEqual({ text, is: null });
});
