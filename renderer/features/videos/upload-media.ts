import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { uploadParts } from '#renderer/shared/upload-parts.ts';

/**
 * Uploads a file to the local service in parts, and continues after the last stored part if an answer is lost. Returns
 * null if it is complete or was aborted.
 */
export async function uploadMedia(
  api: AppState['api'],
  account: string,
  file: File,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ApiFailure | null> {
  const creation = await api.call(account, 'local.mediaAssets.create', { body: { name: file.name, bytes: file.size } });
  if (!creation.ok) return creation.failure;
  const params = { media_asset: creation.body.data.id };
  return uploadParts(
    file,
    {
      send: async (body) => {
        const result = await api.call(account, 'local.mediaAssets.upload', { params, body });
        return result.ok ? { arrived: result.body.data.uploaded_bytes } : { failure: result.failure };
      },
      fetchArrived: async () => {
        const result = await api.call(account, 'mediaAssets.get', { params });
        return result.ok ? result.body.data.uploaded_bytes : null;
      },
    },
    onProgress,
    signal,
  );
}
