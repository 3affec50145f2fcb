/** Decodes pictures at the size needed, off the window's main thread. */
import { expose, transfer } from 'comlink';

import { readHead } from '#renderer/shared/pictures/picture-head.ts';

/**
 * `width` of the bitmap is in pixels; null keeps the picture's own size. `isChecked` is set if the file was decoded
 * before. Returns null for an unreadable picture.
 */
async function decode(blob: Blob, width: number | null, isChecked: boolean): Promise<ImageBitmap | null> {
  const options: ImageBitmapOptions = width === null ? {} : { resizeWidth: width, resizeQuality: 'high' };
  // Never trust what a service sends: refuse a file that would decode to gigabytes.
  if (!isChecked && 'refusal' in (await readHead(blob))) return null;
  const bitmap = await createImageBitmap(blob, options).catch(() => null); // shown as unreadable
  return bitmap && transfer(bitmap, [bitmap]);
}

const FUNCTIONS = { decode };
export type DecodeFunctions = typeof FUNCTIONS;

expose(FUNCTIONS);
