import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { uploadParts } from '#renderer/shared/upload-parts.ts';

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
  return uploadParts(
    file,
    {
      send: async (body) => {
        const result = await api.call(account, 'local.mediaAssets.upload', { params, body });
        return result.ok ? { arrived: result.body.data.uploaded_bytes } : { failure: result.failure };
      },
      arrived: async () => {
        const read = await api.call(account, 'mediaAssets.get', { params });
        return read.ok ? read.body.data.uploaded_bytes : null;
      },
    },
    progress,
    signal,
  );
}
