/** Covers looking up channels and videos of the platform (spec 1 §4 Intel, Channels). */
import { z } from 'zod';

import { data, Pagination } from '../envelope.ts';
import { PathId, queryNumber, queryText, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { LOOK_UP_FIRST, ONCE, operation, READ, REPEATABLE, REVALIDATE, WORKSPACE } from '../operation.ts';
import {
  Bookmark,
  BookmarkCreate,
  BookmarkUpdate,
  Competitor,
  CompetitorAdd,
  CompetitorAdded,
  CompetitorsLatest,
  IntelChannelLookup,
  IntelChannelsFound,
  IntelLookup,
  IntelSearch,
  IntelVideoLookup,
  IntelVideosFound,
} from '../schema/intel.ts';

const none = z.object({});
const api = { family: 'intel', surface: 'api', source: '1 §4 Intel', params: none, query: none } as const;
const ofChannel = { family: 'competitors', surface: 'api', source: '1 §4 Channels', query: none } as const;
const onChannel = ['ability_missing', 'channel_forbidden', 'channel_not_found'] as const;
const deleted = z.looseObject({ success: z.literal(true), message: z.string() });
/** The spec lists this parameter without saying what it means, so it is accepted and has no effect. */
const bookmark = queryText(LIMITS.search);

const lookup = {
  ...api,
  method: 'POST',
  abilities: ['intel:read'],
  rate: 'lookup',
  body: IntelLookup,
  safety: ONCE,
  patience: 60,
} as const;

const search = {
  ...api,
  method: 'POST',
  abilities: ['intel:read'],
  rate: 'search',
  body: IntelSearch,
  errors: ['ability_missing', 'platform_unavailable'],
  safety: REVALIDATE,
  writes: false,
  patience: 60,
} as const;

export const intelOperations = [
  operation({
    ...lookup,
    id: 'intel.lookUpChannels',
    path: '/intel/channels/lookup',
    summary: 'Looks up platform channels. 1 credit per request; failed requests cost nothing.',
    responses: { 200: data(IntelChannelLookup) },
    errors: ['ability_missing', 'channel_lookup_failed', 'lookup_unpaid'],
  }),
  operation({
    ...lookup,
    id: 'intel.lookUpVideos',
    path: '/intel/videos/lookup',
    summary: 'Looks up platform videos. 1 credit per request; failed requests cost nothing.',
    responses: { 200: data(IntelVideoLookup) },
    errors: ['ability_missing', 'video_lookup_failed', 'lookup_unpaid'],
  }),
  operation({
    ...search,
    id: 'intel.searchChannels',
    path: '/intel/channels/search',
    summary: 'Searches channels by meaning, best match first. Costs nothing.',
    responses: { 200: data(IntelChannelsFound) },
  }),
  operation({
    ...search,
    id: 'intel.searchVideos',
    path: '/intel/videos/search',
    summary: 'Searches videos by meaning, best match first. Costs nothing.',
    responses: { 200: data(IntelVideosFound) },
  }),
  operation({
    ...api,
    id: 'bookmarks.list',
    family: 'bookmarks',
    method: 'GET',
    path: '/intel/bookmarks',
    summary: 'Bookmarks, newest first, 50 a page.',
    abilities: ['intel:read'],
    rate: 'general',
    query: z.object({ page: queryNumber(1, 1_000_000, 1), bookmark }),
    body: null,
    responses: {
      200: z.looseObject({ success: z.literal(true), data: z.array(Bookmark), pagination: Pagination }),
    },
    errors: ['ability_missing', 'validation_failed'],
    safety: READ,
  }),
  operation({
    ...api,
    id: 'bookmarks.create',
    family: 'bookmarks',
    method: 'POST',
    path: '/intel/bookmarks',
    summary: 'Bookmarks a channel or a video. Costs nothing.',
    abilities: ['intel:write'],
    rate: 'general',
    query: z.object({ bookmark }),
    body: BookmarkCreate,
    responses: { 201: data(Bookmark) },
    errors: ['ability_missing'],
    safety: LOOK_UP_FIRST,
  }),
  operation({
    ...api,
    id: 'bookmarks.delete',
    family: 'bookmarks',
    method: 'DELETE',
    path: '/intel/bookmarks/{bookmark}',
    summary: 'Removes a bookmark.',
    abilities: ['intel:write'],
    rate: 'general',
    params: z.object({ bookmark: PathId }),
    body: null,
    responses: { 200: deleted },
    errors: ['ability_missing', 'bookmark_not_found', 'read_only'],
    safety: REPEATABLE,
  }),
  operation({
    ...ofChannel,
    id: 'competitors.list',
    method: 'GET',
    path: '/channels/{id}/competitors',
    summary: 'The platform channels a channel is compared with.',
    abilities: ['channels:read'],
    rate: 'general',
    params: z.object({ id: PathId }),
    body: null,
    responses: { 200: data(z.array(Competitor)) },
    errors: onChannel,
    safety: READ,
  }),
  operation({
    ...ofChannel,
    id: 'competitors.add',
    method: 'POST',
    path: '/channels/{id}/competitors',
    summary: 'Adds a platform channel by handle, id or address. Costs nothing.',
    abilities: ['scripts:write'],
    rate: 'general',
    params: z.object({ id: PathId }),
    body: CompetitorAdd,
    responses: { 201: data(CompetitorAdded) },
    errors: [...onChannel, 'channel_lookup_failed'],
    safety: LOOK_UP_FIRST,
  }),
  operation({
    ...ofChannel,
    id: 'competitors.delete',
    method: 'DELETE',
    path: '/channels/{id}/competitors/{competitor}',
    summary: 'Removes a competitor by its platform channel id.',
    abilities: ['scripts:write'],
    rate: 'general',
    params: z.object({ id: PathId, competitor: text({ min: 1, max: LIMITS.externalId }) }),
    body: null,
    responses: { 200: deleted },
    errors: [...onChannel, 'competitor_not_found', 'read_only'],
    safety: REPEATABLE,
  }),
] as const;

export const localIntelOperations = [
  operation({
    ...WORKSPACE,
    id: 'local.bookmarks.update',
    family: 'local.bookmarks',
    method: 'PATCH',
    path: '/bookmarks/{bookmark}',
    summary: 'Changes the given fields: notes, tags.',
    params: z.object({ bookmark: PathId }),
    query: none,
    body: BookmarkUpdate,
    responses: { 200: data(Bookmark) },
    errors: ['ability_missing', 'workspace_admin_only', 'bookmark_not_found'],
    safety: REPEATABLE,
  }),
  operation({
    ...WORKSPACE,
    id: 'local.competitors.latest',
    family: 'local.competitors',
    method: 'GET',
    path: '/channels/{id}/competitors/latest',
    summary: 'The newest videos of the channel’s competitors, newest first. Costs nothing.',
    params: z.object({ id: PathId }),
    query: none,
    body: null,
    responses: { 200: data(CompetitorsLatest) },
    errors: ['ability_missing', 'workspace_admin_only', 'channel_not_found'],
    safety: READ,
    patience: 60,
  }),
] as const;
