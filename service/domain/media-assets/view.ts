import type { MediaAsset } from '#contract/schema/media-asset.ts';

import { getExpiry } from '../videos/view.ts';
import type { AssetRow } from '../videos/plan.ts';
import type { VideoServices } from '../videos/services.ts';

export function toMediaAsset(
  row: AssetRow,
  { media, videos, now }: Pick<VideoServices, 'media' | 'videos' | 'now'>,
): MediaAsset {
  const { id, name, state, media_type, bytes, uploaded_bytes, width, height, waveform, error } = row;
  const isReady = state === 'ready' && row.content_type !== null;
  return {
    id,
    kind: 'reference_media',
    name,
    state,
    media_type,
    bytes,
    uploaded_bytes,
    width,
    height,
    waveform,
    allowed_actions: state === 'failed' ? ['retry_processing'] : [],
    duration_seconds: row.seconds,
    url: isReady ? videos.signAssetAddress(id, row.content_type ?? '', getExpiry(now())) : null,
    thumbnail_url: row.thumbnail === null ? null : media.createAddress(row.thumbnail),
    error: state === 'failed' ? error : null,
    created_at: row.created_at.toISOString(),
  };
}
