/** Serves intel: lookups, bookmarks, competitors. */
import { bookmarkHandlers } from './bookmarks.ts';
import { competitorHandlers } from './competitors.ts';
import { intelHandlers, type SearchServices } from './handlers.ts';
import { intelIdeaHandlers } from './local-ideas.ts';
import { localIntelHandlers } from './local.ts';

export const intelFamily = {
  handlers: (services: SearchServices) => ({
    ...intelHandlers(services),
    ...bookmarkHandlers(services),
    ...competitorHandlers(services),
    ...localIntelHandlers(services),
    ...intelIdeaHandlers(services),
  }),
};
