/** Tests the board beyond the rules common to all operations: assigning, revisions, and the sample board. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Board, BoardItem, ThumbnailQuota, ThumbnailRun } from '#contract/schema/thumbnail.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { anyPicture, quickImages } from './support/thumbnails.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

const params = { id: CHANNEL };

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  /** Number of thumbnails that the sample used up of the quota. */
  let usedQuota: number;
  beforeAll(async () => {
    world = await World.open(database, { images: quickImages, pictures: anyPicture });
    owner = world.owner;
    ({ used: usedQuota } = (await owner.data<ThumbnailQuota>('thumbnails.usage')).free_pool);
  });
  afterAll(() => world.service.stop());

  const getBoard = () => owner.data<Board>('board.get', { params });
  const waitForItem = async (id: number) => {
    const status = async () => (await getBoard()).items.find((item) => item.id === id)?.status;
    await expect.poll(status, { interval: 20, timeout: 60_000 }).not.toBe('generating');
  };

  test('an assigned picture becomes attachment and thumbnail of each script', async () => {
    const { items } = await owner.data<Board>('board.get', { params });
    const [first, second] = items.filter(({ type }) => type === 'image');
    const [firstScript, secondScript] = [
      await world.createScript({ title: 'The one' }),
      await world.createScript({ title: 'The other' }),
    ];
    const assign = (item: BoardItem | undefined, script_id: number) =>
      owner.data<{ thumbnail_url: string }>('board.assign', { params, body: { item_id: item!.id, script_id } });
    const getThumbnails = async (script: number) => {
      const project = { params: { project: `project:v1:script:${script}` } };
      const attachments = await owner.data<{ kind: string; winner: boolean; url: string }[]>(
        'projects.attachments',
        project,
      );
      const { thumbnail } = await owner.data<{ thumbnail: { winner_selected: boolean } }>(
        'projects.production.get',
        project,
      );
      return { winners: attachments.filter(({ kind, winner }) => kind === 'thumbnail' && winner), ...thumbnail };
    };
    expect((await getThumbnails(firstScript)).winner_selected).toBe(false);
    for (const script of [firstScript, secondScript]) {
      const { thumbnail_url } = await assign(first, script);
      const { winners, winner_selected } = await getThumbnails(script);
      expect(winners).toMatchObject([{ url: thumbnail_url }]);
      expect(winner_selected).toBe(true);
    }
    const getItem = async (id: number) => (await getBoard()).items.find((other) => other.id === id)!;
    expect((await getItem(first!.id)).assigned_scripts).toEqual([
      { id: secondScript, title: 'The other' },
      { id: firstScript, title: 'The one' },
    ]);
    await assign(second, secondScript);
    expect(await getItem(first!.id)).toMatchObject({
      assigned_script_id: firstScript,
      assigned_scripts: [{ id: firstScript }],
    });
    expect(await getItem(second!.id)).toMatchObject({
      assigned_script_id: secondScript,
      assigned_script_title: 'The other',
    });
    expect((await getThumbnails(secondScript)).winners).toHaveLength(1);
  });

  test('the first write of a board accepts the ETag that reading it returned', async () => {
    const emptyChannel = { id: OTHER_CHANNEL };
    const read = await owner.call('board.get', { params: emptyChannel });
    expect(read.body['data']).toMatchObject({ board_id: null });
    const headers = { 'If-Match': read.headers.get('ETag')! };
    const text = { params: emptyChannel, body: { content: 'First' }, headers };
    expect((await owner.call('board.text', text)).status).toBe(200);
    expect((await owner.call('board.text', text)).status).toBe(409);
  });

  test('writes check If-Match, and the revision grows with each write and finished picture', async () => {
    const getEtag = async () => (await owner.call('board.get', { params })).headers.get('ETag')!;
    const generate = (headers: Record<string, string>) =>
      owner.call('board.generate', { params, body: { prompt: 'A bridge at night', variations: 1 }, headers });
    const before = await getEtag();
    const generated = await generate({ 'If-Match': before });
    expect(generated.status, JSON.stringify(generated.body)).toBe(200);
    const staleAnswer = await generate({ 'If-Match': before });
    expect({ status: staleAnswer.status, body: staleAnswer.body }).toMatchObject({
      status: 409,
      body: { error: 'revision_conflict', current_revision: expect.any(String) as string },
    });
    const [item] = (generated.body['data'] as { items: BoardItem[] }).items;
    await waitForItem(item!.id);
    expect(await getEtag()).not.toBe(generated.headers.get('ETag'));
    expect((await generate({})).status).toBe(200);
  });

  test('the sample board opens with a finished composition, and exports all of it', async () => {
    const { items } = await getBoard();
    const sample = items.filter(({ source }) => source === 'sample');
    const countItems = (type: string) => sample.filter((item) => item.type === type).length;
    expect(countItems('image')).toBeGreaterThanOrEqual(3);
    expect([countItems('text'), countItems('shape'), countItems('frame')].every((count) => count > 0)).toBe(true);
    const background = sample.find(({ usage }) => usage === 'background')!;
    const { overlays_flattened } = await owner.data<{ overlays_flattened: number }>('board.export', {
      params,
      body: { item_id: background.id },
    });
    // Two pictures, the arrow and the headline; the hint below them is not included.
    expect(overlays_flattened).toBe(4);
  });

  test('the sample thumbnails belong to the first script, can be put on the board, and took no quota', async () => {
    type Run = Pick<ThumbnailRun, 'status' | 'idea_id' | 'output_urls' | 'created_at'>;
    const runs = await owner.data<Run[]>('thumbnails.runs', { params });
    expect(runs.map(({ status, output_urls }) => [status, output_urls.length])).toEqual([
      ['completed', 1],
      ['completed', 2],
    ]);
    expect(runs.every(({ created_at }) => Date.parse(created_at) < Date.now())).toBe(true);
    const ideas = await owner.data<{ id: number; script_id: number | null }[]>('ideas.list', {
      params,
      query: { per_page: 100 },
    });
    const [first] = runs.map(({ idea_id }) => ideas.find(({ id }) => id === idea_id)?.script_id);
    const script = await owner.data<{ title: string }>('scripts.get', { params: { id: first! } });
    expect(script.title).toBe('Why night trains came back');
    const urls = runs.flatMap(({ output_urls }) => output_urls);
    const { items } = await owner.data<Board>('board.import', {
      params,
      body: { source: 'urls', urls, label: 'Mine' },
    });
    expect(items.filter(({ type, status }) => type === 'image' && status === 'ready')).toHaveLength(urls.length);
    expect(usedQuota).toBe(0);
  });
});
