import { eq } from 'drizzle-orm';

import type { TextStyle } from '#contract/schema/thumbnail.ts';

import { board_items } from '../../store/schema-thumbnails.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { addItems, type BoardRow, freeRow, type ItemRow, type Rect } from './board-rows.ts';

const DEFAULT: TextStyle = {
  font: 'impact',
  size: 120,
  fill: '#FFFFFF',
  stroke: '#000000',
  stroke_width: 12,
  background: null,
  align: 'center',
};

/** Keeps this share of the picture free at its edges. */
const MARGIN = 0.05;

export interface PlacedText {
  readonly content?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly font?: TextStyle['font'] | undefined;
  readonly size?: number | undefined;
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly stroke_width?: number | undefined;
  readonly background?: string | null | undefined;
  readonly align?: TextStyle['align'] | undefined;
  /** Names the text to change; null adds a new one. */
  readonly item?: ItemRow | null;
  /** Names the picture that a new text is placed over. */
  readonly over?: Rect | null;
}

async function whereTo(tx: Db, board: BoardRow, size: { width: number; height: number }, placed: PlacedText) {
  const { item, over } = placed;
  if (item) return { x: item.x, y: item.y };
  if (!over) return { x: 0, y: await freeRow(tx, board) };
  // Places it above the lower edge, where the feed shows only the duration on the right.
  return {
    x: Math.round(over.x + (over.width - size.width) / 2),
    y: Math.round(over.y + over.height * (1 - MARGIN) - size.height),
  };
}

/** Adds or changes an overlay; fields that are not given keep their values. */
export async function placeText(tx: Db, board: BoardRow, placed: PlacedText): Promise<ItemRow> {
  const { item = null, over: _over, x, y, content: given, ...change } = placed;
  const before = (item?.style as TextStyle | null | undefined) ?? DEFAULT;
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const style = { ...before, ...named } as TextStyle;
  const content = given ?? item?.content ?? '';
  const { measureOverlay } = await import('../../engines/image/overlay.ts');
  const size = measureOverlay(content, style);
  const place = await whereTo(tx, board, size, placed);
  const values = { ...size, x: x ?? place.x, y: y ?? place.y, content, style: style as unknown as JsonObject };
  const rows = item
    ? await tx.update(board_items).set(values).where(eq(board_items.id, item.id)).returning()
    : await addItems(tx, board, [{ ...values, type: 'text', source: 'text' }]);
  const [row] = rows;
  if (!row) throw new Error('The text was not returned.');
  return row;
}
