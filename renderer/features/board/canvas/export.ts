/**
 * Flattens a picture and the items above it to 1280 x 720 in this window, as the service does, so that it works
 * offline.
 */
import { LIMITS } from '#contract/limits.ts';

import { type Box, middle, overlap } from '../model/geometry.ts';
import { loadFont } from '../model/fonts.ts';
import type { Item } from '../model/items.ts';
import { type Brush, drawItems, inkOf } from './painter.ts';
import type { Wanted } from './pictures.svelte.ts';

export const FORMATS = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
export type Format = keyof typeof FORMATS;
/** Platforms refuse larger files. */
export const LARGEST_BYTES = 2 * 1024 * 1024;
const QUALITIES = [0.92, 0.85, 0.75, 0.6, 0.45];

/** Returns what is visible over a picture: texts and shapes above it that touch it. */
export function over(picture: Item, items: readonly Item[]): Item[] {
  return items.filter(
    (item) => !item.hidden && (item.text || item.shape) && item.z > picture.z && overlap(picture, item),
  );
}

const { width: WIDE, height: HIGH } = LIMITS.thumbnails.exported;
/** A picture of another aspect ratio is cropped at the edges, not squeezed. */
const scaleOf = ({ width, height }: Box): number => Math.max(WIDE / width, HIGH / height);

/** Returns where an item over an unrotated picture lies on its export, as fractions of the export. */
export function onExported(picture: Box, { x, y, width, height }: Box): Box {
  const [scale, centre] = [scaleOf(picture), middle(picture)];
  return {
    x: 0.5 + ((x - centre.x) * scale) / WIDE,
    y: 0.5 + ((y - centre.y) * scale) / HIGH,
    width: (width * scale) / WIDE,
    height: (height * scale) / HIGH,
  };
}

/** Returns null if the picture cannot be read or fetched. */
export async function flatten(
  picture: Item,
  items: readonly Item[],
  whole: (wanted: Wanted) => Promise<ImageBitmap | null>,
): Promise<OffscreenCanvas | null> {
  if (picture.picture === null) return null;
  const bitmap = await whole({ picture: picture.picture, id: picture.id });
  const canvas = new OffscreenCanvas(WIDE, HIGH);
  // A PNG without an alpha channel is smaller and encodes faster.
  const context = canvas.getContext('2d', { alpha: false });
  if (!bitmap || !context) return null;
  const above = over(picture, items);
  await Promise.all(above.map(({ text }) => (text ? loadFont(text.font) : undefined)));
  context.fillStyle = '#000000';
  context.fillRect(0, 0, WIDE, HIGH);
  context.imageSmoothingQuality = 'high';
  const scale = scaleOf(picture);
  const { x, y } = middle(picture);
  context.translate(WIDE / 2, HIGH / 2);
  context.scale(scale, scale);
  context.rotate((-picture.angle * Math.PI) / 180);
  context.translate(-x, -y);
  const brush: Brush = {
    ink: inkOf(document.documentElement),
    scale: Infinity,
    labels: null,
    failed: new Set(),
    picture: () => bitmap,
    waited: () => 0,
  };
  // The context is turned back by the picture's angle, so the picture is upright and the items above it turn with it.
  drawItems(context, [picture, ...above], { x: -1e9, y: -1e9, width: 2e9, height: 2e9 }, brush);
  bitmap.close();
  return canvas;
}

/** Lowers the quality until the file is below two megabytes; a PNG has no quality and stays as large as it is. */
export async function encode(canvas: OffscreenCanvas, format: Format): Promise<Blob> {
  const type = FORMATS[format];
  let made = await canvas.convertToBlob({ type, quality: QUALITIES[0] ?? 1 });
  for (const quality of format === 'png' ? [] : QUALITIES.slice(1)) {
    if (made.size < LARGEST_BYTES) break;
    made = await canvas.convertToBlob({ type, quality });
  }
  return made;
}
