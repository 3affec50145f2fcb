/** Tests compositions of the board: stored, replaced, flattened and deleted by any client of the local service. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Composition } from '#contract/schema/composition.ts';
import type { Board, BoardItem } from '#contract/schema/thumbnail.ts';
import { readPixels } from '#test/support/pixels.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { createCompositionFields } from './support/compositions.ts';
import { addBoardItem } from './support/thumbnails.ts';
import { CHANNEL, World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database);
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const params = { id: CHANNEL };
  const listCompositions = () => owner.data<Composition[]>('local.compositions.list', { params });

  test('a composition is stored, replaced, flattened in both sizes and deleted', async () => {
    const target = { params: { ...params, composition_id: randomUUID() } };
    const body = createCompositionFields(await addBoardItem(world));
    await owner.data('local.compositions.put', { ...target, body });
    await owner.data('local.compositions.put', { ...target, body: { ...body, name: 'Day train' } });
    const storedCompositions = await listCompositions();
    const { composition_id } = target.params;
    expect(storedCompositions).toMatchObject([{ composition_id, name: 'Day train', frame: { angle: 0 } }]);
    expect(storedCompositions[0]!.layers).toMatchObject(body.layers);
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
    ]) {
      const flattened = await owner.data<{ url: string; item: BoardItem }>('local.compositions.flatten', {
        ...target,
        body: { width },
      });
      const pixels = await readPixels(Buffer.from(await (await fetch(flattened.url)).arrayBuffer()));
      expect([pixels.width, pixels.height]).toEqual([width, height]);
      const { items } = await owner.data<Board>('board.get', { params });
      expect(items.find(({ id }) => id === flattened.item.id)).toMatchObject({ label: 'Day train', source: 'export' });
    }
    await owner.call('local.compositions.delete', target);
    expect(await listCompositions()).toEqual([]);
  });

  test('a removed item is not listed and cannot be exported until it is restored', async () => {
    const item = await addBoardItem(world);
    const setRemoved = (isRemoved: boolean) =>
      owner.data<{ items: number }>('local.boardItems.put', { params, body: { item_ids: [item], removed: isRemoved } });
    const getBoard = () => owner.data<Board>('board.get', { params });
    const before = await getBoard();
    expect(await setRemoved(true)).toEqual({ items: 1 });
    expect((await getBoard()).items).toEqual(before.items.filter(({ id }) => id !== item));
    expect((await owner.call('board.export', { params, body: { item_id: item } })).status).toBe(422);
    await setRemoved(false);
    expect(await getBoard()).toEqual(before);
  });

  test('a value out of bounds is refused with its path, and the stored composition stays', async () => {
    const target = { params: { ...params, composition_id: randomUUID() } };
    const body = createCompositionFields(await addBoardItem(world));
    await owner.data('local.compositions.put', { ...target, body });
    const [picture, ...others] = body.layers;
    const invalidBody = { ...body, name: 'Wrong', layers: [{ ...picture, opacity: 2 }, ...others] };
    const refusal = await owner.call('local.compositions.put', { ...target, body: invalidBody });
    expect(refusal.status).toBe(422);
    expect(refusal.body['errors']).toEqual({ 'layers.0.opacity': ['At most 1.'] });
    expect((await listCompositions()).map(({ name }) => name)).toEqual(['Night train']);
  });
});
