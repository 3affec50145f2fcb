/** Reads a file's type and size from its first bytes before decoding it, because a decoded picture can be any size. */
import { imageSize } from 'image-size';

import { LIMITS } from '#contract/limits.ts';

/** Cameras put previews and profiles before the size. */
const HEAD_BYTES = 2 * 1024 * 1024;
/** Types the window decodes; SVG is left out because it can contain scripts. */
const TYPES = new Set(['png', 'jpg', 'webp', 'gif', 'bmp', 'avif', 'heif']);

/** A truncated file still decodes, into a picture whose lower part is empty. */
const ENDS: Readonly<Record<string, readonly number[]>> = {
  png: [0x49, 0x45, 0x4e, 0x44],
  jpg: [0xff, 0xd9],
  gif: [0x3b],
};
/** Some programs write a few bytes after the end marker. */
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

/** Returns why a file is not decoded, as a message for the user, or null if it may be decoded. */
export async function refusalOf(file: Blob): Promise<string | null> {
  if (file.size > imageBytes) return `This file is larger than ${imageBytes / 1024 / 1024} MB.`;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const { type = '', width, height } = imageSize(head);
    if (!TYPES.has(type)) return 'This file type isn’t supported.';
    if (width * height > imagePixels) {
      return `This picture is too large to import: ${width} × ${height} pixels.`;
    }
    return (await isWhole(file, type)) ? null : 'This file is incomplete.';
  } catch {
    return 'This file type isn’t supported.';
  }
}
