/** Unpacks pictures at the size they are wanted, away from the window's thread. */
export interface DecodeCall {
  readonly id: number;
  readonly blob: Blob;
  /** Of the bitmap, in pixels; null for the picture as it is. */
  readonly width: number | null;
}
export type DecodeAnswer = { readonly id: number; readonly bitmap: ImageBitmap | null };

async function decode({ id, blob, width }: DecodeCall): Promise<void> {
  const options: ImageBitmapOptions = width === null ? {} : { resizeWidth: width, resizeQuality: 'high' };
  const bitmap = await createImageBitmap(blob, options).catch(() => null);
  const answer: DecodeAnswer = { id, bitmap };
  self.postMessage(answer, { transfer: bitmap ? [bitmap] : [] });
}

self.addEventListener('message', (event: MessageEvent<DecodeCall>) => void decode(event.data));
