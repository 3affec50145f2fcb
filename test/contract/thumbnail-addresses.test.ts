/** Tests the addresses in a thumbnail request, its callback and its pictures, on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { anyPicture, quickImages } from './support/thumbnails.ts';
import { CHANNEL, World } from './support/world.ts';

const params = { id: CHANNEL };

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let receiver: Receiver;
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    receiver = await startReceiver();
    world = await World.open(database, { images: quickImages, pictures: anyPicture });
    owner = world.owner;
  });
  afterAll(async () => {
    await world.service.stop();
    receiver.close();
  });

  const getUsage = () => owner.data('thumbnails.usage');
  const generate = (body: object) => owner.data<{ run_id: string }>('thumbnails.generate', { params, body });

  test.each([
    ['https://private.test/steal', 'This address can’t be used. It isn’t on the public internet.'],
    ['https://10.0.0.1/steal', 'This address can’t be used. It isn’t on the public internet.'],
    ['https://unknown.example/', 'This address can’t be used. There’s no server with this name. Check the spelling.'],
    [
      'https://offline.test/',
      'This address can’t be checked right now. This computer seems to be offline. Check the connection and try again.',
    ],
    [
      'https://name:word@receiver.test/',
      'This address can’t be used. Addresses that contain a user name or password aren’t supported.',
    ],
    ['http://receiver.test/ok', 'Enter an address that starts with https://.'],
  ])('a callback to %s is refused up front, and nothing starts', async (callback_url, sentence) => {
    const before = await getUsage();
    const { status, body } = await owner.call('thumbnails.generate', {
      params,
      body: { prompt: 'A ferry', num_variations: 1, callback_url, callback_secret: 'a secret' },
    });
    expect({ status, errors: body['errors'] }).toEqual({ status: 422, errors: { callback_url: [sentence] } });
    expect(await getUsage()).toEqual(before);
  });

  test('a run lists its callback deliveries without secret or signature', async () => {
    const callback = { callback_url: receiver.getUrl('/ok'), callback_secret: 'not for reading' };
    const { run_id } = await generate({ prompt: 'A ferry', num_variations: 1, ...callback });
    const getRun = () => owner.data('thumbnails.run', { params: { ...params, run_id } });
    type Run = { callback_deliveries: Record<string, unknown>[] };
    await expect
      .poll(async () => ((await getRun()) as Run).callback_deliveries.map(({ status }) => status), { timeout: 60_000 })
      .toEqual(['success']);
    const run = await getRun();
    const [delivery] = (run as Run).callback_deliveries;
    expect(delivery).toMatchObject({ event_type: 'thumbnail.generated', response_code: 200, attempts: 1, error: null });
    expect(JSON.parse(String(delivery!['payload']))).toMatchObject({ data: { run_id } });
    expect(JSON.stringify(run)).not.toContain('not for reading');
    expect(delivery).not.toHaveProperty('signature');
    const other = await generate({ prompt: 'A ferry', num_variations: 1 });
    expect(await owner.data('thumbnails.run', { params: { ...params, run_id: other.run_id } })).toMatchObject({
      callback_deliveries: [],
    });
  });

  test('an unreachable picture URL is a 400 that names it, an invalid picture a 422', async () => {
    const importPictures = async (urls: string[]) => {
      const { status, body } = await owner.call('board.import', { params, body: { source: 'urls', urls } });
      return { status, body };
    };
    expect(await importPictures(['https://pictures.example/1.png', 'https://gone.example/2.png'])).toEqual({
      status: 400,
      body: {
        error: 'Could not fetch picture',
        field: 'urls.1',
        url: 'https://gone.example/2.png',
        reason: 'The server responded with 404.',
      },
    });
    expect(await importPictures(['https://words.example/1.png'])).toMatchObject({
      status: 422,
      body: { errors: { 'urls.0': [expect.any(String)] as unknown } },
    });
    const answer = await owner.call('thumbnails.generate', {
      params,
      body: { prompt: 'Like this', clone_strategy: 'direct_reference', reference_image_url: 'https://gone.example/3' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { field: 'reference_image_url', reason: 'The server responded with 404.' },
    });
  });
});
