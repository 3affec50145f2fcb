/** Limits edits to their region: changes an engine made outside it are undone. */
import { createCanvas, type Image } from '@napi-rs/canvas';

import type { Size } from '#contract/box.ts';

import type { Region } from './image-engine.ts';
import { encodePng, decodePicture } from './picture-file.ts';

/** Returns the pixels that a region covers fully or partly, or the whole picture if there is no region. */
export function toRegionBox(region: Region | null, { width, height }: Size) {
  if (!region) return { x: 0, y: 0, width, height };
  const x = Math.min(width - 1, Math.floor(region.x * width));
  const y = Math.min(height - 1, Math.floor(region.y * height));
  const right = Math.min(width, Math.max(x + 1, Math.ceil((region.x + region.width) * width)));
  const bottom = Math.min(height, Math.max(y + 1, Math.ceil((region.y + region.height) * height)));
  return { x, y, width: right - x, height: bottom - y };
}

function readPixels(image: Image, { width, height }: Size) {
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Returns the original as a PNG with only the region's pixels taken from the edited picture. */
export async function keepWithinRegion(
  original: Uint8Array,
  editedPicture: Uint8Array,
  region: Region,
): Promise<Uint8Array> {
  const [before, after] = await Promise.all([decodePicture(original), decodePicture(editedPicture)]);
  const box = toRegionBox(region, before);
  const canvas = createCanvas(before.width, before.height);
  const context = canvas.getContext('2d');
  context.putImageData(readPixels(before, before), 0, 0);
  context.putImageData(readPixels(after, before), 0, 0, box.x, box.y, box.width, box.height);
  return encodePng(canvas);
}
