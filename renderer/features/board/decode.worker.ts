/** Unpacks pictures at the size they are wanted, away from the window's thread. */
import { refusalOf } from './picture-head.ts';

export interface DecodeCall {
  readonly id: number;
  readonly blob: Blob;
  /** Of the bitmap, in pixels; null for the picture as it is. */
  readonly width: number | null;
  /** It was looked through and unpacked before. */
  readonly sound: boolean;
}
export type DecodeAnswer = { readonly id: number; readonly bitmap: ImageBitmap | null };

async function decode({ id, blob, width, sound }: DecodeCall): Promise<void> {
  const options: ImageBitmapOptions = width === null ? {} : { resizeWidth: width, resizeQuality: 'high' };
  // Whatever a service sends: what would unpack to gigabytes is none.
  const taken = sound || (await refusalOf(blob)) === null;
  const bitmap = taken ? await createImageBitmap(blob, options).catch(() => null) : null;
  const answer: DecodeAnswer = { id, bitmap };
  self.postMessage(answer, { transfer: bitmap ? [bitmap] : [] });
}

self.addEventListener('message', (event: MessageEvent<DecodeCall>) => void decode(event.data));
