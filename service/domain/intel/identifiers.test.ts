import { expect, test } from 'vitest';

import { USUAL_VIDEO_ID } from '../../engines/platform/platform.ts';
import { parseChannelReference, parseVideoReference } from './identifiers.ts';

test.each([
  ['@SampleRail', { handle: 'SampleRail' }],
  ['samplerail', { handle: 'samplerail' }],
  ['UCsample0RailDiaries00001', { channel_id: 'UCsample0RailDiaries00001' }],
  ['https://www.youtube.com/channel/UCsample0RailDiaries00001?x=1', { channel_id: 'UCsample0RailDiaries00001' }],
  ['youtube.com/@samplerail/videos', { handle: 'samplerail' }],
  ['https://www.youtube.com/@Gr%C3%B6%C3%9Fe', { handle: 'Größe' }],
  ['https://www.youtube.com/c/samplerail', { handle: 'samplerail' }],
  ['https://www.youtube.com/watch?v=SAMPLEvid01', null],
  ['https://www.youtube.com/@%E0%A4%A', null],
  ['two words', null],
  ['!!', null],
])('reads the channel reference %s', (input, expected) => expect(parseChannelReference(input)).toEqual(expected));

test.each([
  ['SAMPLEvid01', 'SAMPLEvid01'],
  [' https://www.youtube.com/watch?list=x&v=SAMPLEvid01 ', 'SAMPLEvid01'],
  ['https://youtu.be/SAMPLEvid01?t=4', 'SAMPLEvid01'],
  ['youtube.com/shorts/SAMPLEvid01', 'SAMPLEvid01'],
  ['https://platform.example/watch/SAMPLEvid01', 'SAMPLEvid01'],
  ['SAMPLEvid1', null],
  ['SAMPLEvid012', null],
  ['https://youtu.be/SAMPLEvid012', null],
  ['https://www.youtube.com/@samplerail', null],
])('reads the video reference %s', (input, expected) =>
  expect(parseVideoReference(input, USUAL_VIDEO_ID)).toBe(expected),
);

test.each([
  ['a1', 'a1'],
  ['x'.repeat(20), 'x'.repeat(20)],
  ['https://videos.example/watch?v=1234567890_abcdef-20', '1234567890_abcdef-20'],
  ['x'.repeat(21), null],
])('reads %s with the video ids of another platform', (input, expected) =>
  expect(parseVideoReference(input, /^[A-Za-z0-9_-]{2,20}$/)).toBe(expected),
);
