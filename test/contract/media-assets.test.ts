/**
 * Tests media assets beyond the rules common to all operations, on both databases: upload in parts, inspection,
 * download.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { MediaAsset } from '#contract/schema/media-asset.ts';
import { isDeployed } from '#test/support/deployment.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { World } from './support/world.ts';

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database, { videoMaker: new QuickVideos() });
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const upload = async (text: string, size = text.length): Promise<MediaAsset> => {
    const { id } = await owner.data<MediaAsset>('local.mediaAssets.create', { body: { name: 'A file', bytes: size } });
    const params = { media_asset: id };
    for (let offset = 0; offset < text.length; offset += 3) {
      const data = Buffer.from(text.slice(offset, offset + 3)).toString('base64');
      await owner.data('local.mediaAssets.upload', { params, body: { offset, data } });
    }
    const getAsset = () => owner.data<MediaAsset>('mediaAssets.get', { params });
    if (text.length < size) return getAsset();
    await expect.poll(async () => (await getAsset()).state, { interval: 10 }).not.toBe('processing');
    return getAsset();
  };

  describe('a media asset', () => {
    test('uploads in chunks, resumes and is served', async () => {
      const unfinished = await upload('abcdef', 8);
      expect(unfinished).toMatchObject({ state: 'uploading', uploaded_bytes: 6, url: null, kind: 'reference_media' });
      const params = { media_asset: unfinished.id };
      const sendPart = (offset: number, text: string) =>
        owner.call('local.mediaAssets.upload', {
          params,
          body: { offset, data: Buffer.from(text).toString('base64') },
        });
      expect(await sendPart(3, 'def')).toMatchObject({ status: 409, body: { uploaded_bytes: 6 } });
      expect((await sendPart(6, 'ghi')).status).toBe(422);
      expect((await sendPart(6, 'gh')).status).toBe(200);
      await expect.poll(async () => (await owner.data<MediaAsset>('mediaAssets.get', { params })).state).toBe('ready');
      const ready = await owner.data<MediaAsset>('mediaAssets.get', { params });
      expect(ready).toMatchObject({ media_type: 'picture', width: 1280, height: 720, allowed_actions: [] });
      expect(await (await fetch(ready.url!)).text()).toBe('abcdefgh');
      expect((await fetch(ready.thumbnail_url!)).status).toBe(200);
    });

    test('reports a full disk, and resumes with the same chunk once there is space', async ({ skip }) => {
      skip(isDeployed, 'Only files in the data folder can fill its disk.');
      const folder = join(world.service.dataDir, 'videos', 'assets');
      await mkdir(folder, { recursive: true });
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
      expect(mounted, 'this test needs to mount a small disk (run as root)').toBe(true);
      try {
        const content = randomBytes(120_000);
        const { id } = await owner.data<MediaAsset>('local.mediaAssets.create', {
          body: { name: 'A film', bytes: content.length },
        });
        const params = { media_asset: id };
        const sendPart = (offset: number) => {
          const data = content.subarray(offset, offset + 60_000).toString('base64');
          return owner.call('local.mediaAssets.upload', { params, body: { offset, data } });
        };
        expect((await sendPart(0)).status).toBe(200);
        expect(await sendPart(60_000)).toMatchObject({ status: 503, body: { code: 'read_only' } });
        const asset = await owner.data<MediaAsset>('mediaAssets.get', { params });
        expect(asset).toMatchObject({ state: 'uploading', uploaded_bytes: 60_000 });
        spawnSync('mount', ['-o', 'remount,size=1m', folder]);
        expect((await sendPart(60_000)).status).toBe(200);
        const getAsset = () => owner.data<MediaAsset>('mediaAssets.get', { params });
        await expect.poll(async () => (await getAsset()).state).toBe('ready');
        const servedFile = await fetch((await getAsset()).url!);
        expect(Buffer.from(await servedFile.arrayBuffer()).equals(content)).toBe(true);
      } finally {
        spawnSync('umount', ['-l', folder]);
      }
    });

    test('a file that failed or was not uploaded completely can be removed, and one that is ready cannot', async () => {
      const failedAsset = await upload('broken');
      const { id: unfinishedId } = await owner.data<MediaAsset>('local.mediaAssets.create', {
        body: { name: 'A film', bytes: 9 },
      });
      for (const media_asset of [failedAsset.id, unfinishedId]) {
        const params = { media_asset };
        expect(await owner.data('local.mediaAssets.remove', { params })).toEqual({ deleted: true });
        expect((await owner.call('mediaAssets.get', { params })).status).toBe(404);
      }
      const ready = await upload('A picture');
      expect(ready.state).toBe('ready');
      const params = { media_asset: ready.id };
      expect((await owner.call('local.mediaAssets.remove', { params })).body['code']).toBe('media_not_removable');
      expect((await owner.call('mediaAssets.get', { params })).status).toBe(200);
    });

    test('reports an unusable file, and can be processed again', async () => {
      const failedAsset = await upload('broken');
      expect(failedAsset).toMatchObject({ state: 'failed', error: 'This is no picture, film or sound.' });
      expect(failedAsset.allowed_actions).toEqual(['retry_processing']);
      const params = { media_asset: failedAsset.id };
      expect(await owner.data('local.mediaAssets.retry', { params })).toMatchObject({
        state: 'processing',
        error: null,
      });
      await expect.poll(async () => (await owner.data<MediaAsset>('mediaAssets.get', { params })).state).toBe('failed');
    });
  });
});
