import { createCanvas } from '@napi-rs/canvas';

import { drawShape } from '#contract/draw-shape.ts';
import { LIMITS } from '#contract/limits.ts';
import type { ShapeStyle, TextStyle } from '#contract/schema/thumbnail.ts';

import { drawOverlay } from './overlay.ts';
import { packed, unpack } from './picture-file.ts';

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Describes a text, a shape or a picture drawn over the thumbnail. */
interface Layer extends Rect {
  readonly content: string;
  readonly style: TextStyle | null;
  readonly shape: ShapeStyle | null;
  readonly picture: Uint8Array | null;
}

/** Draws the picture at `place` and its layers into a PNG of exactly 1280 x 720. */
export async function flatten(picture: Uint8Array, place: Rect, layers: readonly Layer[]): Promise<Uint8Array> {
  const { width, height } = LIMITS.thumbnails.exported;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#000000';
  context.fillRect(0, 0, width, height);
  // A picture of another shape is cropped at the edges, not squeezed.
  const scale = Math.max(width / place.width, height / place.height);
  context.translate(width / 2, height / 2);
  context.scale(scale, scale);
  context.translate(-(place.x + place.width / 2), -(place.y + place.height / 2));
  context.drawImage(await unpack(picture), place.x, place.y, place.width, place.height);
  for (const { x, y, width: wide, height: high, content, style, shape, picture: over } of layers) {
    if (over) context.drawImage(await unpack(over), x, y, wide, high);
    if (shape) drawShape(context, { x, y, width: wide, height: high }, shape);
    if (!style) continue;
    context.save();
    context.translate(x, y);
    drawOverlay(context, content, style);
    context.restore();
  }
  return packed(canvas);
}
