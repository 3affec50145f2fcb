/** Decodes pictures at the size needed, off the window's main thread. */
import { refusalOf } from './picture-head.ts';

export interface DecodeCall {
  readonly id: number;
  readonly blob: Blob;
  /** Width of the bitmap in pixels; null keeps the picture's own size. */
  readonly width: number | null;
  /** Set if the file was checked and decoded before. */
  readonly sound: boolean;
}
export type DecodeAnswer = { readonly id: number; readonly bitmap: ImageBitmap | null };

async function decode({ id, blob, width, sound }: DecodeCall): Promise<void> {
  const options: ImageBitmapOptions = width === null ? {} : { resizeWidth: width, resizeQuality: 'high' };
  // Never trust what a service sends: refuse a file that would decode to gigabytes.
  const taken = sound || (await refusalOf(blob)) === null;
  const bitmap = taken ? await createImageBitmap(blob, options).catch(() => null) : null; // shown as unreadable
  const answer: DecodeAnswer = { id, bitmap };
  self.postMessage(answer, { transfer: bitmap ? [bitmap] : [] });
}

self.addEventListener('message', (event: MessageEvent<DecodeCall>) => void decode(event.data));
