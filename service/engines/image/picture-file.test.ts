import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';

import {
  ANIMATED_GIF,
  createCmykJpeg,
  drawTestCanvas,
  createHugePng,
  createJpeg,
  SCRIPTED_SVG,
  addOrientation,
} from '#test/support/hostile-pictures.ts';

import { compositor } from './compositor/compositor.ts';
import { normalizePicture, readPictureFacts, cropToSquare } from './picture-file.ts';

async function readFirstPixel(file: Uint8Array): Promise<number[]> {
  const { bytes, width, height } = await normalizePicture(file);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(bytes)), 0, 0);
  return [...canvas.getContext('2d').getImageData(0, 0, 1, 1).data];
}

describe('an uploaded picture', () => {
  test('has the type and size found in its bytes', async () => {
    expect(readPictureFacts(await createJpeg())).toEqual({ type: 'jpg', width: 400, height: 200 });
    expect(readPictureFacts(drawTestCanvas(30, 20).toBuffer('image/png'))).toEqual({
      type: 'png',
      width: 30,
      height: 20,
    });
    expect(readPictureFacts(await drawTestCanvas(30, 20).encode('webp'))).toEqual({
      type: 'webp',
      width: 30,
      height: 20,
    });
  });

  test.each([
    ['an empty file', Buffer.alloc(0), 'isn’t a PNG'],
    ['text', Buffer.from('nonsense '.repeat(50)), 'isn’t a PNG'],
    ['an SVG with a script', Buffer.from(SCRIPTED_SVG), 'isn’t a PNG'],
    ['a web page', Buffer.from('<!doctype html><img src=x>'), 'isn’t a PNG'],
    ['30,000 x 30,000 pixels', createHugePng(30_000, 30_000), '30000 x 30000 pixels'],
    ['200 MB', Buffer.alloc(200 * 1024 * 1024), 'larger than 20 MB'],
    ['a truncated PNG', drawTestCanvas(300, 200).toBuffer('image/png').subarray(0, 200), 'incomplete'],
    ['a PNG without pixels', createHugePng(0, 0), /empty|isn’t a PNG/],
  ])('is rejected: %s', async (_, file, words) => {
    await expect(normalizePicture(file)).rejects.toThrow(words);
  });

  test('is rejected when truncated anywhere', async () => {
    const file = await createJpeg();
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      await expect(normalizePicture(file.subarray(0, Math.floor(file.length * share)))).rejects.toThrow();
    }
  });

  test('is rotated by its EXIF orientation', async () => {
    const { bytes, width, height } = await normalizePicture(addOrientation(await createJpeg(), 6));
    expect([width, height]).toEqual([200, 400]);
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').drawImage(await loadImage(Buffer.from(bytes)), 0, 0);
    // The pixel from the upper left is now at the upper right.
    const [r, , b] = canvas.getContext('2d').getImageData(190, 10, 1, 1).data;
    expect({ r: r! < 60, b: b! > 200 }).toEqual({ r: true, b: true });
  });

  test('becomes a square without what the camera wrote into it', async () => {
    const square = await cropToSquare(addOrientation(await createJpeg(), 6), 256);
    expect(readPictureFacts(square)).toEqual({ type: 'png', width: 256, height: 256 });
    expect(Buffer.from(square).includes('Exif')).toBe(false);
    await expect(cropToSquare(ANIMATED_GIF, 256)).rejects.toThrow('It isn’t a PNG, JPEG or WebP picture.');
  });

  test('is converted from CMYK to RGB', async () => {
    const [red = 0, green = 255, blue = 255, alpha] = await readFirstPixel(createCmykJpeg([0, 255, 255, 0]));
    expect({ red: red > 200, green: green < 70, blue: blue < 70, alpha }).toEqual({
      red: true,
      green: true,
      blue: true,
      alpha: 255,
    });
    expect(await readFirstPixel(createCmykJpeg([0, 0, 0, 0]))).toEqual([255, 255, 255, 255]);
  });

  test('is reduced to its first frame if it is animated', async () => {
    const [red = 0, , blue = 255] = await readFirstPixel(ANIMATED_GIF);
    expect({ red: red > 200, blue: blue < 60 }).toEqual({ red: true, blue: true });
  });

  test('is scaled down to 2560 pixels', async () => {
    const { width, height } = await normalizePicture(await createJpeg(4000, 1000));
    expect([width, height]).toEqual([2560, 640]);
  });
});

test('the compositor draws the same picture for the same seed only', async () => {
  const brief = { width: 320, height: 180, prompt: 'A train', headline: 'Back again', references: [], style: null };
  const draw = async (seed: number) => {
    const { bytes } = await compositor.generate({ ...brief, seed }, { signal: new AbortController().signal });
    return Buffer.from(bytes);
  };
  expect((await draw(3)).equals(await draw(3))).toBe(true);
  expect((await draw(3)).equals(await draw(4))).toBe(false);
});
