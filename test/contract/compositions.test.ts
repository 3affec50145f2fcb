/** Tests compositions of the board: stored, replaced, flattened and deleted by any client of the local service. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Composition } from '#contract/schema/composition.ts';
import type { Board, BoardItem } from '#contract/schema/thumbnail.ts';
import { readPixels } from '#test/support/pixels.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { composition } from './support/compositions.ts';
import { boardItem } from './support/thumbnails.ts';
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
  const listed = () => owner.data<Composition[]>('local.compositions.list', { params });

  test('a composition is stored, replaced, flattened in both sizes and deleted', async () => {
    const one = { params: { ...params, composition_id: randomUUID() } };
    const body = composition(await boardItem(world));
    await owner.data('local.compositions.put', { ...one, body });
    await owner.data('local.compositions.put', { ...one, body: { ...body, name: 'Day train' } });
    const stored = await listed();
    const { composition_id } = one.params;
    expect(stored).toMatchObject([{ composition_id, name: 'Day train', frame: { angle: 0 } }]);
    expect(stored[0]!.layers).toMatchObject(body.layers);
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
    ]) {
      const made = await owner.data<{ url: string; item: BoardItem }>('local.compositions.flatten', {
        ...one,
        body: { width },
      });
      const drawn = await readPixels(Buffer.from(await (await fetch(made.url)).arrayBuffer()));
      expect([drawn.width, drawn.height]).toEqual([width, height]);
      const { items } = await owner.data<Board>('board.get', { params });
      expect(items.find(({ id }) => id === made.item.id)).toMatchObject({ label: 'Day train', source: 'export' });
    }
    await owner.call('local.compositions.delete', one);
    expect(await listed()).toEqual([]);
  });

  test('a removed item is neither shown nor counted nor used, until it is restored', async () => {
    const item = await boardItem(world);
    const put = (removed: boolean) =>
      owner.data<{ items: number }>('local.boardItems.put', { params, body: { item_ids: [item], removed } });
    const board = () => owner.data<Board>('board.get', { params });
    const before = await board();
    expect(await put(true)).toEqual({ items: 1 });
    expect((await board()).items).toEqual(before.items.filter(({ id }) => id !== item));
    expect((await owner.call('board.export', { params, body: { item_id: item } })).status).toBe(422);
    await put(false);
    expect(await board()).toEqual(before);
  });

  test('a value out of bounds is refused by its place, and the stored composition stays', async () => {
    const one = { params: { ...params, composition_id: randomUUID() } };
    const body = composition(await boardItem(world));
    await owner.data('local.compositions.put', { ...one, body });
    const [picture, ...others] = body.layers;
    const wrong = { ...body, name: 'Wrong', layers: [{ ...picture, opacity: 2 }, ...others] };
    const refused = await owner.call('local.compositions.put', { ...one, body: wrong });
    expect(refused.status).toBe(422);
    expect(refused.body['errors']).toEqual({ 'layers.0.opacity': ['At most 1.'] });
    expect((await listed()).map(({ name }) => name)).toEqual(['Night train']);
  });
});
