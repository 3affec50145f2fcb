import { LIMITS } from '#contract/limits.ts';

import type { PictureFetcher } from '../domain/thumbnails/services.ts';
import type { FetchLimits, GuardedFetch } from './guarded-fetch.ts';

const PICTURES: FetchLimits = {
  maxBytes: LIMITS.thumbnails.imageBytes,
  timeoutMs: 20_000,
  // Many servers call a picture whatever they like: its content decides, once it is here.
  types: [
    ...['png', 'jpeg', 'jpg', 'webp', 'gif', 'x-png', 'pjpeg'].map((type) => `image/${type}`),
    'application/octet-stream',
    'binary/octet-stream',
    '',
  ],
  otherType: 'It is not a PNG, JPEG, WebP or GIF picture.',
};

export function createPictureFetcher(fetch: GuardedFetch): PictureFetcher {
  return { fetch: async (address, signal) => (await fetch.get(address, PICTURES, signal)).bytes };
}
