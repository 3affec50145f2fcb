import { createCanvas } from '@napi-rs/canvas';

import { LIMITS } from '#contract/limits.ts';
import type { TextStyle } from '#contract/schema/thumbnail.ts';

import { drawOverlay } from './overlay.ts';
import { packed, unpack } from './picture-file.ts';

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Overlay extends Rect {
  readonly content: string;
  readonly style: TextStyle | null;
}

/** The picture as it lies in `place`, and the texts over it, as a PNG of exactly 1280 x 720. */
export async function flatten(picture: Uint8Array, place: Rect, overlays: readonly Overlay[]): Promise<Uint8Array> {
  const { width, height } = LIMITS.thumbnails.exported;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#000000';
  context.fillRect(0, 0, width, height);
  // What is of another shape is cut at the edges, not squeezed.
  const scale = Math.max(width / place.width, height / place.height);
  context.translate(width / 2, height / 2);
  context.scale(scale, scale);
  context.translate(-(place.x + place.width / 2), -(place.y + place.height / 2));
  context.drawImage(await unpack(picture), place.x, place.y, place.width, place.height);
  for (const { x, y, content, style } of overlays) {
    if (!style) continue;
    context.save();
    context.translate(x, y);
    drawOverlay(context, content, style);
    context.restore();
  }
  return packed(canvas);
}
