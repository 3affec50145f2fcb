import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readPixels } from '#test/support/pixels.ts';
import { writeVideo } from '#test/support/video.ts';

import { type Ffmpeg, findFfmpeg } from './ffmpeg/find.ts';
import { parseVideoStream } from './ffmpeg/shown-picture.ts';
import { readMediaFacts, makeMediaThumbnail } from './media.ts';

const { signal } = new AbortController();
let folder: string;
let ffmpeg: Ffmpeg;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-media-'));
  ffmpeg = await findFfmpeg();
});
afterAll(() => rm(folder, { recursive: true }));

test('rejects a HEIC photo and suggests an alternative', async () => {
  const file = join(folder, 'IMG_0001.HEIC');
  await writeFile(file, Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)]));
  await expect(readMediaFacts(ffmpeg, file, signal)).rejects.toThrow('Save the photo as JPEG or PNG');
});

test('rejects a truncated photo, and accepts one with additional bytes at its end', async () => {
  const canvas = createCanvas(640, 360);
  const photo = await canvas.encode('jpeg');
  const file = join(folder, 'photo.jpg');
  await writeFile(file, photo.subarray(0, photo.length / 2));
  await expect(readMediaFacts(ffmpeg, file, signal)).rejects.toThrow('The file is incomplete.');
  await writeFile(file, Buffer.concat([photo, Buffer.from('a video of a phone')]));
  expect(await readMediaFacts(ffmpeg, file, signal)).toMatchObject({ kind: 'picture', width: 640, height: 360 });
});

test('rejects a photo with too many pixels or bytes instead of treating it as a video', async () => {
  const file = join(folder, 'huge.png');
  const huge = Buffer.from(await createCanvas(8, 8).encode('png'));
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  await writeFile(file, huge);
  await expect(readMediaFacts(ffmpeg, file, signal)).rejects.toThrow('It’s too large: 20000 x 20000 pixels');
  const photo = await createCanvas(640, 360).encode('jpeg');
  await writeFile(file, Buffer.concat([photo, Buffer.alloc(21 * 1024 * 1024)]));
  await expect(readMediaFacts(ffmpeg, file, signal)).rejects.toThrow('larger than 20 MB');
});

const STREAM = '  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(progressive), ';
test.each([
  ['640x360 [SAR 1:1 DAR 16:9], 30 fps', 640, 360],
  ['640x360, 30 fps', 640, 360],
  ['640x360 [SAR 0:1 DAR 0:1], 30 fps', 640, 360],
  ['720x576 [SAR 64:45 DAR 16:9], 25 fps', 1024, 576],
  ['640x360, 30 fps\n    Side data:\n      displaymatrix: rotation of 90.00 degrees', 360, 640],
  ['640x360, 30 fps\n    Side data:\n      displaymatrix: rotation of -90.00 degrees', 360, 640],
  ['640x360, 30 fps\n    Side data:\n      displaymatrix: rotation of -180.00 degrees', 640, 360],
  ['720x576 [SAR 64:45 DAR 16:9]\n    Side data:\n      displaymatrix: rotation of 90.00 degrees', 576, 1024],
])('a clip of %j is shown as %i × %i', (text, width, height) => {
  const audioStream = '  Stream #0:1: Audio: aac\n    Side data:\n      displaymatrix: rotation of 90.00 degrees';
  expect(parseVideoStream(`Input #0\n${STREAM}${text}\n${audioStream}`)).toEqual({ width, height, hdr: null });
});

test('does not treat the cover of a song as a video', () => {
  expect(
    parseVideoStream('Input #0\n  Stream #0:0: Audio: mp3\n  Stream #0:1: Video: mjpeg, 600x600 (attached pic)'),
  ).toBeNull();
});

/** Returns red, green and blue in the middle of a video’s first frame. */
async function readMiddlePixel(file: string, width = 160): Promise<number[]> {
  const {
    data,
    width: frameWidth,
    height,
  } = await readPixels(await makeMediaThumbnail(ffmpeg, file, { at: 0, width }, signal));
  const offset = (Math.floor(height / 2) * frameWidth + Math.floor(frameWidth / 2)) * 4;
  return [...data.subarray(offset, offset + 3)];
}

/** Encodes a clip of one grey with that signal level in 10 bits, from 0 for black to 1 for the brightest. */
async function filmGrey(name: string, level: number, transfer: 'arib-std-b67' | 'smpte2084'): Promise<string> {
  const file = join(folder, name);
  const y = Math.round(64 + 876 * level);
  writeVideo([
    ...['-f', 'lavfi', '-i', 'color=black:s=160x90:r=10:d=0.5'],
    ...['-vf', `format=yuv420p10le,lutyuv=y=${y}:u=512:v=512,setparams=range=tv`],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p10le'],
    ...['-color_trc', transfer, '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc', file],
  ]);
  return file;
}

test.each([
  ['HLG', 'arib-std-b67', 0.75, 0.38],
  ['PQ', 'smpte2084', 0.58, 0.38],
] as const)('reference white of %s is shown near white, and grey as grey', async (name, transfer, white, middle) => {
  const [red, green, blue] = await readMiddlePixel(await filmGrey(`${name}-white.mp4`, white, transfer));
  expect(Math.min(red!, green!, blue!)).toBeGreaterThan(235);
  expect(Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!)).toBeLessThan(4);
  const [shade] = await readMiddlePixel(await filmGrey(`${name}-grey.mp4`, middle, transfer));
  expect(shade).toBeGreaterThan(70);
  expect(shade).toBeLessThan(130);
  const brightest = await readMiddlePixel(await filmGrey(`${name}-peak.mp4`, 1, transfer));
  expect(Math.min(...brightest)).toBeGreaterThan(250);
});

test('rejects an HDR clip that ffmpeg can’t convert, and suggests an alternative', async () => {
  const file = await filmGrey('hdr.mp4', 0.5, 'arib-std-b67');
  await expect(readMediaFacts({ ...ffmpeg, canToneMap: false }, file, signal)).rejects.toThrow(
    'Save the clip without HDR',
  );
  await expect(readMediaFacts(ffmpeg, file, signal)).resolves.toMatchObject({ kind: 'video', width: 160, height: 90 });
});

test('shows non-square pixels in their shape', async () => {
  const file = join(folder, 'wide.mp4');
  writeVideo([...['-f', 'lavfi', '-i', 'color=red:s=180x144:r=10:d=0.5', '-vf', 'setsar=64/45'], file]);
  expect(await readMediaFacts(ffmpeg, file, signal)).toMatchObject({ width: 256, height: 144 });
  const { width, height } = await readPixels(await makeMediaThumbnail(ffmpeg, file, { at: 0, width: 128 }, signal));
  expect([width, height]).toEqual([128, 72]);
});
