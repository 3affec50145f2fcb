/** Reads a file's type and size from its first bytes before decoding it, because a decoded picture can be any size. */
import { imageSize } from 'image-size';

import { findJpegEnd } from '#contract/jpeg-end.ts';
import { LIMITS } from '#contract/limits.ts';

/** Cameras put previews and profiles before the size. */
const HEAD_BYTES = 2 * 1024 * 1024;
/** Types the window decodes. */
const TYPES = new Set(['png', 'jpg', 'webp', 'gif', 'bmp', 'avif', 'heif']);

const UNSUPPORTED_MESSAGE = 'This file type isn’t supported.';
const INCOMPLETE = 'This file is incomplete.';
const REFUSALS: Readonly<Record<string, string>> = {
  tiff: 'TIFF files can’t be read. Save it as PNG or JPEG and add that.',
  svg: 'SVG files can’t be read. Save it as PNG and add that.',
};

/** A truncated file still decodes, into a picture whose lower part is empty. */
const END_MARKERS: Readonly<Record<string, readonly number[]>> = {
  png: [0x49, 0x45, 0x4e, 0x44],
  gif: [0x3b],
};
/** Some programs write a few bytes after the end marker. */
const TAIL_BYTES = 64 * 1024;

async function isComplete(file: Blob, type: string): Promise<boolean> {
  if (type === 'jpg') return findJpegEnd(new Uint8Array(await file.arrayBuffer())) !== null;
  const end = END_MARKERS[type];
  if (!end) return true;
  const tail = new Uint8Array(await file.slice(-TAIL_BYTES).arrayBuffer());
  for (let start = tail.length - end.length; start >= 0; start--) {
    if (end.every((byte, index) => tail[start + index] === byte)) return true;
  }
  return false;
}

const isJpeg = (head: Uint8Array): boolean => head[0] === 0xff && head[1] === 0xd8;

export interface PictureHead {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

export interface PictureBounds {
  /** The largest file. */
  readonly bytes: number;
  /** The most pixels of a picture that is decoded at full size. */
  readonly pixels: number;
  /** The most pixels of a JPEG, which can be scaled down while it is decoded. */
  readonly jpegPixels: number;
}

const { imageBytes, imagePixels } = LIMITS.thumbnails;
/** Limits for pictures of a service, which are never larger. */
const RECEIVED_BOUNDS: PictureBounds = { bytes: imageBytes, pixels: imagePixels, jpegPixels: imagePixels };
/** Limits for files of a person: phones take up to 200 megapixels. */
export const LOCAL_FILE_LIMITS: PictureBounds = {
  bytes: 100 * 1024 * 1024,
  pixels: imagePixels,
  jpegPixels: 250_000_000,
};

/** Returns a picture's type and size, or why it is not decoded, as a message for the person. */
export async function readHead(
  file: Blob,
  bounds = RECEIVED_BOUNDS,
): Promise<PictureHead | { readonly refusal: string }> {
  if (file.size > bounds.bytes) return { refusal: `This file is larger than ${bounds.bytes / 1024 / 1024} MB.` };
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    const { type = '', width, height } = imageSize(head);
    if (!TYPES.has(type)) return { refusal: REFUSALS[type] ?? UNSUPPORTED_MESSAGE };
    if (width * height > (type === 'jpg' ? bounds.jpegPixels : bounds.pixels))
      return { refusal: `This picture is too large to import: ${width} × ${height} pixels.` };
    return (await isComplete(file, type)) ? { type, width, height } : { refusal: INCOMPLETE };
  } catch {
    return { refusal: isJpeg(head) && findJpegEnd(head) === null ? INCOMPLETE : UNSUPPORTED_MESSAGE };
  }
}
