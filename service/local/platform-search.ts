/** The connected platform, as deep research asks it. */
import type { SourceSearch } from '../domain/agent-runs/sources.ts';
import { type Platform, PlatformError, type PlatformVideo } from '../engines/platform/platform.ts';

/** A search counts a hundredth of what a key may ask in a day. */
const QUESTIONS = 1;
const VIDEOS = 6;

const hitOf = ({ video_id, title, description }: PlatformVideo) => ({
  url: `https://www.youtube.com/watch?v=${video_id}`,
  title,
  text: description,
});

/** Videos, by what their makers say of them: their pages cannot be read. */
export function platformSearch(platform: Platform): SourceSearch {
  return {
    place: 'YouTube',
    questions: QUESTIONS,
    find: async (query, signal) => {
      try {
        const { found } = await platform.searchVideos(query, VIDEOS, null);
        signal.throwIfAborted();
        return { ok: true, hits: found.filter(({ description }) => description.trim() !== '').map(hitOf) };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof PlatformError) return { ok: false, reason: error.message };
        throw error;
      }
    },
  };
}
