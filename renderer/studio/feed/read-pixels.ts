import type { FeedPixels } from './feed-checks.ts';

/** Twice the smallest size a feed shows: enough for tones and edges. */
const SIZE = { width: 240, height: 135 } as const;

/** A picture's pixels, small; null when it is none. */
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
