/** Lets deep research search the connected platform. */
import { getVideoUrl } from '#contract/video-platform.ts';

import type { SourceSearch } from '../domain/agent-runs/sources.ts';
import { type Platform, PlatformError, type PlatformVideo } from '../engines/platform/platform.ts';

/** Asks once, because a search uses a hundredth of a key's daily quota. */
const MAX_QUERIES = 1;
const MAX_VIDEOS = 6;

const toHit = ({ video_id, title, description }: PlatformVideo) => ({
  url: getVideoUrl(video_id),
  title,
  text: description,
});

/** Returns videos with their descriptions, because their pages cannot be read. */
export function createPlatformSearch(platform: Platform): SourceSearch {
  return {
    sourceName: 'YouTube',
    maxQueries: MAX_QUERIES,
    find: async (query, signal) => {
      try {
        const { results } = await platform.searchVideos(query, { limit: MAX_VIDEOS, vectors: null, cursor: null });
        signal.throwIfAborted();
        return { ok: true, hits: results.filter(({ description }) => description.trim() !== '').map(toHit) };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof PlatformError) return { ok: false, reason: error.message };
        throw error;
      }
    },
  };
}
