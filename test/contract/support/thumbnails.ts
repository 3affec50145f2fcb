/** Calls of thumbnails and the board: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';

import { createCanvas } from '@napi-rs/canvas';

import { LIMITS } from '#contract/limits.ts';
import type { OperationId } from '#contract/operations/index.ts';
import type { ImageEngines, PictureFetcher } from '#service/domain/thumbnails/services.ts';
import { FetchRefusedError } from '#service/net/fetch-refusal.ts';
import {
  ACTIVE_ITEM,
  board_items,
  boards,
  thumbnail_runs,
  thumbnail_styles,
} from '#service/store/schema-thumbnails.ts';
import type { Db } from '#service/store/store.ts';
import { storePicture } from '#test/support/stored-picture.ts';
import { eq } from 'drizzle-orm';

import { createChannelFailures } from './access-failures.ts';
import { type Answer, type Input, MISSING_ID } from './client.ts';
import { CHANNEL, OTHER_CHANNEL, TEAM, type World } from './world.ts';

const LARGE_PLAN = { free_limit: 100_000, addon_limit: null, pack_limit: null };

const pictures = new Map<string, Buffer>();
export function drawFlatPicture(width: number, height: number): Buffer {
  const key = `${width}x${height}`;
  const cachedPicture = pictures.get(key);
  if (cachedPicture) return cachedPicture;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#336699';
  context.fillRect(0, 0, width, height);
  const picture = canvas.toBuffer('image/png');
  pictures.set(key, picture);
  return picture;
}

/** Draws plain pictures, for tests about anything else. */
export const quickImages: ImageEngines = {
  getCurrent: () =>
    Promise.resolve({
      label: 'Plain',
      isImageModel: false,
      generate: ({ width, height }) => Promise.resolve({ bytes: drawFlatPicture(width, height), note: null }),
      edit: ({ image }) => Promise.resolve({ bytes: image, note: null }),
    }),
};

/** Finds a picture at every https address except those of gone.example. */
export const anyPicture: PictureFetcher = {
  fetch: (address) => {
    if (!address.startsWith('https:')) {
      return Promise.reject(new FetchRefusedError('Only https addresses are supported.', { kind: 'address' }));
    }
    if (new URL(address).host === 'gone.example')
      return Promise.reject(new FetchRefusedError('The server responded with 404.'));
    if (new URL(address).host === 'words.example') return Promise.resolve(Buffer.from('no picture'));
    return Promise.resolve(drawFlatPicture(32, 18));
  },
};

async function findBoard(tx: Db, channel_id: number): Promise<number> {
  await tx.insert(boards).values({ team_id: TEAM, channel_id }).onConflictDoNothing();
  const [row] = await tx.select().from(boards).where(eq(boards.channel_id, channel_id));
  return row!.id;
}

type Item = Partial<typeof board_items.$inferInsert>;
const PLACE = { x: 0, y: 0, width: 320, height: 180, z: 1 };

/** Creates an item that no job works on; by default a ready image of CHANNEL. */
export async function addBoardItem(world: World, overrides: Item = {}, channel = CHANNEL): Promise<number> {
  const media = await storePicture(world.service.files, drawFlatPicture(32, 18));
  return world.write(async (tx) => {
    const values = { type: 'image' as const, source: 'url', media, ...PLACE, ...overrides };
    const [row] = await tx
      .insert(board_items)
      .values({ team_id: TEAM, board_id: await findBoard(tx, channel), ...values })
      .returning();
    return row!.id;
  });
}

/** Fills the other channel's board with the maximum number of images for the duration of the call. */
export async function onFullBoard(world: World, call: (item: number) => Promise<Answer>): Promise<Answer> {
  const first = await addBoardItem(world, {}, OTHER_CHANNEL);
  const id = await world.write(async (tx) => {
    const board_id = await findBoard(tx, OTHER_CHANNEL);
    const row = { team_id: TEAM, board_id, type: 'image' as const, source: 'url', ...PLACE };
    await tx.insert(board_items).values(Array.from({ length: LIMITS.thumbnails.images - 1 }, () => row));
    return board_id;
  });
  try {
    return await call(first);
  } finally {
    await world.write((tx) => tx.delete(board_items).where(eq(board_items.board_id, id)));
  }
}

export function addThumbnailRun(
  world: World,
  overrides: Partial<typeof thumbnail_runs.$inferInsert> = {},
): Promise<string> {
  return world.write(async (tx) => {
    const values = { team_id: TEAM, channel_id: CHANNEL, source_type: 'api_generate' as const, work: {} };
    const [row] = await tx
      .insert(thumbnail_runs)
      .values({ ...values, status: 'completed', ...overrides })
      .returning();
    return row!.id;
  });
}

export async function endThumbnails(tx: Db): Promise<void> {
  await tx.update(thumbnail_runs).set({ status: 'failed' }).where(eq(thumbnail_runs.status, 'queued'));
  await tx.update(thumbnail_styles).set({ status: 'failed' }).where(eq(thumbnail_styles.status, 'queued'));
  await tx.update(board_items).set({ status: 'failed' }).where(ACTIVE_ITEM);
}

const params = { id: CHANNEL };
const PICTURE_URL = 'https://pictures.example/1.png';
const MISSING_PICTURE_URL = 'https://gone.example/1.png';

export const VALID_THUMBNAIL_INPUTS = {
  'thumbnails.usage': () => Promise.resolve({}),
  'thumbnails.generate': () =>
    Promise.resolve({ params, body: { prompt: `A night train ${randomUUID()}`, num_variations: 1 } }),
  'thumbnails.run': async (world: World) => ({ params: { ...params, run_id: await addThumbnailRun(world) } }),
  'thumbnails.runs': async (world: World) => {
    await addThumbnailRun(world);
    return { params };
  },
  'board.get': async (world: World) => {
    await addBoardItem(world);
    return { params };
  },
  'board.import': () => Promise.resolve({ params, body: { source: 'urls', urls: [PICTURE_URL], label: randomUUID() } }),
  'board.generate': async (world: World) => ({
    params,
    body: { prompt: 'A train, "Back again"', variations: 1, reference_item_ids: [await addBoardItem(world)] },
  }),
  'board.edit': async (world: World) => ({
    params,
    body: { item_id: await addBoardItem(world), instruction: 'Make it darker' },
  }),
  'board.text': async (world: World) => ({
    params,
    body: { content: 'Never again', over_item_id: await addBoardItem(world), font: 'anton', size: 90 },
  }),
  'board.export': async (world: World) => ({ params, body: { item_id: await addBoardItem(world) } }),
  'board.assign': async (world: World) => ({
    params,
    body: { item_id: await addBoardItem(world), script_id: await world.createScript() },
  }),
  'local.thumbnailPlan.put': () => Promise.resolve({ body: LARGE_PLAN }),
  'local.pictures.create': () => Promise.resolve({ body: { base64: drawFlatPicture(32, 18).toString('base64') } }),
} as const;

type Local = 'thumbnails.usage' | 'local.thumbnailPlan.put' | 'local.pictures.create';
type Id = Exclude<keyof typeof VALID_THUMBNAIL_INPUTS, Local> & OperationId;

const callWith = async (world: World, id: Id, change: object): Promise<Answer> => {
  const input: Input = await VALID_THUMBNAIL_INPUTS[id](world);
  return world.owner.call(id, { ...input, body: { ...(input.body as object), ...change } });
};

async function withoutQuota(world: World, id: Id): Promise<Answer> {
  const input = await VALID_THUMBNAIL_INPUTS[id](world);
  await world.owner.data('local.thumbnailPlan.put', { body: { ...LARGE_PLAN, free_limit: 0 } });
  try {
    return await world.owner.call(id, input);
  } finally {
    await world.owner.data('local.thumbnailPlan.put', { body: LARGE_PLAN });
  }
}

async function withoutSubscription(world: World, id: Id): Promise<Answer> {
  const input = await VALID_THUMBNAIL_INPUTS[id](world);
  await world.owner.data('local.creditPlan.put', { body: { status: 'inactive' } });
  try {
    return await world.owner.call(id, input);
  } finally {
    await world.owner.data('local.creditPlan.put', { body: { status: 'active' } });
  }
}

const createItemFailures = (id: 'board.edit' | 'board.export' | 'board.assign') => ({
  ...createChannelFailures(id, VALID_THUMBNAIL_INPUTS[id]),
  board_item_not_found: async (world: World) =>
    callWith(world, id, { item_id: await addBoardItem(world, { status: 'generating' }) }),
});

const createPaymentFailures = (id: 'board.generate' | 'board.edit') => ({
  thumbnails_not_eligible: (world: World) => withoutSubscription(world, id),
  insufficient_thumbnail_credits: (world: World) => withoutQuota(world, id),
});

const createFullBoardFailures = (id: 'board.import' | 'board.generate' | 'board.edit' | 'board.export') => ({
  board_full: (world: World) =>
    onFullBoard(world, async (item_id) => {
      const validInput: Input = await VALID_THUMBNAIL_INPUTS[id](world);
      const { reference_item_ids: _, ...body } = validInput.body as Record<string, unknown>;
      const target = 'item_id' in body ? { item_id } : {};
      return world.owner.call(id, { params: { id: OTHER_CHANNEL }, body: { ...body, ...target } });
    }),
});

export const THUMBNAIL_FAILURES = {
  'thumbnails.usage': {},
  'thumbnails.generate': {
    ...createChannelFailures('thumbnails.generate', VALID_THUMBNAIL_INPUTS['thumbnails.generate']),
    thumbnails_not_eligible: (world: World) => withoutSubscription(world, 'thumbnails.generate'),
    idea_not_in_channel: (world: World) => callWith(world, 'thumbnails.generate', { idea_id: world.foreign.idea }),
    insufficient_thumbnail_quota: (world: World) => withoutQuota(world, 'thumbnails.generate'),
    style_analysis_pending: async (world: World) => {
      const idea_id = await world.createIdea();
      await world.write((tx) => tx.insert(thumbnail_styles).values({ team_id: TEAM, idea_id, reference: 'x' }));
      return callWith(world, 'thumbnails.generate', { idea_id });
    },
    picture_not_fetched: (world: World) =>
      callWith(world, 'thumbnails.generate', {
        clone_strategy: 'direct_reference',
        reference_image_url: MISSING_PICTURE_URL,
      }),
    image_refused: (world: World) =>
      callWith(world, 'thumbnails.generate', {
        clone_strategy: 'direct_reference',
        reference_image_url: 'http://pictures.example/1.png',
      }),
  },
  'thumbnails.run': {
    ...createChannelFailures('thumbnails.run', VALID_THUMBNAIL_INPUTS['thumbnails.run']),
    run_not_found: async (world: World) => {
      const run_id = await addThumbnailRun(world, { channel_id: OTHER_CHANNEL });
      return world.owner.call('thumbnails.run', { params: { ...params, run_id } });
    },
  },
  'thumbnails.runs': {
    ...createChannelFailures('thumbnails.runs', VALID_THUMBNAIL_INPUTS['thumbnails.runs']),
    validation_failed: ({ owner }: World) => owner.call('thumbnails.runs', { params, query: { source_type: 'all' } }),
  },
  'board.get': createChannelFailures('board.get', VALID_THUMBNAIL_INPUTS['board.get']),
  'board.import': {
    ...createChannelFailures('board.import', VALID_THUMBNAIL_INPUTS['board.import']),
    ...createFullBoardFailures('board.import'),
    picture_not_fetched: (world: World) => callWith(world, 'board.import', { urls: [MISSING_PICTURE_URL] }),
    image_refused: (world: World) => callWith(world, 'board.import', { urls: ['ftp://pictures.example/1.png'] }),
  },
  'board.generate': {
    ...createChannelFailures('board.generate', VALID_THUMBNAIL_INPUTS['board.generate']),
    ...createPaymentFailures('board.generate'),
    ...createFullBoardFailures('board.generate'),
    board_item_not_found: (world: World) => callWith(world, 'board.generate', { reference_item_ids: [MISSING_ID] }),
  },
  'board.edit': {
    ...createItemFailures('board.edit'),
    ...createPaymentFailures('board.edit'),
    ...createFullBoardFailures('board.edit'),
  },
  'board.text': {
    ...createChannelFailures('board.text', VALID_THUMBNAIL_INPUTS['board.text']),
    board_item_not_found: async (world: World) => callWith(world, 'board.text', { item_id: await addBoardItem(world) }),
  },
  'board.export': { ...createItemFailures('board.export'), ...createFullBoardFailures('board.export') },
  'board.assign': {
    ...createItemFailures('board.assign'),
    script_not_in_channel: async (world: World) =>
      callWith(world, 'board.assign', { script_id: await world.createScript({ channel_id: OTHER_CHANNEL }) }),
  },
  'local.thumbnailPlan.put': {},
  'local.pictures.create': {
    image_refused: (world: World) =>
      world.owner.call('local.pictures.create', { body: { base64: Buffer.from('no picture').toString('base64') } }),
  },
} as const;
