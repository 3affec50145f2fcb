/** Reads media assets (spec 2 §4; 3 "Video"); local.ts handles uploads. */
import { and, desc, eq } from 'drizzle-orm';

import { media_assets } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import type { Failing, Handlers } from '../call.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import type { AssetRow } from '../videos/plan.ts';
import type { VideoServices } from '../videos/services.ts';
import { toMediaAsset } from './view.ts';

/** @param lock true locks the row until the transaction ends. */
export async function reachAsset(
  db: Db,
  { principal, fail }: Failing<'media_asset_not_found'>,
  id: string,
  lock = false,
): Promise<AssetRow> {
  const query = db
    .select()
    .from(media_assets)
    .where(and(eq(media_assets.id, id), eq(media_assets.team_id, principal.teamId)));
  const [asset] = await (lock ? query.for('update') : query);
  if (!asset) throw fail('media_asset_not_found');
  return asset;
}

export function createMediaAssetHandlers(
  services: VideoServices,
): Pick<Handlers, 'mediaAssets.list' | 'mediaAssets.get'> {
  const { store, videos } = services;
  return {
    'mediaAssets.list': async ({ principal, query }) => {
      const isOwn = eq(media_assets.team_id, principal.teamId);
      const total = await store.db.$count(media_assets, isOwn);
      const rows = await store.db
        .select()
        .from(media_assets)
        .where(isOwn)
        .orderBy(desc(media_assets.created_at), desc(media_assets.id))
        .limit(query.per_page)
        .offset(getPageOffset(query));
      const data = rows.map((row) => toMediaAsset(row, services));
      return { status: 200, body: { data, pagination: toPagination(query, total) } };
    },

    'mediaAssets.get': async (call) => {
      const asset = await reachAsset(store.db, call, call.params.media_asset);
      const isFileMissing = asset.state === 'ready' && (await videos.countAssetBytes(asset.id)) === null;
      if (isFileMissing) throw call.fail('media_file_missing');
      return { status: 200, body: { data: toMediaAsset(asset, services), meta: {} } };
    },
  };
}
