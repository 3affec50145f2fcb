import { LIMITS } from '#contract/limits.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { base64Of } from '#renderer/shared/save-file.ts';

/** Bytes of the file per request. */
const PIECE = Math.floor(LIMITS.media.pieceCharacters / 4) * 3;

/**
 * Uploads a file to the local service in pieces; after a lost answer it continues from what arrived. Returns null if it
 * is complete or was aborted.
 */
export async function uploadMedia(
  api: AppState['api'],
  account: string,
  file: File,
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ApiFailure | null> {
  const made = await api.call(account, 'local.mediaAssets.create', { body: { name: file.name, bytes: file.size } });
  if (!made.ok) return made.failure;
  const params = { media_asset: made.body.data.id };
  let at = 0;
  let unclear = 0;
  while (at < file.size) {
    if (signal.aborted) return null;
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    const result = await api.call(account, 'local.mediaAssets.upload', {
      params,
      body: { offset: at, data: await base64Of(bytes) },
    });
    if (result.ok) [at, unclear] = [result.body.data.uploaded_bytes, 0];
    else {
      const arrived = await api.call(account, 'mediaAssets.get', { params });
      const there = arrived.ok ? arrived.body.data.uploaded_bytes : at;
      if (there <= at && (unclear += 1) > 2) return result.failure;
      at = there;
    }
    progress(at);
  }
  return null;
}
