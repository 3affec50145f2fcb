// @vitest-environment node
import { expect, it } from 'vitest';

import { makeTimedFile, type TimedConversion } from './timed-files.ts';

const SCRIPT = '# Trains\n\n[Cue: map]\n\nHello dear world.[^1]\n\n| a |\n|---|\n| b |\n\n[^1]: A note.\n';
const createRequest = (format: TimedConversion['format'], markdown = SCRIPT): TimedConversion => ({
  kind: 'timed',
  format,
  markdown,
  title: 'Night trains',
  pacing: { general: 150, sections: [] },
  language: 'en',
  pictures: new Map(),
});
const rejectPdf = () => Promise.reject(new Error('no PDF was asked for'));
const decodeFile = ({ bytes }: { bytes: Uint8Array }): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

it('notes what captions leave out or can’t contain', async () => {
  const srt = await makeTimedFile(createRequest('srt'), rejectPdf);
  expect(decodeFile(srt)).toBe('1\n00:00:00,000 --> 00:00:01,200\nHello dear world.\n');
  expect(srt.notes).toEqual([]);
  expect(decodeFile(await makeTimedFile(createRequest('vtt'), rejectPdf))).toMatch(
    /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.200\n/,
  );
  expect((await makeTimedFile(createRequest('srt', '# Only a heading\n'), rejectPdf)).notes).toEqual([
    'Nothing in this script is spoken, so the file has no captions.',
  ]);
  const fast = 'Straightforwardly internationalized characteristics.';
  expect((await makeTimedFile(createRequest('srt', fast), rejectPdf)).notes).toEqual([
    'One caption passes faster than most people can read. A slower pace or shorter words help.',
  ]);
});

it('makes a shot list and notes what is not in it', async () => {
  const csv = await makeTimedFile(createRequest('shots-csv'), rejectPdf);
  expect(decodeFile(csv)).toBe(
    '\ufeffSection,Time in,Duration,Cue,Words\r\nTrains,00:00:00,00:00:01,map,Hello dear world.\r\n',
  );
  expect(csv.notes).toEqual(['A table was left out.', 'A footnote was left out.']);
});

it('makes a two-column Word document and PDF', async () => {
  const word = await makeTimedFile(createRequest('av-docx'), rejectPdf);
  expect(decodeFile(word).slice(0, 2)).toBe('PK');
  expect(word.notes).toEqual(['A table was left out.']);
  const pdf = await makeTimedFile(createRequest('av-pdf'), (script, title, _pictures, { landscape }) => {
    expect([title, landscape, script.footnotes.size]).toEqual(['Night trains', true, 1]);
    return Promise.resolve({ bytes: new Uint8Array([1]), notes: ['No font.'] });
  });
  expect(pdf).toEqual({ bytes: new Uint8Array([1]), notes: ['A table was left out.', 'No font.'] });
});
