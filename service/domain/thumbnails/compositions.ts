/** Stores and flattens compositions of the board (local-only; the spec has only single items with overlays). */
import { and, asc, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { type Composition, type CompositionLayer, CompositionPut } from '#contract/schema/composition.ts';

import type { FlatLayer } from '../../engines/image/flatten.ts';
import type { MediaStore } from '../../files/media-store.ts';
import { board_compositions } from '../../store/schema-thumbnails.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { reachChannel } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import {
  type BoardRow,
  checkImageLimit,
  findBoard,
  listItems,
  toBoardItem,
  bumpRevision,
  openBoard,
} from './board-rows.ts';
import { addFlattened, readPicture, PictureGoneError } from './flat-picture.ts';
import type { ThumbnailServices } from './services.ts';

type CompositionRow = typeof board_compositions.$inferSelect;

const parseDrawing = (row: CompositionRow) => CompositionPut.parse({ name: row.name, ...row.drawing });

function toView(row: CompositionRow): Composition {
  const { name, frame, layers } = parseDrawing(row);
  return { composition_id: row.id, name, frame, layers, updated_at: row.updated_at.toISOString() };
}

const isThisComposition = (board: BoardRow, id: string) =>
  and(eq(board_compositions.board_id, board.id), eq(board_compositions.id, id));

/** Maps the pictures of the layers to their files; refuses one that is not a ready picture of the board. */
async function findFiles(
  tx: Db,
  board: BoardRow,
  { fail }: Pick<Call<'local.compositions.put'>, 'fail'>,
  layers: readonly CompositionLayer[],
): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(layers.flatMap((layer) => (layer.kind === 'image' ? [layer.item_id] : [])));
  const readyItems = (await listItems(tx, board.id)).filter(({ id, status }) => status === 'ready' && ids.has(id));
  const files = new Map(readyItems.flatMap(({ id, media }) => (media === null ? [] : [[id, media] as const])));
  const missingIndex = layers.findIndex((layer) => layer.kind === 'image' && !files.has(layer.item_id));
  if (missingIndex >= 0) {
    const field = `layers.${missingIndex}.item_id`;
    throw fail('board_item_not_found', { fields: { [field]: ['This picture isn’t on this board or isn’t ready.'] } });
  }
  return files;
}

async function* loadLayers(
  media: MediaStore,
  layers: readonly CompositionLayer[],
  files: ReadonlyMap<number, string>,
): AsyncGenerator<FlatLayer> {
  for (const layer of layers) {
    if (layer.kind !== 'image') yield layer;
    else yield { ...layer, image: await readPicture(media, files.get(layer.item_id) ?? null) };
  }
}

async function putComposition(tx: Db, call: Call<'local.compositions.put'>): Promise<CompositionRow> {
  const board = await openBoard(tx, await reachChannel(tx, call, call.params.id));
  const { name, frame, layers } = call.body;
  const { composition_id: id } = call.params;
  await findFiles(tx, board, call, layers);
  const isNew = (await tx.$count(board_compositions, isThisComposition(board, id))) === 0;
  const count = await tx.$count(board_compositions, eq(board_compositions.board_id, board.id));
  const { perBoard } = LIMITS.thumbnails.composition;
  if (isNew && count >= perBoard) {
    throw call.fail('board_full', {
      fields: { board: [`The board has ${perBoard} compositions, which is its limit.`] },
    });
  }
  const values = { name, drawing: { frame, layers } as unknown as JsonObject, updated_at: new Date() };
  const [row] = await tx
    .insert(board_compositions)
    .values({ ...values, id, team_id: board.team_id, board_id: board.id })
    .onConflictDoUpdate({ target: [board_compositions.board_id, board_compositions.id], set: values })
    .returning();
  if (!row) throw new Error('The composition was not returned.');
  return row;
}

async function flattenComposition(tx: Db, { media }: ThumbnailServices, call: Call<'local.compositions.flatten'>) {
  const board = await openBoard(tx, await reachChannel(tx, call, call.params.id));
  const [row] = await tx.select().from(board_compositions).where(isThisComposition(board, call.params.composition_id));
  if (!row) throw call.fail('composition_not_found');
  await checkImageLimit(tx, board, call, 1);
  const { name: label, frame, layers } = parseDrawing(row);
  const files = await findFiles(tx, board, call, layers);
  try {
    const flat = { frame, layers: loadLayers(media, layers, files), label, width: call.body.width };
    const { item, name } = await addFlattened(tx, media, board, flat);
    await bumpRevision(tx, board.id);
    return { board_id: board.id, url: media.createAddress(name), item: toBoardItem(media, item) };
  } catch (error) {
    if (!(error instanceof PictureGoneError)) throw error;
    throw call.fail('board_item_not_found', { fields: { composition_id: ['One of its pictures no longer exists.'] } });
  }
}

type CompositionHandlers = Pick<
  Handlers,
  'local.compositions.list' | 'local.compositions.put' | 'local.compositions.delete' | 'local.compositions.flatten'
>;

export function createCompositionHandlers(services: ThumbnailServices): CompositionHandlers {
  const { store } = services;
  return {
    'local.compositions.list': async (call) => {
      const board = await findBoard(store.db, (await reachChannel(store.db, call, call.params.id)).id);
      const rows = board
        ? await store.db
            .select()
            .from(board_compositions)
            .where(eq(board_compositions.board_id, board.id))
            .orderBy(asc(board_compositions.created_at), asc(board_compositions.id))
        : [];
      return { status: 200, body: { success: true, data: rows.map(toView) } };
    },

    'local.compositions.put': async (call) => {
      const row = await store.transaction((tx) => putComposition(tx, call));
      return { status: 200, body: { success: true, data: toView(row) } };
    },

    'local.compositions.delete': async (call) => {
      await store.transaction(async (tx) => {
        const board = await openBoard(tx, await reachChannel(tx, call, call.params.id));
        await tx.delete(board_compositions).where(isThisComposition(board, call.params.composition_id));
      });
      return { status: 200, body: { success: true, message: 'composition deleted' } };
    },

    'local.compositions.flatten': async (call) => {
      const data = await store.transaction((tx) => flattenComposition(tx, services, call));
      return { status: 200, body: { success: true, data } };
    },
  };
}
