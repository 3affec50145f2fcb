/** Serves intel: lookups, searches, bookmarks, competitors. */
import { createBookmarkHandlers } from './bookmarks.ts';
import { createCompetitorHandlers } from './competitors.ts';
import { createLookupHandlers } from './handlers.ts';
import { createIntelIdeaHandlers } from './local-ideas.ts';
import { createLocalIntelHandlers } from './local.ts';
import { createSearchHandlers, type SearchServices } from './searches.ts';

export const intelFamily = {
  handlers: (services: SearchServices) => ({
    ...createLookupHandlers(services),
    ...createSearchHandlers(services),
    ...createBookmarkHandlers(services),
    ...createCompetitorHandlers(services),
    ...createLocalIntelHandlers(services),
    ...createIntelIdeaHandlers(services),
  }),
};
