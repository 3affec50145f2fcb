/** Calls about compositions and removed items of the board: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { board_compositions, board_items, boards } from '#service/store/schema-thumbnails.ts';

import { createChannelFailures } from './access-failures.ts';
import { MISSING_ID } from './client.ts';
import { addBoardItem, onFullBoard } from './thumbnails.ts';
import { CHANNEL, OTHER_CHANNEL, type World } from './world.ts';

const PLACE = { x: 0, y: 0, width: 640, height: 360 };
const HEADLINE = {
  content: 'Never again',
  font: 'anton',
  size: 90,
  fill: '#ffffff',
  stroke: '#000000',
  stroke_width: 8,
  background: null,
  align: 'left',
};
const ARROW = { form: 'arrow', fill: null, stroke: '#ff0000', stroke_width: 8 };

/** Returns a composition of a picture, a text and a shape. */
export const createCompositionFields = (item_id: number) => ({
  name: 'Night train',
  frame: PLACE,
  layers: [
    { kind: 'image', ...PLACE, item_id },
    { kind: 'text', ...PLACE, angle: 10, text: HEADLINE },
    { kind: 'shape', ...PLACE, opacity: 0.5, blend: 'multiply', shape: ARROW },
  ],
});

const createParams = (id: number = CHANNEL) => ({ id, composition_id: randomUUID() });

async function storeComposition(world: World) {
  const params = createParams();
  await world.owner.data('local.compositions.put', {
    params,
    body: createCompositionFields(await addBoardItem(world)),
  });
  return params;
}

async function storeEmptyComposition(world: World, channel: number) {
  const params = createParams(channel);
  await world.owner.data('local.compositions.put', { params, body: { ...createCompositionFields(0), layers: [] } });
  return params;
}

export const VALID_COMPOSITION_INPUTS = {
  'local.boardItems.put': async (world: World) => ({
    params: { id: CHANNEL },
    body: { item_ids: [await addBoardItem(world)], removed: true },
  }),
  'local.compositions.list': async (world: World) => {
    await storeComposition(world);
    return { params: { id: CHANNEL } };
  },
  'local.compositions.put': async (world: World) => ({
    params: createParams(),
    body: createCompositionFields(await addBoardItem(world)),
  }),
  'local.compositions.delete': async (world: World) => ({ params: await storeComposition(world) }),
  'local.compositions.flatten': async (world: World) => ({
    params: await storeComposition(world),
    body: { width: 1920 },
  }),
} as const;

export const COMPOSITION_FAILURES = {
  'local.boardItems.put': {
    ...createChannelFailures('local.boardItems.put', VALID_COMPOSITION_INPUTS['local.boardItems.put']),
    board_full: (world: World) =>
      onFullBoard(world, async () => {
        const item = await addBoardItem(world, { removed_at: new Date() }, OTHER_CHANNEL);
        const body = { item_ids: [item], removed: false };
        return world.owner.call('local.boardItems.put', { params: { id: OTHER_CHANNEL }, body });
      }),
  },
  'local.compositions.list': createChannelFailures(
    'local.compositions.list',
    VALID_COMPOSITION_INPUTS['local.compositions.list'],
  ),
  'local.compositions.put': {
    ...createChannelFailures('local.compositions.put', VALID_COMPOSITION_INPUTS['local.compositions.put']),
    board_item_not_found: (world: World) =>
      world.owner.call('local.compositions.put', { params: createParams(), body: createCompositionFields(MISSING_ID) }),
    board_full: async (world: World) => {
      const { id } = await storeEmptyComposition(world, OTHER_CHANNEL);
      const { perBoard } = LIMITS.thumbnails.composition;
      await world.write(async (tx) => {
        const [board] = await tx.select().from(boards).where(eq(boards.channel_id, id));
        const { id: board_id, team_id } = board!;
        const rows = Array.from({ length: perBoard }, () => ({
          id: randomUUID(),
          name: 'More',
          board_id,
          team_id,
          drawing: {},
        }));
        await tx.insert(board_compositions).values(rows);
      });
      const body = { ...createCompositionFields(0), layers: [] };
      const answer = await world.owner.call('local.compositions.put', { params: createParams(id), body });
      await world.write((tx) => tx.delete(board_compositions).where(eq(board_compositions.name, 'More')));
      return answer;
    },
  },
  'local.compositions.delete': createChannelFailures(
    'local.compositions.delete',
    VALID_COMPOSITION_INPUTS['local.compositions.delete'],
  ),
  'local.compositions.flatten': {
    ...createChannelFailures('local.compositions.flatten', VALID_COMPOSITION_INPUTS['local.compositions.flatten']),
    composition_not_found: (world: World) =>
      world.owner.call('local.compositions.flatten', { params: createParams(), body: {} }),
    board_item_not_found: async (world: World) => {
      const item = await addBoardItem(world);
      const params = createParams();
      await world.owner.data('local.compositions.put', { params, body: createCompositionFields(item) });
      await world.write((tx) => tx.update(board_items).set({ status: 'failed' }).where(eq(board_items.id, item)));
      return world.owner.call('local.compositions.flatten', { params, body: {} });
    },
    board_full: (world: World) =>
      onFullBoard(world, async () =>
        world.owner.call('local.compositions.flatten', {
          params: await storeEmptyComposition(world, OTHER_CHANNEL),
          body: {},
        }),
      ),
  },
} as const;
