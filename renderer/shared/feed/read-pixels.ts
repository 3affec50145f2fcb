import type { FeedPixels } from './feed-checks.ts';

/** Doubles the smallest size in a feed, which is enough for tones and edges. */
const SIZE = { width: 240, height: 135 } as const;

/** Returns the pixels of a small copy of the picture; null if it is not a picture. */
export async function readPixels(source: string): Promise<FeedPixels | null> {
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(image, 0, 0, SIZE.width, SIZE.height);
  return { ...SIZE, data: context.getImageData(0, 0, SIZE.width, SIZE.height).data };
}
