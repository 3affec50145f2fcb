/** Handles the thumbnail board (spec 2 §4). Every write locks the board's row first, so two writes never mix. */
import { randomInt, randomUUID } from 'node:crypto';

import { and, eq, isNull } from 'drizzle-orm';

import { overlap } from '#contract/box.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';

import { shortenToHeadline } from '../../engines/image/short-headline.ts';
import { script_attachments } from '../../store/schema-thumbnails.ts';
import { type JsonObject, scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { reachChannel } from '../access.ts';
import type { Call, Failing, Handlers } from '../call.ts';
import { toItemSubject } from './board-job.ts';
import {
  addItems,
  readAssignedScripts,
  type BoardRow,
  changeBoard,
  checkImageLimit,
  findBoard,
  findItem,
  findFreeRow,
  GAP,
  type ItemRow,
  listItems,
  toBoardItem,
  type NewItem,
  findPlaceBeside,
} from './board-rows.ts';
import { importPictures } from './board-import.ts';
import { placeText } from './board-text.ts';
import { addFlattened, toLayers, PictureGoneError } from './flat-picture.ts';
import { checkEligible, QuotaExhaustedError, toQuotaFailure, readRemaining, reserveUnits } from './quota.ts';
import { toEditRegion } from './edit-region.ts';
import type { ThumbnailServices } from './services.ts';
import { type ItemWork, findQuotedWords, TILE } from './work.ts';

const PENDING_NOTE = 'Poll the board until the items are ready. This takes a few seconds to a minute.';
const ITEMS_PER_ROW = 4;

/** Creates placeholders, their quota units and jobs in one transaction. */
async function beginItems(
  tx: Db,
  services: ThumbnailServices,
  call: Failing<'insufficient_thumbnail_credits'>,
  board: BoardRow,
  items: readonly (NewItem & { work: ItemWork })[],
): Promise<ItemRow[]> {
  const rows = await addItems(
    tx,
    board,
    items.map((item) => ({
      ...item,
      type: 'image' as const,
      status: 'generating' as const,
      job_id: randomUUID(),
      work: item.work as unknown as JsonObject,
    })),
  );
  try {
    await reserveUnits(
      tx,
      board.team_id,
      rows.map(({ id }) => toItemSubject(id)),
      services.now(),
    );
  } catch (error) {
    if (!(error instanceof QuotaExhaustedError)) throw error;
    throw call.fail('insufficient_thumbnail_credits', toQuotaFailure(error, 'insufficient thumbnail credits'));
  }
  for (const { job_id } of rows) await services.boardItems.enqueue(job_id ?? '');
  return rows;
}

async function generateImages(tx: Db, services: ThumbnailServices, call: Call<'board.generate'>) {
  const channel = await reachChannel(tx, call, call.params.id);
  checkEligible(call);
  const board = await changeBoard(tx, channel, call);
  const { prompt, variations, allow_text, reference_item_ids = [] } = call.body;
  const references: string[] = [];
  for (const id of reference_item_ids) {
    references.push((await findItem(tx, board, call, id, { field: 'reference_item_ids' })).media ?? '');
  }
  await checkImageLimit(tx, board, call, variations);
  const quotedText = findQuotedWords(prompt);
  const top = await findFreeRow(tx, board);
  const items = Array.from({ length: variations }, (_, index) => ({
    type: 'image' as const,
    source: 'generation',
    prompt,
    ...TILE,
    x: (index % ITEMS_PER_ROW) * (TILE.width + GAP),
    y: top + Math.floor(index / ITEMS_PER_ROW) * (TILE.height + GAP),
    work: {
      kind: 'generate' as const,
      prompt,
      references,
      seed: randomInt(2 ** 31),
      headline: allow_text ? (quotedText ?? shortenToHeadline(prompt)) : null,
    },
  }));
  const newItems = await beginItems(tx, services, call, board, items);
  const [first] = newItems;
  const overlay =
    quotedText !== null && !allow_text && first
      ? await placeText(tx, board, { content: quotedText, picture: first })
      : null;
  return { board, items: overlay ? [...newItems, overlay] : newItems, spent: variations };
}

async function editImage(tx: Db, services: ThumbnailServices, call: Call<'board.edit'>) {
  const channel = await reachChannel(tx, call, call.params.id);
  checkEligible(call);
  const board = await changeBoard(tx, channel, call);
  const { item_id, instruction, region } = call.body;
  const source = await findItem(tx, board, call, item_id);
  await checkImageLimit(tx, board, call, 1);
  const { width, height, label, usage } = source;
  const position = await findPlaceBeside(tx, board, source, { width, height });
  const work = { kind: 'edit' as const, image: source.media ?? '', instruction, region: toEditRegion(region) };
  const item = { ...position, type: 'image' as const, source: 'edit', prompt: instruction, label, usage, work };
  return { board, items: await beginItems(tx, services, call, board, [item]), spent: 1 };
}

/** Flattens the picture and its overlays into one image, as it is seen. */
async function exportItem(tx: Db, services: ThumbnailServices, call: Call<'board.export'>) {
  const { media } = services;
  const board = await changeBoard(tx, await reachChannel(tx, call, call.params.id), call);
  const item = await findItem(tx, board, call, call.body.item_id);
  await checkImageLimit(tx, board, call, 1);
  const overlays = (await listItems(tx, board.id)).filter(
    (other) => other.type !== 'frame' && other.status === 'ready' && other.z > item.z && overlap(item, other),
  );
  const label = item.label === null ? 'Export' : `${item.label} (export)`;
  const { x, y, width, height } = item;
  const flat = { frame: { x, y, width, height, angle: 0 }, layers: toLayers(media, [item, ...overlays]), label };
  try {
    const { item: exportedItem, name } = await addFlattened(tx, media, board, flat);
    return { board, exportedItem, url: media.createAddress(name), overlays_flattened: overlays.length };
  } catch (error) {
    if (!(error instanceof PictureGoneError)) throw error;
    const message = 'Its picture, or one that lies over it, no longer exists.';
    throw call.fail('board_item_not_found', { fields: { item_id: [message] } });
  }
}

async function assignThumbnail(tx: Db, { media }: ThumbnailServices, call: Call<'board.assign'>) {
  const channel = await reachChannel(tx, call, call.params.id);
  const board = await changeBoard(tx, channel, call);
  const item = await findItem(tx, board, call, call.body.item_id);
  const { script_id } = call.body;
  const isInChannel = and(eq(scripts.id, script_id), eq(scripts.channel_id, channel.id), isNull(scripts.archived_at));
  if ((await tx.$count(scripts, isInChannel)) === 0) {
    const fields = { script_id: ['There is no such script in this channel.'] };
    throw call.fail('script_not_in_channel', { fields });
  }
  const isThumbnail = and(eq(script_attachments.script_id, script_id), eq(script_attachments.kind, 'thumbnail'));
  await tx.update(script_attachments).set({ winner: false }).where(isThumbnail);
  const values = { team_id: board.team_id, script_id, kind: 'thumbnail' as const, media: item.media ?? '' };
  const [attachment] = await tx
    .insert(script_attachments)
    .values({ ...values, board_item_id: item.id, winner: true })
    .returning();
  if (!attachment) throw new Error('The attachment was not returned.');
  return { board, data: { script_id, attachment_id: attachment.id, thumbnail_url: media.createAddress(values.media) } };
}

async function writeText(tx: Db, call: Call<'board.text'>) {
  const board = await changeBoard(tx, await reachChannel(tx, call, call.params.id), call);
  const { item_id, over_item_id, ...fields } = call.body;
  const item = item_id === undefined ? null : await findItem(tx, board, call, item_id, { type: 'text' });
  const picture =
    over_item_id === undefined ? null : await findItem(tx, board, call, over_item_id, { field: 'over_item_id' });
  return { board, item: await placeText(tx, board, { ...fields, item, picture }) };
}

const FIRST_REVISION = 1;

const toEtag = ({ revision }: BoardRow) => ({ etag: String(revision) });

type BoardHandlers = Pick<
  Handlers,
  'board.get' | 'board.import' | 'board.generate' | 'board.edit' | 'board.text' | 'board.export' | 'board.assign'
>;

export function createBoardHandlers(services: ThumbnailServices): BoardHandlers {
  const { store, media, now } = services;
  const readViews = async (db: Db, items: readonly ItemRow[]): Promise<BoardItem[]> => {
    const scriptsByItem = await readAssignedScripts(db, items);
    return items.map((item) => toBoardItem(media, item, scriptsByItem));
  };
  const toPendingAnswer = async (tx: Db, { board, items, spent }: Awaited<ReturnType<typeof editImage>>) => {
    const data = {
      board_id: board.id,
      credits_spent: spent,
      credits_remaining: await readRemaining(tx, board.team_id, now()),
      items: await readViews(tx, items),
      note: PENDING_NOTE,
    };
    return { status: 200 as const, body: { success: true as const, data }, ...toEtag(board) };
  };
  return {
    'board.get': async (call) => {
      const channel = await reachChannel(store.db, call, call.params.id);
      const board = await findBoard(store.db, channel.id);
      const items = board ? await readViews(store.db, await listItems(store.db, board.id)) : [];
      const data = {
        channel_id: channel.id,
        board_id: board?.id ?? null,
        items,
        studio_url: `cutaway://channels/${channel.id}/board`,
        credits_remaining: await readRemaining(store.db, channel.team_id, now()),
      };
      return { status: 200, body: { success: true, data }, etag: String(board?.revision ?? FIRST_REVISION) };
    },

    'board.import': async (call) => {
      const { board, items } = await importPictures(services, call);
      return {
        status: 200,
        body: { success: true, data: { board_id: board.id, items: await readViews(store.db, items) } },
        ...toEtag(board),
      };
    },

    'board.generate': (call) =>
      store.transaction(async (tx) => toPendingAnswer(tx, await generateImages(tx, services, call))),

    'board.edit': (call) => store.transaction(async (tx) => toPendingAnswer(tx, await editImage(tx, services, call))),

    'board.text': async (call) => {
      const { board, item } = await store.transaction((tx) => writeText(tx, call));
      const data = { board_id: board.id, item: toBoardItem(media, item) };
      return { status: 200, body: { success: true, data }, ...toEtag(board) };
    },

    'board.export': async (call) => {
      const { board, exportedItem, url, overlays_flattened } = await store.transaction((tx) =>
        exportItem(tx, services, call),
      );
      const data = { board_id: board.id, url, item: toBoardItem(media, exportedItem), overlays_flattened };
      return { status: 200, body: { success: true, data }, ...toEtag(board) };
    },

    'board.assign': async (call) => {
      const { board, data } = await store.transaction((tx) => assignThumbnail(tx, services, call));
      return { status: 200, body: { success: true, data }, ...toEtag(board) };
    },
  };
}
