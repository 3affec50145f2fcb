import { describe, expect, test } from 'vitest';

import { chapters, csv, edl, fcpxml, srt, vtt, type Marker } from './export-to-editor.ts';

const FILM = { title: 'Sleepers & "couchettes"', duration: 3725.5, fps: 30, width: 1280, height: 720 };
const MARKERS: Marker[] = [
  { start: 0, end: 12.4, name: 'Opening', note: '', kind: 'block' },
  { start: 3725, end: 3725.5, name: '=cmd|calc', note: 'Fifteen, or\n"sixteen" <bunks>?', kind: 'comment' },
];

test('an EDL carries each marker at its frame', () => {
  expect(edl(FILM, MARKERS)).toBe(
    'TITLE: Sleepers & "couchettes"\nFCM: NON-DROP FRAME\n\n' +
      '001  001      V     C        00:00:00:00 00:00:00:01 00:00:00:00 00:00:00:01\n |C:ResolveColorBlue |M:Opening |D:1\n\n' +
      '002  001      V     C        01:02:05:00 01:02:05:01 01:02:05:00 01:02:05:01\n |C:ResolveColorYellow |M:=cmd|calc: Fifteen, or "sixteen" <bunks>? |D:1\n',
  );
});

test('FCPXML is well-formed whatever is written, and counts frames', () => {
  const xml = fcpxml(FILM, MARKERS, 'Sleepers & more.mp4');
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  const markers = [...parsed.querySelectorAll('marker')];
  expect(markers.map((one) => one.getAttribute('start'))).toEqual(['0/3000s', '11175000/3000s']);
  expect(markers[1]?.getAttribute('note')).toBe('Fifteen, or "sixteen" <bunks>?');
  expect(parsed.querySelector('media-rep')?.getAttribute('src')).toBe('./Sleepers%20%26%20more.mp4');
});

test('a table runs nothing and keeps its columns', () => {
  expect(csv(FILM, MARKERS).split('\r\n')[2]).toBe(
    `01:02:05:00,01:02:05:15,comment,'=cmd|calc,"Fifteen, or ""sixteen"" <bunks>?"`,
  );
});

describe('captions', () => {
  const cues = [{ start_time: 1.5, end_time: 3661.25, text: 'A < B --> C & D' }];
  test('SRT', () => expect(srt(cues)).toBe('1\n00:00:01,500 --> 01:01:01,250\nA < B → C & D\n'));
  test('VTT', () => expect(vtt(cues)).toBe('WEBVTT\n\n00:00:01.500 --> 01:01:01.250\nA &lt; B → C &amp; D\n'));
});

test('chapters begin at 0:00 and none is shorter than ten seconds', () => {
  const blocks = [
    { start_time: 0.4, chapter: 'Opening' },
    { start_time: 8, chapter: 'Opening' },
    { start_time: 9, chapter: 'Too soon' },
    { start_time: 61, chapter: 'The bunks' },
    { start_time: 3725, chapter: 'End' },
  ];
  expect(chapters(blocks)).toBe('0:00 Opening\n1:01 The bunks\n1:02:05 End\n');
});
