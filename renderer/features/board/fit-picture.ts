/** A picture of this machine, made to fit where it goes: into one request to the service, or among what is kept here. */
import { LIMITS } from '#contract/limits.ts';

interface Room {
  /** Pixels. */
  readonly widest: number;
  /** Bytes. */
  readonly largest: number;
}
export const FOR_SERVICE: Room = {
  widest: 2048,
  largest: Math.floor((LIMITS.thumbnails.uploadLetters * 3) / 4) - 3,
};
/** As large as a thumbnail is exported. */
export const FOR_KEEPING: Room = { widest: LIMITS.thumbnails.exported.width, largest: 200_000 };

const STEPS = [
  { scale: 1, quality: 0.95 },
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.7 },
  { scale: 0.75, quality: 0.7 },
  { scale: 0.5, quality: 0.6 },
];

interface FittedPicture {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
}

/** Null where the file is no picture the window can read, or larger than any that is taken in. */
export async function fit(file: Blob, { widest, largest }: Room): Promise<FittedPicture | null> {
  if (file.size > LIMITS.thumbnails.imageBytes) return null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  try {
    const whole = Math.min(1, widest / width, widest / height);
    const small = file.size <= largest && whole === 1;
    if (small && (file.type === 'image/png' || file.type === 'image/webp')) return { blob: file, width, height };
    for (const { scale, quality } of STEPS) {
      const by = whole * scale;
      const canvas = new OffscreenCanvas(Math.max(1, width * by), Math.max(1, height * by));
      const context = canvas.getContext('2d');
      if (!context) return null;
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      if (blob.size <= largest) return { blob, width: canvas.width, height: canvas.height };
    }
    return null;
  } finally {
    bitmap.close();
  }
}
