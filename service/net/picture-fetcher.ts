import { LIMITS } from '#contract/limits.ts';

import type { PictureFetcher } from '../domain/thumbnails/services.ts';
import type { FetchLimits, GuardedFetch } from './guarded-fetch.ts';

const PICTURES: FetchLimits = {
  maxBytes: LIMITS.thumbnails.imageBytes,
  timeoutMs: 20_000,
  // Many servers send wrong media types for pictures, so the content decides after the download.
  types: [
    ...['png', 'jpeg', 'jpg', 'webp', 'gif', 'x-png', 'pjpeg'].map((type) => `image/${type}`),
    'application/octet-stream',
    'binary/octet-stream',
    '',
  ],
  otherType: 'It isn’t a PNG, JPEG, WebP or GIF picture.',
};

export function createPictureFetcher(fetch: GuardedFetch): PictureFetcher {
  return { fetch: async (address, signal) => (await fetch.get(address, PICTURES, signal)).bytes };
}
