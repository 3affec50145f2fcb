import { describe, expect, test } from 'vitest';

import { chapters, csv, edl, srt, vtt, type Marker } from './export-to-editor.ts';

const FILM = { title: 'Sleepers & "couchettes"', fps: 30 };
const MARKERS: Marker[] = [
  { start: 0, end: 12.4, name: 'Opening', note: '', kind: 'block' },
  { start: 3725, end: 3725.5, name: '=cmd|calc', note: 'Fifteen, or\n"sixteen" <bunks>?', kind: 'comment' },
];

test('an EDL has each marker at its frame', () => {
  expect(edl(FILM, MARKERS)).toBe(
    'TITLE: Sleepers & "couchettes"\nFCM: NON-DROP FRAME\n\n' +
      '001  001      V     C        00:00:00:00 00:00:00:01 00:00:00:00 00:00:00:01\n |C:ResolveColorBlue |M:Opening |D:1\n\n' +
      '002  001      V     C        01:02:05:00 01:02:05:01 01:02:05:00 01:02:05:01\n |C:ResolveColorYellow |M:=cmd|calc: Fifteen, or "sixteen" <bunks>? |D:1\n',
  );
});

test('a CSV cannot run formulas and keeps its columns', () => {
  expect(csv(FILM, MARKERS).split('\r\n')[2]).toBe(
    `01:02:05:00,01:02:05:15,comment,'=cmd|calc,"Fifteen, or ""sixteen"" <bunks>?"`,
  );
});

describe('captions', () => {
  const cues = [{ start_time: 1.5, end_time: 3661.25, text: 'A < B --> C & D' }];
  test('export as SRT', () => expect(srt(cues)).toBe('1\n00:00:01,500 --> 01:01:01,250\nA < B → C & D\n'));
  test('export as VTT', () =>
    expect(vtt(cues)).toBe('WEBVTT\n\n00:00:01.500 --> 01:01:01.250\nA &lt; B --&gt; C &amp; D\n'));

  test('break into lines', () => {
    const text = 'A caption of a video that is longer than one line of a screen holds';
    expect(
      srt([{ start_time: 0, end_time: 4, text }])
        .split('\n')
        .slice(2, 4),
    ).toEqual(['A caption of a video that is longer', 'than one line of a screen holds']);
  });
});

test('chapters start at 0:00 and last at least ten seconds', () => {
  const blocks = [
    { start_time: 0.4, chapter: 'Opening' },
    { start_time: 8, chapter: 'Opening' },
    { start_time: 9, chapter: 'Too soon' },
    { start_time: 61, chapter: 'The bunks' },
    { start_time: 3725, chapter: 'End' },
  ];
  expect(chapters(blocks, 'Night trains')).toBe('0:00 Opening\n1:01 The bunks\n1:02:05 End\n');
});

test('a first heading after the opening keeps its own second', () => {
  const blocks = [
    { start_time: 0, chapter: '' },
    { start_time: 45.8, chapter: 'The bunks' },
    { start_time: 48.4, chapter: 'The bunks' },
    { start_time: 90, chapter: 'The price' },
  ];
  expect(chapters(blocks, 'Night trains')).toBe('0:00 Night trains\n0:45 The bunks\n1:30 The price\n');
});
