/** Tests a connected image model on both databases: its requests, the use of its answers, and the cost of a failure. */
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Board, BoardItem, ThumbnailQuota, ThumbnailRun } from '#contract/schema/thumbnail.ts';
import { type ImagesEndpoint, startImagesEndpoint } from '#test/support/images-endpoint.ts';
import { countDifferences, readPixels } from '#test/support/pixels.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';
import { storePicture } from '#test/support/stored-picture.ts';

import { anyPicture, addBoardItem } from './support/thumbnails.ts';
import { CHANNEL, World } from './support/world.ts';

const params = { id: CHANNEL };
const KEY = 'sk-of-the-test';

/** Fills a picture with many colours, some half transparent. */
function drawColourful(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let x = 0; x < width; x += 4) {
    for (let y = 0; y < height; y += 4) {
      context.fillStyle = `rgba(${(x * 7) % 256}, ${(y * 11) % 256}, ${(x + y) % 256}, ${0.25 + ((x * y) % 75) / 100})`;
      context.fillRect(x, y, 4, 4);
    }
  }
  return canvas.toBuffer('image/png');
}

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let endpoint: ImagesEndpoint;
  let world: World;
  beforeAll(async () => {
    endpoint = await startImagesEndpoint();
    world = await World.open(database, { pictures: anyPicture, imageTimeoutMs: 4000 });
    await connectModel();
  });
  afterAll(async () => {
    await world.service.stop();
    endpoint.close();
  });

  const connectModel = (overrides: object = {}) =>
    world.owner.data('local.images.put', {
      body: { base_url: endpoint.base, model: 'painter', size: '300x200', api_key: KEY, ...overrides },
    });
  const getUsage = () => world.owner.data<ThumbnailQuota>('thumbnails.usage');
  const waitForItem = async (id: number): Promise<BoardItem> => {
    let item: BoardItem | undefined;
    await expect
      .poll(
        async () => {
          const { items } = await world.owner.data<Board>('board.get', { params });
          return (item = items.find((candidate) => candidate.id === id))?.status;
        },
        { interval: 25, timeout: 60_000 },
      )
      .not.toBe('generating');
    return item!;
  };
  const generate = async (prompt: string, overrides: object = {}) => {
    const body = { prompt, variations: 1, ...overrides };
    const { items } = await world.owner.data<{ items: BoardItem[] }>('board.generate', { params, body });
    return waitForItem(items[0]!.id);
  };
  const download = async (url: string | null) => readPixels(new Uint8Array(await (await fetch(url!)).arrayBuffer()));
  const getLastRequest = () => endpoint.requests.at(-1)!;

  test('requests a size the model supports, and stores the picture in the board’s size', async () => {
    const item = await generate('A ferry at dawn, “No engine”', { allow_text: true });
    expect(item).toMatchObject({ status: 'ready', note: 'Drawn by the image model “painter”.' });
    const { path, authorization, fields } = getLastRequest();
    expect({ path, authorization, size: fields['size'], model: fields['model'], n: fields['n'] }).toEqual({
      path: '/v1/images/generations',
      authorization: `Bearer ${KEY}`,
      size: '300x200',
      model: 'painter',
      n: '1',
    });
    expect(fields['prompt']).toContain('“No engine”');
    const { width, height, data } = await download(item.url);
    expect([width, height, ...data.slice(0, 4)]).toEqual([1280, 720, 255, 0, 255, 255]);
  });

  test('sends references as files in order', async () => {
    const itemIds = [await addBoardItem(world), await addBoardItem(world)];
    await generate('Both of them', { reference_item_ids: itemIds });
    expect(getLastRequest()).toMatchObject({ path: '/v1/images/edits' });
    const references = getLastRequest().files['image[]']!;
    expect(references).toHaveLength(2);
    expect([(await readPixels(references[0]!)).width, (await readPixels(references[1]!)).height]).toEqual([32, 18]);
    const run = await world.owner.data<{ run_id: string }>('thumbnails.generate', {
      params,
      body: {
        prompt: 'Like it',
        num_variations: 1,
        clone_strategy: 'direct_reference',
        reference_image_url: 'https://pictures.example/1.png',
      },
    });
    await expect
      .poll(
        async () =>
          (await world.owner.data<ThumbnailRun>('thumbnails.run', { params: { ...params, run_id: run.run_id } }))
            .status,
      )
      .toBe('completed');
    expect(getLastRequest().files['image']).toHaveLength(1);
  });

  test('sends an edit’s region as a mask, and changes no byte outside it', async () => {
    const media = await storePicture(world.service.files, drawColourful(640, 360));
    const item_id = await addBoardItem(world, { media, width: 640, height: 360 });
    const region = { x: 0.25, y: 0.5, width: 0.25, height: 0.25 };
    const { items } = await world.owner.data<{ items: BoardItem[] }>('board.edit', {
      params,
      body: { item_id, instruction: 'A lamp here', region },
    });
    const editedItem = await waitForItem(items[0]!.id);
    expect(editedItem.status).toBe('ready');
    const [mask] = getLastRequest().files['mask']!;
    const maskPixels = await readPixels(mask!);
    expect([maskPixels.width, maskPixels.height]).toEqual([300, 200]);
    // 640 x 360 fits into 300 x 200 as 300 x 169, from y = 15.
    const alphaAt = (x: number, y: number) => maskPixels.data[(y * 300 + x) * 4 + 3];
    expect([alphaAt(80, 105), alphaAt(70, 105), alphaAt(80, 95), alphaAt(155, 110)]).toEqual([0, 255, 255, 255]);

    const { items: allItems } = await world.owner.data<Board>('board.get', { params });
    const before = await download(allItems.find(({ id }) => id === item_id)!.url);
    const after = await download(editedItem.url);
    const box = { x: 160, y: 180, width: 160, height: 90 };
    expect(countDifferences(before, after, box)).toEqual({ outside: 0, inside: box.width * box.height });
  });

  test.each([
    ['HANG', 'didn’t respond in time'],
    ['BREAK', 'closed the connection'],
    ['GARBAGE', 'couldn’t be read'],
    ['EMPTY', 'couldn’t be read'],
    ['NOPICTURE', 'Its response isn’t a picture'],
    ['BUSY', 'receiving too many requests. Try again in 7 seconds'],
    ['POOR', 'no credit left'],
    ['CONTENT', 'content rules don’t allow this'],
    ['KEY', 'refused the key'],
    ['DOWN', 'having problems'],
    ['AWAY', 'redirected'],
    ['PRIVATE', 'Only https addresses'],
    ['ECHO', 'The provider says: “Not with •••, sorry”'],
  ])('%s costs nothing and is reported in a readable message', async (behaviour, words) => {
    const { total_remaining } = await getUsage();
    const item = await generate(`${behaviour} a picture`);
    expect(item).toMatchObject({ status: 'failed', url: null });
    expect(item.note).toContain(words);
    expect(item.note).toMatch(/^The image model returned no picture\. [A-Z].* The credit was returned\.$/);
    expect((await getUsage()).total_remaining).toBe(total_remaining);
    expect(world.service.log.join('\n')).not.toContain(KEY);
  });

  test('downloads a picture that the model returns as a URL', async () => {
    expect((await generate('ADDRESS it')).status).toBe('ready');
    expect(getLastRequest().path).toBe('/v1/drawn.png');
  });

  test('the connection test lists models and draws nothing', async () => {
    const testConnection = () => world.owner.data<{ ok: boolean; message: string }>('local.images.test');
    const countDrawRequests = () => endpoint.requests.filter(({ path }) => path.startsWith('/v1/images')).length;
    const before = countDrawRequests();
    expect(await testConnection()).toEqual({ ok: true, message: 'Connected. The model “painter” is ready.' });
    await connectModel({ model: 'absent' });
    expect(await testConnection()).toMatchObject({
      ok: false,
      message: expect.stringContaining('painter, other') as unknown,
    });
    await connectModel({ base_url: 'http://127.0.0.1:9/v1' });
    expect(await testConnection()).toEqual({ ok: false, message: 'The server couldn’t be reached.' });
    expect(countDrawRequests()).toBe(before);
    await connectModel();
  });

  test('is named to everybody in the team, because its provider may charge', async () => {
    const reader = world.owner.as(world.tokens.viewer);
    expect(await reader.data('local.studio')).toMatchObject({ image_model: 'painter', voice: null });
  });

  test('never returns the key, and drops it when the address changes', async () => {
    const provider = await world.owner.data('local.images.get');
    expect(provider).toEqual({
      base_url: endpoint.base,
      model: 'painter',
      size: '300x200',
      key_storage: expect.any(String) as unknown,
    });
    const otherEndpoint = { base_url: `${endpoint.base}/other`, model: 'painter' };
    expect(await world.owner.data('local.images.put', { body: otherEndpoint })).toMatchObject({
      key_storage: 'none',
      size: '1536x1024',
    });
    const insecure = { base_url: 'http://images.example/v1', model: 'painter', api_key: KEY };
    const { status, body } = await world.owner.call('local.images.put', { body: insecure });
    expect({ status, errors: body['errors'] }).toEqual({
      status: 422,
      errors: { base_url: ['Keys are only sent over https.'] },
    });
    await world.owner.data('local.images.delete');
    expect(await world.owner.data('local.images.get')).toMatchObject({});
    expect((await generate('A plain one')).note).toContain('no image model was used');
    await connectModel();
  });
});
