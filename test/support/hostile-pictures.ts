/** Creates files that are broken pictures or pictures of unusual kinds. */
import { createCanvas } from '@napi-rs/canvas';

export const SCRIPTED_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

export function drawTestCanvas(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, width / 2, height / 2);
  return canvas;
}

/** Cuts a file short, as if the connection had broken. */
export const truncate = (file: Buffer, share = 0.6): Buffer => file.subarray(0, Math.floor(file.length * share));

export const createJpeg = (width = 400, height = 200): Promise<Buffer> =>
  drawTestCanvas(width, height).encode('jpeg', 92);

/** Makes the header of a JPEG claim another size. */
export function claimSize(file: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(file);
  const frame = [0xc0, 0xc2].map((code) => copy.indexOf(Buffer.from([0xff, code]))).find((index) => index >= 0);
  if (frame === undefined) throw new Error('No frame header.');
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

/** Adds a camera's orientation tag. */
export function addOrientation(file: Buffer, orientation: number): Buffer {
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

/** Creates a header that claims any size, with no data after it. */
export function createHugePng(width: number, height: number): Buffer {
  const file = Buffer.from(drawTestCanvas(4, 4).toBuffer('image/png'));
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

/** Creates a baseline JPEG of one CMYK colour, 0 to 255 per ink; each block stores only its mean. */
export function createCmykJpeg(inks: readonly [number, number, number, number]): Buffer {
  const createSegment = (marker: number, body: readonly number[]) => [0xff, marker, 0, body.length + 2, ...body];
  // Adobe's JPEGs store inverted ink values.
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
    ...createSegment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]),
    ...createSegment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    ...createSegment(0xc0, [8, 0, 8, 0, 8, 4, ...[1, 2, 3, 4].flatMap((id) => [id, 0x11, 0])]),
    ...createSegment(0xc4, [0x00, 0, 0, 0, 9, ...Array.from({ length: 12 }, () => 0), 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ...createSegment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...createSegment(0xda, [4, ...[1, 2, 3, 4].flatMap((id) => [id, 0]), 0, 63, 0]),
    ...data.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])),
    ...[0xff, 0xd9],
  ]);
}

/** A frame of one pixel; the animation is red, then blue. */
const FRAME = '21f904000a0000002c000000000100010000';
export const ANIMATED_GIF = Buffer.from(
  `47494638396101000100800000ff00000000ff${FRAME}0202440100${FRAME}02024c01003b`,
  'hex',
);
