/** Adds flattened pictures to a board: of an item with its overlays, or of a composition. */
import type { Turned } from '#contract/box.ts';
import { LIMITS } from '#contract/limits.ts';
import { ShapeStyle, TextStyle } from '#contract/schema/thumbnail.ts';
import { BOARD_SHAPES, PLAIN_LOOK } from '#contract/values.ts';

import type { FlatLayer } from '../../engines/image/flatten.ts';
import type { MediaStore } from '../../files/media-store.ts';
import type { Db } from '../../store/store.ts';
import { addItems, type BoardRow, type ItemRow, findPlaceBeside } from './board-rows.ts';

/** Thrown if a picture's file no longer exists. */
export class PictureGoneError extends Error {}

export async function readPicture(media: MediaStore, name: string | null): Promise<Uint8Array> {
  const bytes = name === null ? null : await media.get(name);
  if (!bytes) throw new PictureGoneError('A picture’s file is gone.');
  return bytes;
}

const isForm = (form: string): form is (typeof BOARD_SHAPES)[number] =>
  (BOARD_SHAPES as readonly string[]).includes(form);

/** Yields board items as layers and loads each picture only when it is needed. */
export async function* toLayers(media: MediaStore, items: readonly ItemRow[]): AsyncGenerator<FlatLayer> {
  for (const { type, x, y, width, height, content, style, media: name } of items) {
    const layer = { x, y, width, height, angle: 0, opacity: 1, blend: 'normal' as const };
    if (type === 'image') yield { ...layer, kind: 'image', image: await readPicture(media, name), look: PLAIN_LOOK };
    if (type === 'text') yield { ...layer, kind: 'text', text: { ...TextStyle.parse(style), content: content ?? '' } };
    const shape = type === 'shape' ? ShapeStyle.parse(style) : null;
    if (shape && isForm(shape.form)) yield { ...layer, kind: 'shape', shape };
  }
}

interface FlattenRequest {
  readonly frame: Turned;
  readonly layers: AsyncIterable<FlatLayer>;
  readonly label: string;
  readonly width?: number;
}

/** Flattens the layers within a frame and adds the picture beside the frame. @throws PictureGoneError */
export async function addFlattened(
  tx: Db,
  media: MediaStore,
  board: BoardRow,
  { frame, layers, label, width = LIMITS.thumbnails.exported.width }: FlattenRequest,
): Promise<{ item: ItemRow; name: string }> {
  const { exported } = LIMITS.thumbnails;
  const { flatten } = await import('../../engines/image/flatten.ts');
  const height = (width * exported.height) / exported.width;
  const name = await media.put(await flatten(frame, layers, { width, height }));
  const position = await findPlaceBeside(tx, board, frame, exported);
  const [item] = await addItems(tx, board, [{ ...position, type: 'image', source: 'export', media: name, label }]);
  if (!item) throw new Error('The item was not returned.');
  return { item, name };
}
