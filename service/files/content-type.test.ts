import { expect, test } from 'vitest';

import { detectContentType } from './content-type.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav'],
  ['\0\0\0\x20ftypisom', 'video/mp4'],
  ['\0\0\0\x20ftypqt  ', 'video/quicktime'],
  ['\0\0\0\x20ftypM4A ', 'audio/mp4'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['ID3\x04', 'audio/mpeg'],
  ['\xff\xfb\x90', 'audio/mpeg'],
  // Files with these contents must be refused, whatever their names.
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
  ['#!/bin/sh', null],
  ['\xff\xff', null],
  ['', null],
])('detects %j as %s', (start, type) => {
  expect(detectContentType(bytes(start))).toBe(type);
});
