/** Uploads media assets in parts; an interrupted upload resumes where it stopped. */
import { eq } from 'drizzle-orm';

import type { Call, Handlers } from '../call.ts';
import { reachAsset } from './handlers.ts';
import { toMediaAsset } from './view.ts';
import type { AssetRow } from '../videos/plan.ts';
import type { VideoServices } from '../videos/services.ts';
import { media_assets } from '../../store/schema-videos.ts';

async function uploadPart(services: VideoServices, call: Call<'local.mediaAssets.upload'>): Promise<AssetRow> {
  const { store, videos, mediaAssets } = services;
  const { offset, data } = call.body;
  return store.transaction(async (tx) => {
    const asset = await reachAsset(tx, call, call.params.media_asset, true);
    if (asset.state !== 'uploading') throw call.fail('media_upload_closed');
    const { uploaded_bytes, bytes } = asset;
    if (offset !== uploaded_bytes) throw call.fail('media_upload_offset', { extras: { uploaded_bytes } });
    const part = Buffer.from(data, 'base64');
    if (offset + part.length > bytes) {
      throw call.fail('validation_failed', { fields: { data: [`The file was announced as ${bytes} bytes.`] } });
    }
    await videos.putAssetPart(asset.id, offset, part);
    const receivedBytes = offset + part.length;
    const state = receivedBytes === bytes ? ('processing' as const) : ('uploading' as const);
    const values = { uploaded_bytes: receivedBytes, state };
    const [updatedRow] = await tx.update(media_assets).set(values).where(eq(media_assets.id, asset.id)).returning();
    if (state === 'processing') await mediaAssets.enqueue(asset.id);
    return updatedRow ?? asset;
  });
}

async function retryAsset(services: VideoServices, call: Call<'local.mediaAssets.retry'>): Promise<AssetRow> {
  const { store, videos, mediaAssets } = services;
  return store.transaction(async (tx) => {
    const asset = await reachAsset(tx, call, call.params.media_asset, true);
    if (asset.state !== 'failed') throw call.fail('media_not_retryable');
    if ((await videos.countAssetBytes(asset.id)) === null) throw call.fail('media_file_missing');
    const values = { state: 'processing', error: null } as const;
    const [updatedRow] = await tx.update(media_assets).set(values).where(eq(media_assets.id, asset.id)).returning();
    await mediaAssets.enqueue(asset.id);
    return updatedRow ?? asset;
  });
}

async function removeAsset(services: VideoServices, call: Call<'local.mediaAssets.remove'>): Promise<void> {
  const { store, videos } = services;
  const id = await store.transaction(async (tx) => {
    const asset = await reachAsset(tx, call, call.params.media_asset, true);
    // Videos may use a ready asset, and a job reads one in processing.
    if (asset.state !== 'failed' && asset.state !== 'uploading') throw call.fail('media_not_removable');
    await tx.delete(media_assets).where(eq(media_assets.id, asset.id));
    return asset.id;
  });
  await videos.removeAsset(id);
}

type LocalHandlers = Pick<
  Handlers,
  'local.mediaAssets.create' | 'local.mediaAssets.upload' | 'local.mediaAssets.retry' | 'local.mediaAssets.remove'
>;

export function createLocalMediaHandlers(services: VideoServices): LocalHandlers {
  const toAnswer = (row: AssetRow) => ({ success: true as const, data: toMediaAsset(row, services) });
  return {
    'local.mediaAssets.create': async ({ principal, body }) => {
      const { teamId: team_id, userId: created_by } = principal;
      const row = await services.store.transaction(async (tx) => {
        const [createdRow] = await tx
          .insert(media_assets)
          .values({ team_id, created_by, ...body })
          .returning();
        if (!createdRow) throw new Error('The asset was not returned.');
        return createdRow;
      });
      return { status: 201, body: toAnswer(row) };
    },
    'local.mediaAssets.upload': async (call) => ({ status: 200, body: toAnswer(await uploadPart(services, call)) }),
    'local.mediaAssets.remove': async (call) => {
      await removeAsset(services, call);
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
    'local.mediaAssets.retry': async (call) => ({ status: 200, body: toAnswer(await retryAsset(services, call)) }),
  };
}
