/** What a file says it is in its first bytes, before anything of it is unpacked: an unpacked picture can be any size. */
import { imageSize } from 'image-size';

import { LIMITS } from '#contract/limits.ts';

/** Cameras put previews and profiles before the size. */
const HEAD_BYTES = 2 * 1024 * 1024;
/** What the window unpacks; an SVG is a program as much as a picture. */
const TYPES = new Set(['png', 'jpg', 'webp', 'gif', 'bmp', 'avif', 'heif']);

/** A file that was cut off still unpacks, into a picture with nothing in its lower part. */
const ENDS: Readonly<Record<string, readonly number[]>> = {
  png: [0x49, 0x45, 0x4e, 0x44],
  jpg: [0xff, 0xd9],
  gif: [0x3b],
};
/** Some programs write a little behind the end. */
const TAIL_BYTES = 64 * 1024;

async function isWhole(file: Blob, type: string): Promise<boolean> {
  const end = ENDS[type];
  if (!end) return true;
  const tail = new Uint8Array(await file.slice(-TAIL_BYTES).arrayBuffer());
  for (let at = tail.length - end.length; at >= 0; at--) {
    if (end.every((byte, index) => tail[at + index] === byte)) return true;
  }
  return false;
}

const { imageBytes, imagePixels } = LIMITS.thumbnails;

/** Why a file is not unpacked, in words for people; null where it may be. */
export async function refusalOf(file: Blob): Promise<string | null> {
  if (file.size > imageBytes) return `It is larger than ${imageBytes / 1024 / 1024} MB.`;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const { type = '', width, height } = imageSize(head);
    if (!TYPES.has(type)) return 'It is no picture this studio can read.';
    if (width * height > imagePixels) {
      return `It has ${width} x ${height} pixels, which is more than can be taken in.`;
    }
    return (await isWhole(file, type)) ? null : 'The file is cut off.';
  } catch {
    return 'It is no picture this studio can read.';
  }
}
