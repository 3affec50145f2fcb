import { createCanvas, loadImage } from '@napi-rs/canvas';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export async function readPixels(bytes: Uint8Array): Promise<Pixels> {
  const image = await loadImage(Buffer.from(bytes));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, height: image.height, data };
}

/** Counts the differing pixels of two pictures of the same size, inside and outside a box of whole pixels. */
export function countDifferences(a: Pixels, b: Pixels, box: { x: number; y: number; width: number; height: number }) {
  const count = { inside: 0, outside: 0 };
  for (let offset = 0; offset < a.data.length; offset += 4) {
    if ([0, 1, 2, 3].every((channel) => a.data[offset + channel] === b.data[offset + channel])) continue;
    const [x, y] = [(offset / 4) % a.width, Math.floor(offset / 4 / a.width)];
    const isInside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
    count[isInside ? 'inside' : 'outside'] += 1;
  }
  return count;
}
