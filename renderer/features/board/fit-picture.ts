/** A picture of this machine, made to fit into one request to the service. */
import { LIMITS } from '#contract/limits.ts';

import { refusalOf } from './picture-head.ts';

const WIDEST = 2048;
const LARGEST = Math.floor((LIMITS.thumbnails.uploadLetters * 3) / 4) - 3;
const STEPS = [
  { scale: 1, quality: 0.95 },
  { scale: 1, quality: 0.85 },
  { scale: 0.75, quality: 0.85 },
  { scale: 0.5, quality: 0.8 },
];

export type Fitted = { readonly blob: Blob } | { readonly refusal: string };

const UNREADABLE: Fitted = { refusal: 'It is no picture this studio can read.' };

/** A refusal is a sentence for people. */
export async function fit(file: Blob): Promise<Fitted> {
  const refusal = await refusalOf(file);
  if (refusal !== null) return { refusal };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return UNREADABLE;
  try {
    const whole = Math.min(1, WIDEST / bitmap.width, WIDEST / bitmap.height);
    const small = file.size <= LARGEST && whole === 1;
    if (small && (file.type === 'image/png' || file.type === 'image/webp')) return { blob: file };
    for (const { scale, quality } of STEPS) {
      const by = whole * scale;
      const canvas = new OffscreenCanvas(Math.max(1, bitmap.width * by), Math.max(1, bitmap.height * by));
      const context = canvas.getContext('2d');
      if (!context) return UNREADABLE;
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      if (blob.size <= LARGEST) return { blob };
    }
    return { refusal: 'It cannot be made small enough.' };
  } finally {
    bitmap.close();
  }
}
