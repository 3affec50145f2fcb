import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';

import { compositor } from './compositor/compositor.ts';
import { normalised, pictureFacts } from './picture-file.ts';

function drawn(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, width / 2, height / 2);
  return canvas;
}

const jpeg = (width = 400, height = 200): Promise<Buffer> => drawn(width, height).encode('jpeg', 92);

/** Says, as a camera does, that the picture is to be turned. */
function turned(file: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from([
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const length = exif.length + 2;
  return Buffer.concat([
    file.subarray(0, 2),
    Buffer.from([0xff, 0xe1, length >> 8, length & 255]),
    exif,
    file.subarray(2),
  ]);
}

/** A head that claims any size, and nothing behind it. */
function hugePng(width: number, height: number): Buffer {
  const file = Buffer.from(drawn(4, 4).toBuffer('image/png'));
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

/** One colour of printers' inks, 0 to 255 each, as a baseline JPEG: every block is its mean alone. */
function cmykJpeg(inks: readonly [number, number, number, number]): Buffer {
  const segment = (marker: number, body: readonly number[]) => [0xff, marker, 0, body.length + 2, ...body];
  // Adobe's way stores what is left of the paper.
  const bits = inks.map((ink) => {
    const mean = 255 - ink - 128;
    const size = mean === 0 ? 0 : Math.floor(Math.log2(Math.abs(mean))) + 1;
    const value = mean < 0 ? mean + 2 ** size - 1 : mean;
    return size.toString(2).padStart(4, '0') + (size === 0 ? '' : value.toString(2).padStart(size, '0')) + '0';
  });
  const stream = bits.join('').padEnd(Math.ceil(bits.join('').length / 8) * 8, '1');
  const data = (stream.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    ...segment(0xc0, [8, 0, 8, 0, 8, 4, ...[1, 2, 3, 4].flatMap((id) => [id, 0x11, 0])]),
    ...segment(0xc4, [0x00, 0, 0, 0, 9, ...Array.from({ length: 12 }, () => 0), 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xda, [4, ...[1, 2, 3, 4].flatMap((id) => [id, 0]), 0, 63, 0]),
    ...data.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])),
    ...[0xff, 0xd9],
  ]);
}

/** One pixel that is red, then blue. */
const FRAME = '21f904000a0000002c000000000100010000';
const ANIMATED = Buffer.from(`47494638396101000100800000ff00000000ff${FRAME}0202440100${FRAME}02024c01003b`, 'hex');

async function colourIn(file: Uint8Array): Promise<number[]> {
  const { bytes, width, height } = await normalised(file);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(bytes)), 0, 0);
  return [...canvas.getContext('2d').getImageData(0, 0, 1, 1).data];
}

describe('a file that claims to be a picture', () => {
  test('is what its bytes are', async () => {
    expect(pictureFacts(await jpeg())).toEqual({ type: 'jpg', width: 400, height: 200 });
    expect(pictureFacts(drawn(30, 20).toBuffer('image/png'))).toEqual({ type: 'png', width: 30, height: 20 });
    expect(pictureFacts(await drawn(30, 20).encode('webp'))).toEqual({ type: 'webp', width: 30, height: 20 });
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ['nothing', Buffer.alloc(0), 'not a PNG'],
    ['text', Buffer.from('nonsense '.repeat(50)), 'not a PNG'],
    ['an SVG with a script', Buffer.from(svg), 'not a PNG'],
    ['a web page', Buffer.from('<!doctype html><img src=x>'), 'not a PNG'],
    ['30,000 x 30,000 pixels', hugePng(30_000, 30_000), '30000 x 30000 pixels'],
    ['200 MB', Buffer.alloc(200 * 1024 * 1024), 'larger than 20 MB'],
    ['half a PNG', drawn(300, 200).toBuffer('image/png').subarray(0, 200), 'cut off'],
    ['no pixels', hugePng(0, 0), /nothing in it|not a PNG/],
  ])('is refused when it is %s', async (_, file, words) => {
    await expect(normalised(file)).rejects.toThrow(words);
  });

  test('is refused when it was cut off anywhere', async () => {
    const file = await jpeg();
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      await expect(normalised(file.subarray(0, Math.floor(file.length * share)))).rejects.toThrow();
    }
  });

  test('is turned as the camera says', async () => {
    const { bytes, width, height } = await normalised(turned(await jpeg(), 6));
    expect([width, height]).toEqual([200, 400]);
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').drawImage(await loadImage(Buffer.from(bytes)), 0, 0);
    // What was at the upper left is at the upper right.
    const [r, , b] = canvas.getContext('2d').getImageData(190, 10, 1, 1).data;
    expect({ r: r! < 60, b: b! > 200 }).toEqual({ r: true, b: true });
  });

  test('of printers’ inks is shown in the colours of a screen', async () => {
    const [red = 0, green = 255, blue = 255, alpha] = await colourIn(cmykJpeg([0, 255, 255, 0]));
    expect({ red: red > 200, green: green < 70, blue: blue < 70, alpha }).toEqual({
      ...{ red: true, green: true, blue: true, alpha: 255 },
    });
    expect(await colourIn(cmykJpeg([0, 0, 0, 0]))).toEqual([255, 255, 255, 255]);
  });

  test('that moves is its first picture', async () => {
    const [red = 0, , blue = 255] = await colourIn(ANIMATED);
    expect({ red: red > 200, blue: blue < 60 }).toEqual({ red: true, blue: true });
  });

  test('is made no larger than is useful', async () => {
    const { width, height } = await normalised(await jpeg(4000, 1000));
    expect([width, height]).toEqual([2560, 640]);
  });
});

test('the compositor draws the same picture for the same seed, and another for another', async () => {
  const brief = { width: 320, height: 180, prompt: 'A train', headline: 'Back again', references: [], style: null };
  const draw = async (seed: number) => {
    const { bytes } = await compositor.generate({ ...brief, seed }, { signal: new AbortController().signal });
    return Buffer.from(bytes);
  };
  expect((await draw(3)).equals(await draw(3))).toBe(true);
  expect((await draw(3)).equals(await draw(4))).toBe(false);
});
