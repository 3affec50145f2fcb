/** Uploads a file to a service in parts. */
import { LIMITS } from '#contract/limits.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { toBase64 } from '#renderer/bridge/base64.ts';

/** Bytes of the file per request. */
const PART_BYTES = Math.floor(LIMITS.media.pieceCharacters / 4) * 3;
/** The most retries of a part whose outcome is unclear. */
const MAX_REPEATS = 2;

export interface UploadTarget {
  /** Sends a part; resolves to how many bytes have arrived in all. */
  readonly send: (part: {
    readonly offset: number;
    readonly data: string;
  }) => Promise<{ readonly arrived: number } | { readonly failure: ApiFailure }>;
  /** Returns how many bytes have arrived, or null if that is unknown. */
  readonly fetchArrived: () => Promise<number | null>;
}

/**
 * Continues after a lost answer from the bytes that arrived. Resolves to null once all has arrived or the signal was
 * aborted.
 * @param from says how many bytes have arrived before
 * @throws if the file can’t be read
 */
export async function uploadParts(
  file: File,
  { send, fetchArrived }: UploadTarget,
  progress: (bytes: number) => void,
  signal: AbortSignal,
  from = 0,
): Promise<ApiFailure | null> {
  let offset = from;
  let repeats = 0;
  while (offset < file.size && !signal.aborted) {
    const bytes = new Uint8Array(await file.slice(offset, offset + PART_BYTES).arrayBuffer());
    const result = await send({ offset, data: await toBase64(bytes) });
    if ('arrived' in result) [offset, repeats] = [result.arrived, 0];
    else {
      const arrivedBytes = (await fetchArrived()) ?? offset;
      if (arrivedBytes <= offset && (repeats += 1) > MAX_REPEATS) return result.failure;
      offset = arrivedBytes;
    }
    progress(offset);
  }
  return null;
}
