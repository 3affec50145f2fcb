// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { toEdl, toFcpxml, toOtio, toXmeml, formatSmpte } from './cut-list.ts';
import { toCut, toCutOfFiles, type CutMarker } from './cut.ts';

const FILM = {
  title: 'Sleepers & "couchettes"',
  fps: 30,
  frames: 900,
  width: 1920,
  height: 1080,
  hasSound: true,
  file: 'Sleepers & more.mp4',
};
const BLOCKS = [
  { label: 'Opening', start_time: 0.4 },
  { label: 'The <bunks>', start_time: 12.4 },
  { label: 'Not drawn yet', start_time: null },
  { label: 'End', start_time: 20 },
];
const MARKERS: CutMarker[] = [
  { start: 0, name: 'Opening', note: '', kind: 'block' },
  { start: 12.5, name: 'Callout', note: '', kind: 'overlay' },
  { start: 29.99, name: '=cmd|calc', note: 'Fifteen, or\n"sixteen" <bunks>?', kind: 'comment' },
];
const cut = toCut(FILM, BLOCKS, MARKERS);

/** Reads FCPXML's rational seconds as frames. */
const toFrames = (time: string | null, fps: number): number => {
  const [value = 0, timescale = 1] = (time ?? '').replace('s', '').split('/').map(Number);
  return Math.round((value / timescale) * fps);
};
const toXml = (text: string): Document => {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
};
const readNumber = (element: Element, name: string): number =>
  Number(element.querySelector(`:scope > ${name}`)?.textContent);

interface OtioTrack {
  kind: string;
  children: {
    name: string;
    source_range: { start_time: { value: number; rate: number }; duration: { value: number } };
    markers: { marked_range: { start_time: { value: number } } }[];
  }[];
}

/** Reads each format as an editing program does, as places in the video and in the cut. */
const READERS: Record<string, (film: typeof cut) => { name: string; source: number[]; record: number[] }[]> = {
  FCPXML: (film) =>
    [...toXml(toFcpxml(film)).querySelectorAll('spine > asset-clip')].map((clip) => {
      const [start = 0, offset = 0, length = 0] = ['start', 'offset', 'duration'].map((name) =>
        toFrames(clip.getAttribute(name), film.fps),
      );
      return {
        name: clip.getAttribute('name') ?? '',
        source: [start, start + length],
        record: [offset, offset + length],
      };
    }),
  xmeml: (film) =>
    [...toXml(toXmeml(film)).querySelectorAll('video > track > clipitem')].map((clip) => ({
      name: clip.querySelector('name')?.textContent ?? '',
      source: [readNumber(clip, 'in'), readNumber(clip, 'out')],
      record: [readNumber(clip, 'start'), readNumber(clip, 'end')],
    })),
  OTIO: (film) => {
    const { tracks } = JSON.parse(toOtio(film)) as { tracks: { children: OtioTrack[] } };
    let frame = 0;
    return (tracks.children[0]?.children ?? []).map(({ name, source_range: { start_time, duration } }) => {
      // A track plays its children one after the other.
      const record = [frame, (frame += duration.value)];
      return { name, source: [start_time.value, start_time.value + duration.value], record };
    });
  },
};

test.each(Object.keys(READERS))('%s has a clip per block, on its frames', (name) => {
  expect(READERS[name]?.(cut)).toEqual([
    { name: 'Opening', source: [0, 372], record: [0, 372] },
    { name: 'The <bunks>', source: [372, 600], record: [372, 600] },
    { name: 'End', source: [600, 900], record: [600, 900] },
  ]);
});

test('the clips of any video tile it, in every format, with one name each', () => {
  const film = fc.record({
    fps: fc.constantFrom(24, 25, 30, 50, 60, 30_000 / 1001, 24_000 / 1001, 60_000 / 1001),
    frames: fc.integer({ min: 1, max: 200_000 }),
    hasSound: fc.boolean(),
    title: fc.string({ unit: 'binary' }),
  });
  const block = fc.record({
    label: fc.string({ unit: 'binary' }),
    start_time: fc.option(fc.double({ min: 0, max: 9000, noNaN: true })),
  });
  const marker = fc.record({
    start: fc.double({ min: 0, max: 9000, noNaN: true }),
    name: fc.string({ unit: 'binary' }),
    note: fc.string({ unit: 'binary' }),
    kind: fc.constantFrom('overlay' as const, 'finding' as const, 'comment' as const),
  });
  fc.assert(
    fc.property(
      film,
      fc.array(block, { maxLength: 12 }),
      fc.array(marker, { maxLength: 6 }),
      (settings, blocks, markers) => {
        const filmCut = toCut({ ...FILM, ...settings }, blocks, markers);
        for (const [format, read] of Object.entries(READERS)) {
          const clips = read(filmCut);
          expect(clips[0]?.record[0], format).toBe(0);
          expect(clips.at(-1)?.record[1], format).toBe(settings.frames);
          for (const [index, { record, source }] of clips.entries()) {
            expect(source, format).toEqual(record);
            expect(record[1], format).toBeGreaterThan(record[0] ?? 0);
            expect(record[0], format).toBe(clips[index - 1]?.record[1] ?? 0);
          }
        }
        expect(toXml(toFcpxml(filmCut)).querySelectorAll('marker')).toHaveLength(markers.length);
        expect(toXml(toXmeml(filmCut)).querySelectorAll('sequence > marker')).toHaveLength(markers.length);
      },
    ),
    { numRuns: 40 },
  );
});

test('markers stand at their frames, with their words', () => {
  const marker = toXml(toFcpxml(cut)).querySelectorAll('marker')[1];
  expect(toFrames(marker?.getAttribute('start') ?? null, 30)).toBe(899);
  expect(marker?.getAttribute('note')).toBe('Fifteen, or "sixteen" <bunks>?');
  const { tracks } = JSON.parse(toOtio(cut)) as { tracks: { children: OtioTrack[] } };
  const [picture, sound] = tracks.children;
  expect(picture?.children.map(({ markers }) => markers.map((marker) => marker.marked_range.start_time.value))).toEqual(
    [[], [375], [899]],
  );
  expect(sound?.kind).toBe('Audio');
});

test('every format names the video’s file, as an address where it must be one', () => {
  const address = 'Sleepers%20%26%20more.mp4';
  expect(toXml(toFcpxml(cut)).querySelector('media-rep')?.getAttribute('src')).toBe(`./${address}`);
  expect(toXml(toXmeml(cut)).querySelector('file pathurl')?.textContent).toBe(address);
  expect(toOtio(cut)).toContain(`"target_url": "${address}"`);
  expect(toEdl(cut, 0)).toContain('* FROM CLIP NAME: Sleepers & more.mp4');
});

test('a video without sound has no sound in any of them', () => {
  const silent = { ...cut, hasSound: false };
  expect(toXml(toFcpxml(silent)).querySelector('asset')?.getAttribute('hasAudio')).toBeNull();
  expect(toXml(toXmeml(silent)).querySelector('audio')).toBeNull();
  expect(toOtio(silent)).not.toContain('"Audio"');
  expect(toEdl(silent, 0)).not.toContain('AA/V');
});

describe('an EDL', () => {
  test('has an event per clip, from either hour', () => {
    const findRows = (hour: 0 | 1) => toEdl(cut, hour).match(/^\d{3} {2}AX.*$/gm);
    expect(findRows(0)).toEqual([
      '001  AX       AA/V  C        00:00:00:00 00:00:12:12 00:00:00:00 00:00:12:12',
      '002  AX       AA/V  C        00:00:12:12 00:00:20:00 00:00:12:12 00:00:20:00',
      '003  AX       AA/V  C        00:00:20:00 00:00:30:00 00:00:20:00 00:00:30:00',
    ]);
    expect(findRows(1)?.[0]).toBe('001  AX       AA/V  C        00:00:00:00 00:00:12:12 01:00:00:00 01:00:12:12');
  });

  test('drops frame numbers at 29.97, none at 23.976 or 30', () => {
    const ntsc = 30_000 / 1001;
    expect([1799, 1800, 17_981, 17_982, 107_892].map((frame) => formatSmpte(frame, ntsc))).toEqual([
      '00:00:59;29',
      '00:01:00;02',
      '00:09:59;29',
      '00:10:00;00',
      '01:00:00;00',
    ]);
    expect(formatSmpte(1800, 30)).toBe('00:01:00:00');
    expect(formatSmpte(1440, 24_000 / 1001)).toBe('00:01:00:00');
    expect(toEdl({ ...cut, fps: ntsc }, 1)).toMatch(
      /FCM: DROP FRAME[^]*00:00:00;00 00:00:12;12 01:00:00;00 01:00:12;12/,
    );
    expect(toEdl(cut, 1)).toContain('FCM: NON-DROP FRAME');
  });

  test('counts every drop-frame number once', () => {
    const ntsc = 60_000 / 1001;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700_000 }), (frame) => {
        expect(formatSmpte(frame, ntsc)).not.toBe(formatSmpte(frame + 1, ntsc));
        expect(formatSmpte(frame, ntsc)).not.toMatch(/:[0-5][1-9]:00;0[0-3]$/);
      }),
    );
  });
});

describe('clips with files of their own', () => {
  const FILES = [
    { name: 'Opening', file: 'media/01 Opening.mp4', frames: 372 },
    { name: 'The <bunks> & more', file: 'media/02 The bunks & more.mp4', frames: 228 },
    { name: 'Opening', file: 'media/03 Opening.mp4', frames: 300 },
  ];
  const SOUNDS = [
    { name: 'Narration', file: 'narration.wav', channels: 1 as const },
    { name: 'Music', file: 'music.wav', channels: 2 as const },
  ];
  const { title, fps, width, height } = FILM;
  const fileCut = toCutOfFiles({ title, fps, width, height }, { media: FILES, sounds: SOUNDS }, MARKERS);
  const names = [...FILES, ...SOUNDS].map(({ file }) => file);

  test.each(Object.keys(READERS))('%s plays each from its first frame to its last, one after the other', (name) => {
    expect(READERS[name]?.(fileCut)).toEqual([
      { name: 'Opening', source: [0, 372], record: [0, 372] },
      { name: 'The <bunks> & more', source: [0, 228], record: [372, 600] },
      { name: 'Opening', source: [0, 300], record: [600, 900] },
    ]);
  });

  test('FCPXML has an asset for each, and the sounds below the first clip', () => {
    const xml = toXml(toFcpxml(fileCut));
    const assets = new Map([...xml.querySelectorAll('asset')].map((asset) => [asset.getAttribute('id'), asset]));
    const getFile = (clip: Element): string =>
      decodeURIComponent(
        assets.get(clip.getAttribute('ref'))?.querySelector('media-rep')?.getAttribute('src') ?? '',
      ).replace(/^\.\//, '');
    const clips = [...xml.querySelectorAll('spine > asset-clip')];
    expect(clips.map(getFile)).toEqual(FILES.map(({ file }) => file));
    for (const clip of clips) {
      const asset = assets.get(clip.getAttribute('ref'));
      expect(asset?.getAttribute('start')).toBe('0s');
      expect(asset?.getAttribute('duration')).toBe(clip.getAttribute('duration'));
      expect(asset?.getAttribute('hasAudio')).toBeNull();
    }
    const sounds = [...(clips[0]?.querySelectorAll('asset-clip') ?? [])];
    expect(sounds.map((sound) => [getFile(sound), sound.getAttribute('lane'), sound.getAttribute('offset')])).toEqual([
      ['narration.wav', '-1', '0s'],
      ['music.wav', '-2', '0s'],
    ]);
    for (const sound of sounds) {
      expect(toFrames(sound.getAttribute('duration'), fps)).toBe(900);
      expect(assets.get(sound.getAttribute('ref'))?.getAttribute('hasVideo')).toBeNull();
    }
    // A marker counts from the first frame of its clip's file.
    const starts = clips.map((clip) =>
      [...clip.querySelectorAll('marker')].map((marker) => toFrames(marker.getAttribute('start'), fps)),
    );
    expect(starts).toEqual([[], [3], [299]]);
  });

  test('xmeml describes each file once, and has a track for each channel of a sound', () => {
    const xml = toXml(toXmeml(fileCut));
    const fileElements = [...xml.querySelectorAll('file')].filter((file) => file.querySelector('pathurl'));
    expect(fileElements.map((file) => decodeURIComponent(file.querySelector('pathurl')?.textContent ?? ''))).toEqual(
      names,
    );
    expect(fileElements.map((file) => readNumber(file, 'duration'))).toEqual([372, 228, 300, 900, 900]);
    expect(new Set(fileElements.map(({ id }) => id)).size).toBe(5);
    const tracks = [...xml.querySelectorAll('sequence > media > audio > track')];
    expect(tracks.map((track) => track.querySelector('clipitem > name')?.textContent)).toEqual([
      'Narration',
      'Music',
      'Music',
    ]);
    expect(tracks.map((track) => Number(track.querySelector('trackindex')?.textContent))).toEqual([1, 1, 2]);
  });

  test('OpenTimelineIO gives each file’s own range', () => {
    interface OwnClip {
      source_range: object;
      media_references: { DEFAULT_MEDIA: { target_url: string; available_range: object } };
    }
    const { tracks } = JSON.parse(toOtio(fileCut)) as {
      tracks: { children: { name: string; kind: string; children: OwnClip[] }[] };
    };
    expect(tracks.children.map(({ name, kind }) => [name, kind])).toEqual([
      ['V1', 'Video'],
      ['A1', 'Audio'],
      ['A2', 'Audio'],
    ]);
    const clips = tracks.children.flatMap(({ children }) => children);
    const references = clips.map(({ media_references }) => media_references.DEFAULT_MEDIA);
    expect(references.map(({ target_url }) => decodeURIComponent(target_url))).toEqual(names);
    expect(references.map(({ available_range }) => available_range)).toEqual(clips.map((clip) => clip.source_range));
    expect(references[1]?.target_url).toBe('media/02%20The%20bunks%20%26%20more.mp4');
  });

  test('an EDL has pictures only, by their files’ names', () => {
    const text = toEdl(fileCut, 0);
    expect(text.match(/^\d{3} {2}AX.*$/gm)).toEqual([
      '001  AX       V     C        00:00:00:00 00:00:12:12 00:00:00:00 00:00:12:12',
      '002  AX       V     C        00:00:00:00 00:00:07:18 00:00:12:12 00:00:20:00',
      '003  AX       V     C        00:00:00:00 00:00:10:00 00:00:20:00 00:00:30:00',
    ]);
    expect(text.match(/(?<=FROM CLIP NAME: ).*$/gm)).toEqual([
      '01 Opening.mp4',
      '02 The bunks & more.mp4',
      '03 Opening.mp4',
    ]);
  });
});
