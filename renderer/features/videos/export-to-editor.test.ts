import { describe, expect, test } from 'vitest';

import {
  areChaptersShown,
  writeChapterLines,
  createChapters,
  writeCsv,
  writeEdl,
  writeSrt,
  writeVtt,
  type Marker,
} from './export-to-editor.ts';

const VIDEO = { title: 'Sleepers & "couchettes"', fps: 30 };
const MARKERS: Marker[] = [
  { start: 0, end: 12.4, name: 'Opening', note: '', kind: 'block' },
  { start: 3725, end: 3725.5, name: '=cmd|calc', note: 'Fifteen, or\n"sixteen" <bunks>?', kind: 'comment' },
];

test('an EDL has each marker at its frame', () => {
  expect(writeEdl(VIDEO, MARKERS)).toBe(
    'TITLE: Sleepers & "couchettes"\nFCM: NON-DROP FRAME\n\n' +
      '001  001      V     C        00:00:00:00 00:00:00:01 00:00:00:00 00:00:00:01\n |C:ResolveColorBlue |M:Opening |D:1\n\n' +
      '002  001      V     C        01:02:05:00 01:02:05:01 01:02:05:00 01:02:05:01\n |C:ResolveColorYellow |M:=cmd|calc: Fifteen, or "sixteen" <bunks>? |D:1\n',
  );
});

test('a CSV cannot run formulas and keeps its columns', () => {
  expect(writeCsv(VIDEO, MARKERS).split('\r\n')[2]).toBe(
    `01:02:05:00,01:02:05:15,comment,'=cmd|calc,"Fifteen, or ""sixteen"" <bunks>?"`,
  );
});

describe('captions', () => {
  const cues = [{ start_time: 1.5, end_time: 3661.25, text: 'A < B --> C & D' }];
  test('export as SRT', () => expect(writeSrt(cues)).toBe('1\n00:00:01,500 --> 01:01:01,250\nA < B → C & D\n'));
  test('export as VTT', () =>
    expect(writeVtt(cues)).toBe('WEBVTT\n\n00:00:01.500 --> 01:01:01.250\nA &lt; B --&gt; C &amp; D\n'));

  test('break into lines', () => {
    const text = 'A caption of a video that is longer than one line of a screen holds';
    expect(
      writeSrt([{ start_time: 0, end_time: 4, text }])
        .split('\n')
        .slice(2, 4),
    ).toEqual(['A caption of a video that is longer', 'than one line of a screen holds']);
  });
});

describe('chapters', () => {
  const getLines = (starts: readonly (readonly [number | null, string])[], seconds: number): string[] => {
    const blocks = starts.map(([start_time, chapter]) => ({ start_time, chapter }));
    return writeChapterLines(createChapters(blocks, 'Night trains', seconds))
      .trimEnd()
      .split('\n');
  };

  test('start at 0:00, and a short one belongs to the one before', () => {
    const starts = [
      [0.4, 'Opening'],
      [8, 'Opening'],
      [59, 'Too soon'],
      [61, 'The bunks'],
      [3725, 'End'],
    ] as const;
    expect(getLines(starts, 4000)).toEqual(['0:00 Opening', '1:01 The bunks', '1:02:05 End']);
  });

  test('begin with the title if the first heading comes later', () => {
    const starts = [
      [0, ''],
      [40, 'The bunks'],
      [48.4, 'The bunks'],
      [90.9, 'The price'],
    ] as const;
    expect(getLines(starts, 120)).toEqual(['0:00 Night trains', '0:40 The bunks', '1:30 The price']);
  });

  test('lose no long section beside a short one, at the start or at the end', () => {
    const starts = [
      [0, 'Hello'],
      [8, 'Why'],
      [60, 'How'],
      [120, 'When'],
      [180, 'Bye'],
    ] as const;
    expect(getLines(starts, 186)).toEqual(['0:00 Why', '1:00 How', '2:00 When']);
  });

  test('are shown by platforms only if there are three', () => {
    const three = [0, 60, 120].map((start_time, index) => ({ start_time, chapter: `Part ${index}` }));
    expect(areChaptersShown(createChapters(three, 'Night trains', 180))).toBe(true);
    expect(areChaptersShown(createChapters(three, 'Night trains', 129))).toBe(false);
  });

  test('are empty if no section lasts ten seconds', () => {
    expect(createChapters([{ start_time: 0, chapter: 'Hello' }], 'Night trains', 9)).toEqual([]);
  });
});
