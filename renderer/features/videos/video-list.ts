import type { ApiInput } from '#renderer/bridge/api-client.ts';

const PER_PAGE = 50;

/** What is asked for a page of the list of videos, from 1. */
export const videoList = (page: number): ApiInput<'video.list'> => ({ query: { page, per_page: PER_PAGE } });
