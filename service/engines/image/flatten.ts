import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

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

/** Draws like the board in the window: an arrow or a line runs from the upper left to the lower right of its box. */
function drawShape(context: SKRSContext2D, { x, y, width, height }: Rect, look: ShapeStyle): void {
  const { form, fill, stroke, stroke_width: thick } = look;
  const half = thick / 2;
  context.beginPath();
  if (form === 'rect') context.rect(x + half, y + half, Math.max(0, width - thick), Math.max(0, height - thick));
  else if (form === 'ellipse') {
    const [rx, ry] = [Math.max(0, width / 2 - half), Math.max(0, height / 2 - half)];
    context.ellipse(x + width / 2, y + height / 2, rx, ry, 0, 0, 2 * Math.PI);
  } else {
    context.moveTo(x, y);
    context.lineTo(x + width, y + height);
    const angle = Math.atan2(height, width);
    for (const side of form === 'arrow' ? [-0.5, 0.5] : []) {
      context.moveTo(x + width, y + height);
      context.lineTo(x + width - 5 * thick * Math.cos(angle + side), y + height - 5 * thick * Math.sin(angle + side));
    }
  }
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill();
  }
  if (thick <= 0) return;
  context.strokeStyle = stroke;
  context.lineWidth = thick;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke();
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
