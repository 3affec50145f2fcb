/**
 * Tests a keychain that refuses the keys of connected providers: this is reported in words, and everything else works.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OperationId } from '#contract/operations/index.ts';
import type { Board, ThumbnailQuota } from '#contract/schema/thumbnail.ts';
import { KeychainError, SessionKeychain } from '#platform/keychain.ts';
import { DATABASES } from '#test/support/service.ts';

import { anyPicture } from './support/thumbnails.ts';
import { CHANNEL, World } from './support/world.ts';

const params = { id: CHANNEL };
const LOCKED_MESSAGE = 'The keychain of this computer is locked or does not answer. Unlock it and try again.';
const DEAD_ADDRESS = 'http://127.0.0.1:9/v1';

class LockableKeychain extends SessionKeychain {
  isLocked = false;

  override get(service: string, account: string): Promise<string | null> {
    return this.isLocked ? Promise.reject(new KeychainError('locked')) : super.get(service, account);
  }
}

describe.each(DATABASES)('on %s', (database) => {
  const keychain = new LockableKeychain();
  let world: World;
  let provider: number;
  beforeAll(async () => {
    world = await World.open(database, { keychain, pictures: anyPicture });
    const { owner } = world;
    const api_key = 'a-key';
    const text = { kind: 'openai-compatible', label: 'T', base_url: DEAD_ADDRESS, model: 'm', active: true, api_key };
    provider = (await owner.data<{ id: number }>('local.providers.create', { body: text })).id;
    await owner.data('local.images.put', { body: { base_url: DEAD_ADDRESS, model: 'm', size: 'auto', api_key } });
    await owner.data('local.speech.put', { body: { base_url: DEAD_ADDRESS, model: 'm', voice: 'v', api_key } });
    await owner.data('local.search.put', { body: { kind: 'brave', api_key } });
    await owner.data('local.platform.put', { body: { kind: 'youtube', api_key } });
    keychain.isLocked = true;
  });
  afterAll(() => world.service.stop());

  test.each<[OperationId, boolean]>([
    ['local.providers.test', true],
    ['local.images.test', false],
    ['local.speech.test', false],
    ['local.search.test', false],
    ['local.platform.test', false],
  ])('%s reports the locked keychain', async (id, needsId) => {
    expect(await world.owner.data(id, needsId ? { params: { id: provider } } : {})).toEqual({
      ok: false,
      message: LOCKED_MESSAGE,
    });
  });

  test('operations without a key work as usual', async () => {
    const { owner } = world;
    expect(await owner.data('local.studio')).toMatchObject({ text_engine: { is_language_model: true } });
    expect(await owner.data('video.capabilities')).toMatchObject({
      narration: expect.stringMatching(/^m \(v\)/) as unknown,
    });
    expect(await owner.data('local.platform.get')).toMatchObject({ key_storage: 'keychain' });
  });

  test('Intel reports the locked keychain and charges nothing', async () => {
    const { owner } = world;
    const before = await world.getBalance();
    const answer = await owner.call('intel.searchVideos', { body: { query: 'night trains' } });
    expect(answer).toMatchObject({ status: 503, body: { error: 'platform_unavailable', reason: LOCKED_MESSAGE } });
    const lookUp = await owner.call('intel.lookUpChannels', { body: { identifiers: ['@rails'] } });
    expect(JSON.stringify(lookUp.body)).toContain(LOCKED_MESSAGE);
    expect(await world.getBalance()).toBe(before);
  });

  test('a video with a locked voice is refused and holds no credit', async () => {
    const { owner } = world;
    const before = await world.getBalance();
    const body = { name: 'Night trains', script: 'They are coming back.' };
    const refusal = await owner.call('video.create', { body });
    expect(refusal).toMatchObject({
      status: 503,
      body: { error: 'video_configuration_not_ready', reason: LOCKED_MESSAGE },
    });
    const titles = (await owner.data<{ title: string }[]>('video.list')).map(({ title }) => title);
    expect(titles).not.toContain(body.name);
    expect(await world.getBalance()).toBe(before);
  });

  test('a picture fails with the reason, and its unit is refunded', async () => {
    const { owner } = world;
    const getUsage = () => owner.data<ThumbnailQuota>('thumbnails.usage');
    const before = await getUsage();
    await owner.data('board.generate', { params, body: { prompt: 'A ferry at dawn', variations: 1 } });
    const listItems = async () => (await owner.data<Board>('board.get', { params })).items;
    await expect
      .poll(async () =>
        (await listItems()).filter(({ prompt }) => prompt === 'A ferry at dawn').map(({ status }) => status),
      )
      .toEqual(['failed']);
    expect((await listItems()).find(({ prompt }) => prompt === 'A ferry at dawn')).toMatchObject({
      note: `${LOCKED_MESSAGE} The credit was returned.`,
    });
    expect(await getUsage()).toEqual(before);
  });

  test('a voice draft is refused with the reason', async () => {
    const samples = 'Trains leave at night. People sleep. Nobody minds the noise at all, and why would they.';
    const refusal = await world.owner.call('local.voices.draft', { params, body: { samples } });
    expect(refusal).toMatchObject({ status: 503, body: { error: 'text_model_failed', reason: LOCKED_MESSAGE } });
  });

  test('after unlocking, the stored keys are used again', async () => {
    keychain.isLocked = false;
    for (const id of ['local.images.test', 'local.speech.test', 'local.search.test', 'local.platform.test'] as const) {
      expect(await world.owner.data(id)).not.toMatchObject({ message: LOCKED_MESSAGE });
    }
  });
});
