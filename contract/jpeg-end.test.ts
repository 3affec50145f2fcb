import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { findJpegEnd } from './jpeg-end.ts';

function createPicture(): Buffer {
  const canvas = createCanvas(200, 100);
  const context = canvas.getContext('2d');
  for (let x = 0; x < 200; x += 5) {
    context.fillStyle = `hsl(${x * 7} 80% 50%)`;
    context.fillRect(x, (x * 13) % 90, 9, 30);
  }
  return canvas.toBuffer('image/jpeg');
}

/** Puts a whole small picture into the metadata, as cameras do. */
function withPreview(jpeg: Buffer): Buffer {
  const preview = createCanvas(16, 16).toBuffer('image/jpeg');
  const segmentHeader = Buffer.from([0xff, 0xe1, (preview.length + 2) >> 8, (preview.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), segmentHeader, preview, jpeg.subarray(2)]);
}

test('a JPEG ends at its own end marker, whatever follows it', () => {
  for (const jpeg of [createPicture(), withPreview(createPicture())]) {
    expect(findJpegEnd(jpeg)).toBe(jpeg.length);
    expect(findJpegEnd(Buffer.concat([jpeg, Buffer.from('ftypmp42 a video behind it')]))).toBe(jpeg.length);
  }
});

test('a truncated JPEG has no end, even if its embedded preview has one', () => {
  const jpeg = withPreview(createPicture());
  for (let length = 0; length < jpeg.length; length += 7) expect(findJpegEnd(jpeg.subarray(0, length))).toBeNull();
  expect(findJpegEnd(Buffer.from('no picture at all'))).toBeNull();
});
