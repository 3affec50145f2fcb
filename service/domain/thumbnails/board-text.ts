import { eq } from 'drizzle-orm';

import type { Box } from '#contract/box.ts';
import type { TextStyle } from '#contract/schema/thumbnail.ts';

import { board_items } from '../../store/schema-thumbnails.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { addItems, type BoardRow, findFreeRow, type ItemRow } from './board-rows.ts';

const DEFAULT_STYLE: TextStyle = {
  font: 'impact',
  size: 120,
  fill: '#FFFFFF',
  stroke: '#000000',
  stroke_width: 12,
  background: null,
  align: 'center',
};

/** Share of the picture that stays free at its edges. */
const MARGIN_SHARE = 0.05;

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
  /** The text to change; null adds a new one. */
  readonly item?: ItemRow | null;
  /** The picture under a new text. */
  readonly picture?: Box | null;
}

async function computePosition(tx: Db, board: BoardRow, size: { width: number; height: number }, request: PlacedText) {
  const { item, picture } = request;
  if (item) return { x: item.x, y: item.y };
  if (!picture) return { x: 0, y: await findFreeRow(tx, board) };
  // Places the text above the lower edge, where the feed covers only the right corner with the duration.
  return {
    x: Math.round(picture.x + (picture.width - size.width) / 2),
    y: Math.round(picture.y + picture.height * (1 - MARGIN_SHARE) - size.height),
  };
}

/** Adds or changes a text; absent fields keep their values. */
export async function placeText(tx: Db, board: BoardRow, request: PlacedText): Promise<ItemRow> {
  const { item = null, picture: _picture, x, y, content: requestedContent, ...change } = request;
  const before = (item?.style as TextStyle | null | undefined) ?? DEFAULT_STYLE;
  const definedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const style = { ...before, ...definedFields } as TextStyle;
  const content = requestedContent ?? item?.content ?? '';
  const { measureOverlay } = await import('../../engines/image/overlay.ts');
  const size = measureOverlay(content, style);
  const position = await computePosition(tx, board, size, request);
  const values = { ...size, x: x ?? position.x, y: y ?? position.y, content, style: style as unknown as JsonObject };
  const rows = item
    ? await tx.update(board_items).set(values).where(eq(board_items.id, item.id)).returning()
    : await addItems(tx, board, [{ ...values, type: 'text', source: 'text' }]);
  const [row] = rows;
  if (!row) throw new Error('The text was not returned.');
  return row;
}
