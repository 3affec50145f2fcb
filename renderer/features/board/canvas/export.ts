/** Flattens a picture with the items above it, or a composition with the items in it, so that it works offline. */
import { drawLayer, openFrame } from '#contract/draw-composition.ts';
import { LIMITS } from '#contract/limits.ts';

import { plural } from '#renderer/ui/language.ts';
import { loadFonts } from '../model/fonts.ts';
import type { Box, Size } from '#contract/box.ts';
import { getMiddle } from '../model/geometry.ts';
import type { Item } from '../model/items.ts';
import { findItemsToFlatten, toFrame, toLayer, findItemsAbove } from '../model/layers.ts';
import { drawingKit } from './drawing-kit.ts';
import type { PictureRequest } from './pictures.svelte.ts';

export const FORMATS = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
export type Format = keyof typeof FORMATS;
/** Platforms refuse larger files. */
export const MAX_BYTES = 2 * 1024 * 1024;
const QUALITIES = [0.92, 0.85, 0.75, 0.6, 0.45];

/** Lists the items over a picture or in a composition: "2 pictures, 1 text and 1 shape". Null if there are none. */
export function describeItemsAbove(picture: Item, items: readonly Item[]): string | null {
  const itemsAbove = findItemsAbove(picture, items);
  const count = (kind: Item['kind']): number => itemsAbove.filter((item) => item.kind === kind).length;
  const parts = [
    plural(count('image'), ['# picture', '# pictures']),
    plural(count('text'), ['# text', '# texts']),
    plural(count('shape'), ['# shape', '# shapes']),
  ].filter((_, index) => count((['image', 'text', 'shape'] as const)[index] ?? 'image') > 0);
  return parts.length === 0 ? null : new Intl.ListFormat(document.documentElement.lang).format(parts);
}

/** The export sizes: the one the service uses, too, and full HD. */
export const SIZES = { hd: LIMITS.thumbnails.exported, 'full-hd': { width: 1920, height: 1080 } } as const;

/** A picture of another aspect ratio is cropped at the edges, not squeezed. */
const getCoverScale = ({ width, height }: Box, size: Size): number =>
  Math.max(size.width / width, size.height / height);

/** Returns where an item is on the export of an unrotated picture or a composition, as fractions of the export. */
export function toExportBox(picture: Box, { x, y, width, height }: Box): Box {
  const [scale, centre] = [getCoverScale(picture, SIZES.hd), getMiddle(picture)];
  return {
    x: 0.5 + ((x - centre.x) * scale) / SIZES.hd.width,
    y: 0.5 + ((y - centre.y) * scale) / SIZES.hd.height,
    width: (width * scale) / SIZES.hd.width,
    height: (height * scale) / SIZES.hd.height,
  };
}

/** The flattened picture, or the name of a picture in it that could not be read or fetched. */
export type FlattenResult = { readonly canvas: OffscreenCanvas } | { readonly missing: string };

/** Draws all items or none: returns the name of a picture that can't be read. */
export async function flatten(
  subject: Item,
  items: readonly Item[],
  loadPicture: (request: PictureRequest) => Promise<ImageBitmap | null>,
  size: Size = SIZES.hd,
): Promise<FlattenResult> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  // A PNG without an alpha channel is smaller and encodes faster.
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('No canvas context.');
  context.imageSmoothingQuality = 'high';
  openFrame(context, size, toFrame(subject));
  const bitmaps = new Map<string, ImageBitmap>();
  try {
    for (const item of findItemsToFlatten(subject, items)) {
      const { picture, id, name, text } = item;
      if (text) await loadFonts(text.font, text.content);
      const image = picture === null ? null : (bitmaps.get(picture) ?? (await loadPicture({ picture, id })));
      if (picture !== null && image) bitmaps.set(picture, image);
      const layer = toLayer(item, { image });
      if (layer.kind !== 'image') drawLayer(context, layer, drawingKit);
      else if (!layer.image) return { missing: name };
      else drawLayer(context, { ...layer, image: layer.image }, drawingKit);
    }
    return { canvas };
  } finally {
    for (const bitmap of bitmaps.values()) bitmap.close();
  }
}

/** Lowers the quality until the file is below two megabytes; a PNG has no quality setting and keeps its size. */
export async function encode(canvas: OffscreenCanvas, format: Format): Promise<Blob> {
  const type = FORMATS[format];
  let blob = await canvas.convertToBlob({ type, quality: QUALITIES[0] ?? 1 });
  for (const quality of format === 'png' ? [] : QUALITIES.slice(1)) {
    if (blob.size < MAX_BYTES) break;
    blob = await canvas.convertToBlob({ type, quality });
  }
  return blob;
}
