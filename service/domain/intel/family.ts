/** Serves intel: lookups, searches, bookmarks, competitors. */
import { bookmarkHandlers } from './bookmarks.ts';
import { competitorHandlers } from './competitors.ts';
import { lookupHandlers } from './handlers.ts';
import { intelIdeaHandlers } from './local-ideas.ts';
import { localIntelHandlers } from './local.ts';
import { searchHandlers, type SearchServices } from './searches.ts';

export const intelFamily = {
  handlers: (services: SearchServices) => ({
    ...lookupHandlers(services),
    ...searchHandlers(services),
    ...bookmarkHandlers(services),
    ...competitorHandlers(services),
    ...localIntelHandlers(services),
    ...intelIdeaHandlers(services),
  }),
};
