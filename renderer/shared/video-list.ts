import type { ApiInput } from '#renderer/bridge/api-client.ts';

const PER_PAGE = 50;

/** Returns the query for a page of the list of videos, starting at 1. */
export const createVideoListInput = (page: number): ApiInput<'video.list'> => ({ query: { page, per_page: PER_PAGE } });
