import { expect, it } from 'vitest';

import { toSrt, toVtt } from './subtitle-files.ts';

const createSingleCaption = (...lines: string[]) => [{ start: 3661.5, end: 3663, lines }];

it('writes times and lines as SRT and WebVTT', () => {
  const captions = [
    { start: 0, end: 1.2345, lines: ['First'] },
    { start: 1.2345, end: 3, lines: ['Second', 'line'] },
  ];
  expect(toSrt(captions)).toBe(
    '1\n00:00:00,000 --> 00:00:01,235\nFirst\n\n2\n00:00:01,235 --> 00:00:03,000\nSecond\nline\n',
  );
  expect(toVtt(captions)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.235\nFirst\n\n00:00:01.235 --> 00:00:03.000\nSecond\nline\n',
  );
});

it('escapes text that a player would read as markup or time', () => {
  expect(toVtt(createSingleCaption('a <b> & c --> d'))).toContain('\na &lt;b&gt; &amp; c --&gt; d\n');
  expect(toSrt(createSingleCaption('1 < 2 & 3 --> 4'))).toContain('\n1 < 2 & 3 → 4\n');
  expect(toSrt(createSingleCaption('a <b> c'))).toContain('\na <\u200bb> c\n');
  expect(toSrt(createSingleCaption('&amp; AT&T; R & D'))).toContain('\n&\u200bamp; AT&\u200bT; R & D\n');
  expect(toSrt(createSingleCaption('', 'a\n\nb', ' '))).toBe('1\n01:01:01,500 --> 01:01:03,000\na\nb\n');
});

it('sets a line’s direction to that of its caption', () => {
  expect(toVtt(createSingleCaption('قال إن شركة', 'Nightjet عادت.'))).toContain('\nقال إن شركة\n&rlm;Nightjet عادت.\n');
  expect(toSrt(createSingleCaption('قال إن شركة', 'Nightjet عادت.'))).toContain('\nقال إن شركة\nNightjet عادت.\n');
});
