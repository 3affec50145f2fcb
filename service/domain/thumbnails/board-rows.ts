/** Boards and their items as rows: made, found, placed, shown. */
import { and, asc, eq, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { TextStyle } from '#contract/schema/thumbnail.ts';

import type { MediaStore } from '../../files/media-store.ts';
import { board_items, boards } from '../../store/schema-thumbnails.ts';
import { scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ChannelRow } from '../access.ts';
import type { Failing } from '../call.ts';

export type BoardRow = typeof boards.$inferSelect;
export type ItemRow = typeof board_items.$inferSelect;
export type NewItem = Omit<typeof board_items.$inferInsert, 'team_id' | 'board_id' | 'z'>;

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Between things that are placed without being told where. */
export const GAP = 80;

/** The channel's board, made by its first write; its row stays locked, so that writes come one after the other. */
export async function openBoard(tx: Db, { id: channel_id, team_id }: ChannelRow): Promise<BoardRow> {
  await tx.insert(boards).values({ team_id, channel_id }).onConflictDoNothing();
  const [board] = await tx.select().from(boards).where(eq(boards.channel_id, channel_id)).for('update');
  if (!board) throw new Error('The board was not returned.');
  return board;
}

export async function findBoard(db: Db, channelId: number): Promise<BoardRow | null> {
  const [board] = await db.select().from(boards).where(eq(boards.channel_id, channelId));
  return board ?? null;
}

export function itemsOf(db: Db, boardId: number): Promise<ItemRow[]> {
  return db
    .select()
    .from(board_items)
    .where(eq(board_items.board_id, boardId))
    .orderBy(asc(board_items.z), asc(board_items.id));
}

export async function findItem(
  db: Db,
  board: BoardRow | null,
  { fail }: Failing<'board_item_not_found'>,
  id: number,
  { field = 'item_id', type = 'image' as ItemRow['type'] } = {},
): Promise<ItemRow> {
  const [item] = board
    ? await db
        .select()
        .from(board_items)
        .where(and(eq(board_items.id, id), eq(board_items.board_id, board.id), eq(board_items.type, type)))
    : [];
  if (item?.status === 'ready') return item;
  const words = item ? `This ${type} is not ready.` : `There is no such ${type} on this board.`;
  throw fail('board_item_not_found', { fields: { [field]: [words] } });
}

export async function checkRoom(tx: Db, board: BoardRow, { fail }: Failing<'board_full'>, more: number): Promise<void> {
  const images = and(eq(board_items.board_id, board.id), eq(board_items.type, 'image'));
  const count = await tx.$count(board_items, images);
  if (count + more <= LIMITS.thumbnails.images) return;
  const words = `The board holds ${count} images; ${more} more would pass its limit of ${LIMITS.thumbnails.images}.`;
  throw fail('board_full', { fields: { board: [words] } });
}

/** Adds items on top of what is there. */
export async function addItems(tx: Db, board: BoardRow, items: readonly NewItem[]): Promise<ItemRow[]> {
  const [moved] = await tx
    .update(boards)
    .set({ last_z: sql`${boards.last_z} + ${items.length}` })
    .where(eq(boards.id, board.id))
    .returning({ last_z: boards.last_z });
  const first = (moved?.last_z ?? items.length) - items.length + 1;
  const values = items.map((item, index) => ({
    ...item,
    team_id: board.team_id,
    board_id: board.id,
    z: first + index,
  }));
  return tx.insert(board_items).values(values).returning();
}

/** The top of the first row that is free below everything. */
export async function freeRow(db: Db, board: BoardRow): Promise<number> {
  const [row] = await db
    .select({ bottom: sql<number | null>`max(${board_items.y} + ${board_items.height})` })
    .from(board_items)
    .where(eq(board_items.board_id, board.id));
  return row?.bottom == null ? 0 : Number(row.bottom) + 2 * GAP;
}

export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The first free place at the right of an item. */
export async function placeBeside(
  db: Db,
  board: BoardRow,
  item: Rect,
  size: { width: number; height: number },
): Promise<Rect> {
  const others = (await itemsOf(db, board.id)).filter(({ type }) => type !== 'frame');
  const place = { x: item.x + item.width + GAP, y: item.y, ...size };
  for (
    let hit = others.find((other) => overlap(place, other));
    hit;
    hit = others.find((other) => overlap(place, other))
  ) {
    place.x = hit.x + hit.width + GAP;
  }
  return place;
}

/** Titles of the scripts that items are the thumbnail of. */
export async function scriptTitles(db: Db, items: readonly ItemRow[]): Promise<Map<number, string>> {
  const ids = items.flatMap(({ assigned_script_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: scripts.id, title: scripts.title })
    .from(scripts)
    .where(sql`${scripts.id} in ${ids}`);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export function itemView(media: MediaStore, item: ItemRow, titles: ReadonlyMap<number, string> = new Map()): BoardItem {
  const { id, type, status, x, y, width, height, frame_id, label, source, content, usage, prompt, note } = item;
  const { assigned_script_id } = item;
  return {
    ...{ id, type, status, x, y, width, height, frame_id, label, source, content, usage, prompt, note },
    url: item.media !== null && status === 'ready' ? media.url(item.media) : null,
    assigned_script_id,
    assigned_script_title: assigned_script_id === null ? null : (titles.get(assigned_script_id) ?? null),
    style: item.style ? TextStyle.parse(item.style) : null,
  };
}
