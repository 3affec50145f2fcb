/** A picture of this machine, made to fit into one request to the service. */
import { LIMITS } from '#contract/limits.ts';

const WIDEST = 2048;
const LARGEST = Math.floor((LIMITS.thumbnails.uploadLetters * 3) / 4) - 3;
const STEPS = [
  { scale: 1, quality: 0.95 },
  { scale: 1, quality: 0.85 },
  { scale: 0.75, quality: 0.85 },
  { scale: 0.5, quality: 0.8 },
];

/** Null where the file is no picture the window can read. */
export async function fit(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  try {
    const whole = Math.min(1, WIDEST / bitmap.width, WIDEST / bitmap.height);
    const small = file.size <= LARGEST && whole === 1;
    if (small && (file.type === 'image/png' || file.type === 'image/webp')) return file;
    for (const { scale, quality } of STEPS) {
      const by = whole * scale;
      const canvas = new OffscreenCanvas(Math.max(1, bitmap.width * by), Math.max(1, bitmap.height * by));
      const context = canvas.getContext('2d');
      if (!context) return null;
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const made = await canvas.convertToBlob({ type: 'image/webp', quality });
      if (made.size <= LARGEST) return made;
    }
    return null;
  } finally {
    bitmap.close();
  }
}
