/** Tests thumbnails and the board beyond the rules common to all operations, on both databases. */
import { createHmac } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import type { Board, BoardItem, ThumbnailQuota, ThumbnailRun } from '#contract/schema/thumbnail.ts';
import { compositor } from '#service/engines/image/compositor/compositor.ts';
import { type ImageEngine, ImageEngineError } from '#service/engines/image/image-engine.ts';
import { board_items, script_attachments } from '#service/store/schema-thumbnails.ts';
import { webhook_deliveries } from '#service/store/schema-webhooks.ts';
import { outbox_events } from '#service/store/schema.ts';
import { countDifferences, readPixels } from '#test/support/pixels.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';
import { waitForEnd } from '#test/support/wait-for-end.ts';

import type { Client } from './support/client.ts';
import { anyPicture, addBoardItem, quickImages } from './support/thumbnails.ts';
import { CHANNEL, OTHER_CHANNEL, TEAM, World } from './support/world.ts';

const params = { id: CHANNEL };

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let receiver: Receiver;
  let engine: ImageEngine = compositor;
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    const images = { getCurrent: () => Promise.resolve(engine) };
    receiver = await startReceiver();
    world = await World.open(database, { images, pictures: anyPicture });
    owner = world.owner;
  });
  beforeEach(async () => {
    engine = await quickImages.getCurrent(TEAM);
    await setPlan({ free_limit: 10_000, addon_limit: null, pack_limit: null });
  });
  afterAll(async () => {
    await world.service.stop();
    receiver.close();
  });

  const setPlan = (body: object) => owner.data<ThumbnailQuota>('local.thumbnailPlan.put', { body });
  const getUsage = () => owner.data<ThumbnailQuota>('thumbnails.usage');
  const generate = (body: object) =>
    owner.data<{ run_id: string; run_ids: string[]; idea_id?: number; status: string }>('thumbnails.generate', {
      params,
      body,
    });
  const waitForRun = (run_id: string) =>
    waitForEnd(() => owner.data<ThumbnailRun>('thumbnails.run', { params: { ...params, run_id } }));
  const getBoard = () => owner.data<Board>('board.get', { params });
  const waitForItem = async (id: number): Promise<BoardItem> => {
    let item: BoardItem | undefined;
    await expect
      .poll(async () => (item = (await getBoard()).items.find((item) => item.id === id))?.status, {
        interval: 20,
        timeout: 60_000,
      })
      .not.toBe('generating');
    return item!;
  };
  const download = async (url: string | null | undefined) => {
    const response = await fetch(String(url));
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    });
    return new Uint8Array(await response.arrayBuffer());
  };

  test('units come from the pool that expires first, and are reserved before use', async () => {
    const before = (await getUsage()).free_pool;
    const free_limit = before.used + before.reserved + 1;
    const quota = await setPlan({ free_limit, addon_limit: 2, pack_limit: 3 });
    const month = new Date();
    const reset = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
    expect(quota).toMatchObject({ eligible: true, total_remaining: 6 });
    expect([quota.free_pool.next_reset, quota.addon_pool?.next_reset, quota.pack_pool?.next_reset]).toEqual([
      reset,
      reset,
      null,
    ]);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const plainEngine = engine;
    engine = { ...plainEngine, generate: async (brief, control) => (await gate, plainEngine.generate(brief, control)) };
    const { run_ids } = await generate({ idea_id: await world.createIdea(), num_variations: 4 });
    expect(run_ids).toHaveLength(4);
    expect(await getUsage()).toMatchObject({
      free_pool: { reserved: before.reserved + 1, remaining: 0 },
      addon_pool: { limit: 2, used: 0, reserved: 2, remaining: 0 },
      pack_pool: { limit: 3, used: 0, reserved: 1, remaining: 2 },
      total_remaining: 2,
    });
    release();
    for (const id of run_ids) expect((await waitForRun(id)).output_urls).toHaveLength(1);
    expect(await getUsage()).toMatchObject({
      addon_pool: { used: 2, reserved: 0 },
      pack_pool: { used: 1, reserved: 0 },
    });
    const { status, body } = await owner.call('thumbnails.generate', {
      params,
      body: { prompt: 'p', clone_strategy: 'direct_reference', reference_image_url: 'https://a.example/1.png' },
    });
    expect({ status, body }).toMatchObject({ status: 429, body: { required: 4, remaining: 2 } });
  });

  test('50 concurrent requests never exceed the quota', async () => {
    const { used, reserved } = (await getUsage()).free_pool;
    await setPlan({ free_limit: used + reserved + 7 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        owner.call('board.generate', { params, body: { prompt: 'A lot', variations: 1 } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(43);
    expect((await getUsage()).total_remaining).toBe(0);
    await expect
      .poll(async () => (await getUsage()).free_pool, { timeout: 60_000 })
      .toMatchObject({ used: used + reserved + 7, reserved: 0 });
  });

  test('every mode delivers its pictures, event and signed callback', async () => {
    const callback = { callback_url: receiver.getUrl('/second-time'), callback_secret: 'a secret' };
    const idea_id = await world.createIdea({ title: 'Why night trains came back' });
    const forIdea = await generate({ idea_id, ...callback });
    const run = await waitForRun(forIdea.run_id);
    expect(run).toMatchObject({ status: 'completed', idea_id });
    const size = await readPixels(await download(run.output_urls[0]));
    expect([size.width, size.height]).toEqual([2048, 1152]);

    const sketches = await generate({ prompt: 'A ferry with no engine' });
    expect(sketches.run_ids).toEqual([sketches.run_id]);
    const brainstorm = await waitForRun(sketches.run_id);
    expect(brainstorm.output_urls).toHaveLength(4);
    const sketch = await readPixels(await download(brainstorm.output_urls[0]));
    expect([sketch.width, sketch.height]).toEqual([1024, 576]);
    const idea = await owner.data('ideas.get', { params: { id: brainstorm.idea_id } });
    expect(idea).toMatchObject({ title: 'A ferry with no engine', source_type: 'ai_generated' });

    const improvement = {
      idea_id,
      improvement_mode: true,
      feedback: 'Bolder',
      reference_variation_url: run.output_urls[0],
    };
    const improvedRun = await waitForRun((await generate(improvement)).run_id);
    expect(improvedRun.status).toBe('completed');
    const reference_image_url = 'https://pictures.example/one.png';
    const clonedRun = await generate({
      prompt: 'Like this',
      clone_strategy: 'direct_reference',
      reference_image_url,
      num_variations: 2,
    });
    expect(clonedRun.run_ids).toHaveLength(2);
    expect((await waitForRun(clonedRun.run_ids[1]!)).idea_id).toBe(clonedRun.idea_id);

    const style = await generate({
      prompt: 'In this style',
      clone_strategy: 'style_analysis',
      reference_image_url,
      ...callback,
    });
    expect(style).toMatchObject({ status: 'style_analysis_pending', message: expect.any(String) as unknown });
    const findCallbacks = (text: string) => receiver.requests.filter(({ body }) => body.includes(text));
    await expect
      .poll(() => findCallbacks(`"idea_id":${style.idea_id}`).length, { interval: 20, timeout: 60_000 })
      .toBe(1);
    expect(JSON.parse(findCallbacks(`"idea_id":${style.idea_id}`)[0]!.body)).toMatchObject({
      event: 'thumbnail.style_analyzed',
      data: { idea_id: style.idea_id, status: 'completed' },
    });
    const second = await generate({ idea_id: style.idea_id });
    expect((await waitForRun(second.run_id)).status).toBe('completed');

    const listRuns = async (query: object = {}) =>
      (await owner.call('thumbnails.runs', { params, query: { ...query } })).body as {
        data: { source_type: string; run_id: string }[];
        meta: { per_page: number };
      };
    const all = await listRuns();
    expect(all.meta.per_page).toBe(15);
    expect(all.data[0]).toMatchObject({ run_id: second.run_id, source_type: 'thumbnail_clone' });
    const improvements = await listRuns({ source_type: 'idea_improve' });
    expect(improvements.data[0]?.run_id).toBe(improvedRun.run_id);
    expect(new Set(improvements.data.map(({ source_type }) => source_type))).toEqual(new Set(['idea_improve']));

    // The callback's receiver failed the first time, so it is retried like a webhook.
    await expect.poll(() => findCallbacks(run.run_id).length, { interval: 50, timeout: 60_000 }).toBe(2);
    const [first, retry] = findCallbacks(run.run_id);
    expect(retry!.body).toBe(first!.body);
    expect(retry!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery']);
    const signature = createHmac('sha256', callback.callback_secret).update(first!.body).digest('hex');
    expect(first!.headers['x-service-signature']).toBe(`sha256=${signature}`);
    expect(JSON.parse(first!.body)).toMatchObject({
      event: 'thumbnail.generated',
      data: { run_id: run.run_id, channel_id: CHANNEL, idea_id },
    });
    await expect
      .poll(async () => (await world.service.store.db.select().from(webhook_deliveries)).map(({ status }) => status))
      .not.toContain('pending');
    const deliveries = await world.service.store.db.select().from(webhook_deliveries);
    expect(deliveries.every(({ secret }) => secret === null)).toBe(true);
    const events = await world.service.store.db.select().from(outbox_events);
    expect(
      events.filter(({ event, data }) => event === 'thumbnail.generated' && data['run_id'] === run.run_id),
    ).toHaveLength(1);
  });

  test('an edit changes only its region, and a failed edit refunds its unit', async () => {
    engine = compositor;
    const importAnswer = await owner.data<{ items: BoardItem[] }>('board.import', {
      params,
      body: { source: 'my_recent', label: 'Mine' },
    });
    const [frame, source] = importAnswer.items;
    expect(frame).toMatchObject({ type: 'frame', label: 'Mine', status: 'ready' });
    expect(source).toMatchObject({ type: 'image', frame_id: frame!.id, source: 'my_recent' });
    // The channel's own videos in the catalogue, newest first.
    expect(importAnswer.items.slice(1).map(({ label }) => label)).toEqual([
      ...['Why night trains came back', 'The slowest ferry in Europe', 'Letters that take a year'],
      ...['A canal at walking pace', 'Cheese, and other clocks', 'The clock that misses no train'],
      'One mountain, one rack railway',
    ]);
    const edit = async (body: object) => {
      const answer = await owner.data<{ items: BoardItem[] }>('board.edit', {
        params,
        body: { item_id: source!.id, ...body },
      });
      return waitForItem(answer.items[0]!.id);
    };
    const region = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    const editAnswer = await edit({ instruction: 'Much darker', region });
    expect(editAnswer).toMatchObject({
      status: 'ready',
      source: 'edit',
      note: expect.stringContaining('no image model') as unknown,
    });
    const [before, after] = [
      await readPixels(await download(source!.url)),
      await readPixels(await download(editAnswer.url)),
    ];
    const { width, height } = before;
    const box = { x: width / 4, y: height / 4, width: width / 2, height: height / 2 };
    const differences = countDifferences(before, after, box);
    expect(differences.outside).toBe(0);
    expect(differences.inside).toBeGreaterThan(1000);

    // A region that is too small is ignored, and the edit applies to the whole picture.
    const smallEdit = await edit({ instruction: 'Much darker', region: { ...region, width: 0.019 } });
    const corner = (await readPixels(await download(smallEdit.url))).data;
    expect(corner.slice(0, 3)).not.toEqual(before.data.slice(0, 3));

    const { total_remaining } = await getUsage();
    const failedItem = await edit({ instruction: 'Replace the train by an elephant' });
    expect(failedItem).toMatchObject({
      status: 'failed',
      url: null,
      note: expect.stringMatching(/can’t do this.*returned\.$/) as unknown,
    });
    expect((await getUsage()).total_remaining).toBe(total_remaining);
  });

  test('a picture can be generated, lettered, exported and assigned to a script', async () => {
    engine = compositor;
    const generationAnswer = await owner.data<{ credits_spent: number; credits_remaining: number; items: BoardItem[] }>(
      'board.generate',
      {
        params,
        body: { prompt: 'A train at night, "Back again"', variations: 2 },
      },
    );
    expect(generationAnswer).toMatchObject({ credits_spent: 2, credits_remaining: (await getUsage()).total_remaining });
    const [first, second, overlay] = generationAnswer.items;
    expect([first, second].map((item) => [item!.type, item!.status])).toEqual([
      ['image', 'generating'],
      ['image', 'generating'],
    ]);
    expect(overlay).toMatchObject({ type: 'text', content: 'Back again', status: 'ready' });
    const image = await waitForItem(first!.id);
    const original = await readPixels(await download(image.url));

    const style = { font: 'anton', size: 200, fill: '#FF0000', stroke_width: 0, background: null };
    const place = { x: image.x + 100, y: image.y + 100 };
    const textAnswer = await owner.data<{ item: BoardItem }>('board.text', {
      params,
      body: { item_id: overlay!.id, content: 'III', ...style, ...place },
    });
    expect(textAnswer.item).toMatchObject({ id: overlay!.id, content: 'III', ...place, style });
    const exportAnswer = await owner.data<{ url: string; item: BoardItem; overlays_flattened: number }>(
      'board.export',
      {
        params,
        body: { item_id: image.id },
      },
    );
    expect(exportAnswer).toMatchObject({
      overlays_flattened: 1,
      item: { type: 'image', source: 'export', url: exportAnswer.url },
    });
    const exportedPixels = await readPixels(await download(exportAnswer.url));
    expect([exportedPixels.width, exportedPixels.height]).toEqual([1280, 720]);
    const textBox = { x: 100, y: 100, width: textAnswer.item.width, height: textAnswer.item.height };
    const isRed = (at: number) =>
      exportedPixels.data[at] === 255 && exportedPixels.data[at + 1] === 0 && exportedPixels.data[at + 2] === 0;
    const red = exportedPixels.data.filter((_, at) => at % 4 === 0 && isRed(at)).length;
    expect(red).toBeGreaterThan(5000);
    expect(countDifferences(original, exportedPixels, textBox).outside).toBe(0);

    const script_id = await world.createScript({ title: 'The night line' });
    const assign = (item_id: number) =>
      owner.data<{ attachment_id: number; thumbnail_url: string }>('board.assign', {
        params,
        body: { item_id, script_id },
      });
    await assign(image.id);
    const winner = await assign(exportAnswer.item.id);
    await download(winner.thumbnail_url);
    const script = await owner.data('scripts.get', { params: { id: script_id } });
    expect(script['thumbnail']).toBe(winner.thumbnail_url);
    const items = (await getBoard()).items.filter((item) => item.assigned_script_id === script_id);
    expect(items).toMatchObject([{ id: exportAnswer.item.id, assigned_script_title: 'The night line' }]);
    const attachments = await world.service.store.db.select().from(script_attachments);
    expect(
      attachments.filter((attachment) => attachment.script_id === script_id && attachment.winner).map(({ id }) => id),
    ).toEqual([winner.attachment_id]);
  });

  test('the board limit counts only pictures, and allows exactly that many', async () => {
    const other = { params: { id: OTHER_CHANNEL } };
    const first = await addBoardItem(world, {}, OTHER_CHANNEL);
    const { items } = await owner.data<Board>('board.get', other);
    const board_id = (await world.service.store.db.select().from(board_items)).find(({ id }) => id === first)!.board_id;
    const row = { team_id: TEAM, board_id, source: 'url', x: 0, y: 0, width: 16, height: 9, z: 1 };
    const images = LIMITS.thumbnails.images - 1 - items.filter(({ type }) => type === 'image').length;
    const texts = Array.from({ length: 20 }, () => ({ ...row, type: 'text' as const }));
    const many = Array.from({ length: images }, () => ({ ...row, type: 'image' as const }));
    await world.write((tx) => tx.insert(board_items).values([...texts, ...many]));
    const draw = (variations: number) =>
      owner.call('board.generate', { ...other, body: { prompt: 'More', variations } });
    expect((await draw(2)).status).toBe(422);
    expect((await draw(1)).status).toBe(200);
    expect((await draw(1)).body['errors']).toEqual({ board: [expect.stringContaining('limit of 500') as unknown] });
    await world.write((tx) => tx.delete(board_items).where(eq(board_items.board_id, board_id)));
  });

  test.each([
    ['active', 202],
    ['trial', 202],
    ['paused', 403],
    ['inactive', 403],
  ])('a subscription with status %s answers %d', async (status, expected) => {
    await owner.data('local.creditPlan.put', { body: { status } });
    try {
      const { status: answerStatus } = await owner.call('thumbnails.generate', {
        params,
        body: { prompt: 'A ferry', num_variations: 1 },
      });
      expect(answerStatus).toBe(expected);
      expect((await getUsage()).eligible).toBe(expected === 202);
    } finally {
      await owner.data('local.creditPlan.put', { body: { status: 'active' } });
    }
  });

  test('a failed run refunds its unit, shows no picture and sends no completed event', async () => {
    const plainEngine = engine;
    let picturesLeft = 1;
    engine = {
      ...plainEngine,
      generate: (brief, control) =>
        picturesLeft-- > 0
          ? plainEngine.generate(brief, control)
          : Promise.reject(new ImageEngineError('It would not.')),
    };
    const { total_remaining } = await getUsage();
    const failedRun = await waitForRun((await generate({ prompt: 'Four of them' })).run_id);
    expect(failedRun).toMatchObject({
      status: 'failed',
      output_urls: [],
      note: 'It would not. The credit was returned.',
    });
    expect((await getUsage()).total_remaining).toBe(total_remaining);
    const events = await world.service.store.db.select().from(outbox_events);
    expect(events.filter(({ data }) => data['run_id'] === failedRun.run_id)).toEqual([]);
  });

  test('a file is served only at its signed URL', async () => {
    const id = await addBoardItem(world);
    const url = new URL((await getBoard()).items.find((item) => item.id === id)!.url!);
    await download(url.href);
    const ask = async (change: (url: URL) => void) => {
      const changedUrl = new URL(url);
      change(changedUrl);
      return (await fetch(changedUrl)).status;
    };
    expect(await ask((url) => url.searchParams.set('signature', 'x'.repeat(43)))).toBe(404);
    expect(await ask((url) => url.searchParams.delete('signature'))).toBe(404);
    expect(await ask((url) => url.searchParams.set('expires', '4102444800'))).toBe(404);
    expect(await ask((url) => (url.pathname = '/files/media/.key'))).toBe(404);
  });
});
