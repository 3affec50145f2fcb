import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';

import { type Box, overlap } from '#contract/box.ts';
import { LIMITS } from '#contract/limits.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { ShapeStyle, TextStyle } from '#contract/schema/thumbnail.ts';

import type { MediaStore } from '../../files/media-store.ts';
import { board_items, boards, script_attachments } from '../../store/schema-thumbnails.ts';
import { scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ChannelRow } from '../access.ts';
import { checkRevision, type Fail, type Failing, type IfMatch } from '../call.ts';

export type BoardRow = typeof boards.$inferSelect;
export type ItemRow = typeof board_items.$inferSelect;
export type NewItem = Omit<typeof board_items.$inferInsert, 'team_id' | 'board_id' | 'z'>;

/** Distance between automatically placed items. */
export const GAP = 80;

/** Returns the channel's board and creates it on the first write; locks its row, so writes run one at a time. */
export async function openBoard(tx: Db, { id: channel_id, team_id }: ChannelRow): Promise<BoardRow> {
  await tx.insert(boards).values({ team_id, channel_id }).onConflictDoNothing();
  const [board] = await tx.select().from(boards).where(eq(boards.channel_id, channel_id)).for('update');
  if (!board) throw new Error('The board was not returned.');
  return board;
}

/** Opens the board at the revision that the call names and increments the revision. */
export async function changeBoard(
  tx: Db,
  channel: ChannelRow,
  call: { readonly ifMatch: IfMatch | null; readonly fail: Fail<'revision_conflict'> },
): Promise<BoardRow> {
  const before = await openBoard(tx, channel);
  checkRevision(call, String(before.revision));
  return (await bumpRevision(tx, before.id)) ?? before;
}

/** Increments the revision, so that changes based on the earlier one are refused. */
export async function bumpRevision(tx: Db, boardId: number): Promise<BoardRow | undefined> {
  const [board] = await tx
    .update(boards)
    .set({ revision: sql`${boards.revision} + 1` })
    .where(eq(boards.id, boardId))
    .returning();
  return board;
}

export async function findBoard(db: Db, channelId: number): Promise<BoardRow | null> {
  const [board] = await db.select().from(boards).where(eq(boards.channel_id, channelId));
  return board ?? null;
}

const IS_NOT_REMOVED = isNull(board_items.removed_at);

export function listItems(db: Db, boardId: number): Promise<ItemRow[]> {
  return db
    .select()
    .from(board_items)
    .where(and(eq(board_items.board_id, boardId), IS_NOT_REMOVED))
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
        .where(
          and(eq(board_items.id, id), eq(board_items.board_id, board.id), eq(board_items.type, type), IS_NOT_REMOVED),
        )
    : [];
  if (item?.status === 'ready') return item;
  const message = item ? `This ${type} isn’t ready.` : `This ${type} isn’t on this board.`;
  throw fail('board_item_not_found', { fields: { [field]: [message] } });
}

export async function checkImageLimit(
  tx: Db,
  board: BoardRow,
  { fail }: Failing<'board_full'>,
  addedCount: number,
): Promise<void> {
  const isImage = and(eq(board_items.board_id, board.id), eq(board_items.type, 'image'), IS_NOT_REMOVED);
  const count = await tx.$count(board_items, isImage);
  if (count + addedCount <= LIMITS.thumbnails.images) return;
  const message = `The board has ${count} images; ${addedCount} more would exceed its limit of ${LIMITS.thumbnails.images}.`;
  throw fail('board_full', { fields: { board: [message] } });
}

export async function addItems(tx: Db, board: BoardRow, items: readonly NewItem[]): Promise<ItemRow[]> {
  const [updatedRow] = await tx
    .update(boards)
    .set({ last_z: sql`${boards.last_z} + ${items.length}` })
    .where(eq(boards.id, board.id))
    .returning({ last_z: boards.last_z });
  const firstZ = (updatedRow?.last_z ?? items.length) - items.length + 1;
  const values = items.map((item, index) => ({
    ...item,
    team_id: board.team_id,
    board_id: board.id,
    z: firstZ + index,
  }));
  return tx.insert(board_items).values(values).returning();
}

/** Returns the top of the first free row below all items. */
export async function findFreeRow(db: Db, board: BoardRow): Promise<number> {
  const [row] = await db
    .select({ bottom: sql<number | null>`max(${board_items.y} + ${board_items.height})` })
    .from(board_items)
    .where(and(eq(board_items.board_id, board.id), IS_NOT_REMOVED));
  return row?.bottom == null ? 0 : Number(row.bottom) + 2 * GAP;
}

export async function findPlaceBeside(
  db: Db,
  board: BoardRow,
  item: Box,
  size: { width: number; height: number },
): Promise<Box> {
  const others = (await listItems(db, board.id)).filter(({ type }) => type !== 'frame');
  const position = { x: item.x + item.width + GAP, y: item.y, ...size };
  for (
    let obstacle = others.find((other) => overlap(position, other));
    obstacle;
    obstacle = others.find((other) => overlap(position, other))
  ) {
    position.x = obstacle.x + obstacle.width + GAP;
  }
  return position;
}

export type AssignedScripts = ReadonlyMap<number, readonly { readonly id: number; readonly title: string }[]>;

/** Maps each item to the scripts that use it as their chosen thumbnail, the latest first. */
export async function readAssignedScripts(db: Db, items: readonly ItemRow[]): Promise<AssignedScripts> {
  const ids = items.filter(({ type }) => type === 'image').map(({ id }) => id);
  const scriptsByItem = new Map<number, { id: number; title: string }[]>();
  if (ids.length === 0) return scriptsByItem;
  const rows = await db
    .select({ item: script_attachments.board_item_id, id: scripts.id, title: scripts.title })
    .from(script_attachments)
    .innerJoin(scripts, eq(scripts.id, script_attachments.script_id))
    .where(
      and(
        inArray(script_attachments.board_item_id, ids),
        eq(script_attachments.winner, true),
        isNull(scripts.archived_at),
      ),
    )
    .orderBy(desc(script_attachments.id));
  for (const { item, id, title } of rows) {
    if (item !== null) scriptsByItem.set(item, [...(scriptsByItem.get(item) ?? []), { id, title }]);
  }
  return scriptsByItem;
}

export function toBoardItem(media: MediaStore, item: ItemRow, scriptsByItem: AssignedScripts = new Map()): BoardItem {
  const { id, type, status, x, y, width, height, frame_id, label, source, content, usage, prompt, note } = item;
  const itemScripts = scriptsByItem.get(id) ?? [];
  return {
    id,
    type,
    status,
    x,
    y,
    width,
    height,
    frame_id,
    label,
    source,
    content,
    usage,
    prompt,
    note,
    url: item.media !== null && status === 'ready' ? media.createAddress(item.media) : null,
    assigned_script_id: itemScripts[0]?.id ?? null,
    assigned_script_title: itemScripts[0]?.title ?? null,
    assigned_scripts: [...itemScripts],
    style: item.style && type === 'text' ? TextStyle.parse(item.style) : null,
    shape: item.style && type === 'shape' ? ShapeStyle.parse(item.style) : null,
  };
}
