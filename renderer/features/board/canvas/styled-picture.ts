/** Shows a picture as its look says: cropped, flipped, rounded, filtered, with an outline and a shadow. */
import type { Context } from '../model/context.ts';
import type { Box } from '../model/geometry.ts';
import { isUnchanged, marginOf, type PictureLook } from '../model/picture-look.ts';

type Bitmap = ImageBitmap | OffscreenCanvas;

/** Holds the last looks of each bitmap, so that a board at rest and one that moves draw one image for each picture. */
const drawn = new WeakMap<Bitmap, Map<string, OffscreenCanvas>>();
/** Copies of a picture may have looks of their own. */
const LOOKS = 4;

/** Makes an outline of so many copies of the silhouette around the picture. */
const STEPS = 32;
/** Limits the side of a styled picture, in pixels. */
const MAX_SIDE = 4096;

function canvasOf(
  width: number,
  height: number,
): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas context.');
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/** Draws the picture's own pixels; `scale` is in pixels per board unit. */
function body(bitmap: Bitmap, { width, height }: Box, look: PictureLook, scale: number): OffscreenCanvas {
  const { canvas, context } = canvasOf(width * scale, height * scale);
  const [wide, high] = [canvas.width, canvas.height];
  const { crop, flipX, flipY, corners, brightness, contrast, saturation } = look;
  if (corners > 0) {
    context.beginPath();
    if (corners >= 50) context.ellipse(wide / 2, high / 2, wide / 2, high / 2, 0, 0, 2 * Math.PI);
    else context.roundRect(0, 0, wide, high, (corners / 100) * Math.min(wide, high));
    context.clip();
  }
  const blur = look.blur * scale;
  const filters = [
    blur > 0 && `blur(${blur}px)`,
    brightness !== 100 && `brightness(${brightness}%)`,
    contrast !== 100 && `contrast(${contrast}%)`,
    saturation !== 100 && `saturate(${saturation}%)`,
  ].filter((filter) => filter !== false);
  if (filters.length > 0) context.filter = filters.join(' ');
  context.translate(flipX ? wide : 0, flipY ? high : 0);
  context.scale(flipX ? -1 : 1, flipY ? -1 : 1);
  const [w, h] = [bitmap.width, bitmap.height];
  // A blurred edge fades, so the picture reaches beyond it.
  const beyond = 2 * blur;
  context.drawImage(
    bitmap,
    ...([crop.x * w, crop.y * h, Math.max(1, crop.width * w), Math.max(1, crop.height * h)] as const),
    ...([-beyond, -beyond, wide + 2 * beyond, high + 2 * beyond] as const),
  );
  return canvas;
}

/** Draws a picture in one colour. */
function silhouette(picture: OffscreenCanvas, color: string): OffscreenCanvas {
  const { canvas, context } = canvasOf(picture.width, picture.height);
  context.drawImage(picture, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

function withEffects(picture: OffscreenCanvas, look: PictureLook, scale: number): OffscreenCanvas {
  const margin = Math.round(marginOf(look) * scale);
  const { outline, shadow } = look;
  const { canvas, context } = canvasOf(picture.width + 2 * margin, picture.height + 2 * margin);
  if (outline) {
    const around = silhouette(picture, outline.color);
    for (let step = 0; step < STEPS; step += 1) {
      const angle = (step / STEPS) * 2 * Math.PI;
      const reach = outline.width * scale;
      context.drawImage(around, margin + reach * Math.cos(angle), margin + reach * Math.sin(angle));
    }
  }
  context.drawImage(picture, margin, margin);
  if (!shadow) return canvas;
  const under = canvasOf(canvas.width, canvas.height);
  under.context.shadowColor = shadow.color;
  under.context.shadowBlur = shadow.blur * scale;
  under.context.shadowOffsetX = shadow.x * scale;
  under.context.shadowOffsetY = shadow.y * scale;
  under.context.drawImage(canvas, 0, 0);
  return under.canvas;
}

/** Draws a picture into a box with its look, in one drawing step if it was drawn with it before. */
export function drawStyled(context: Context, bitmap: Bitmap, box: Box, look: PictureLook): void {
  const { x, y, width, height } = box;
  if (isUnchanged(look)) return context.drawImage(bitmap, x, y, width, height);
  const largest = MAX_SIDE / Math.max(width, height);
  const scale = Math.min(largest, (look.crop.width * bitmap.width) / width);
  const key = JSON.stringify([look, width, height]);
  const looks = drawn.get(bitmap) ?? new Map<string, OffscreenCanvas>();
  drawn.set(bitmap, looks);
  const styled = looks.get(key) ?? styledCanvas(bitmap, box, look, scale);
  looks.delete(key);
  looks.set(key, styled);
  const [oldest] = looks.size > LOOKS ? looks.keys() : [];
  if (oldest !== undefined) looks.delete(oldest);
  const margin = marginOf(look);
  context.drawImage(styled, x - margin, y - margin, width + 2 * margin, height + 2 * margin);
}

function styledCanvas(bitmap: Bitmap, box: Box, look: PictureLook, scale: number): OffscreenCanvas {
  const picture = body(bitmap, box, look, scale);
  return look.outline || look.shadow ? withEffects(picture, look, scale) : picture;
}
