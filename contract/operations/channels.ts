import { z } from 'zod';

import { data, page, PAGE_QUERY } from '../envelope.ts';
import { querySearch } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { defineOperation, READ } from '../operation.ts';
import { ChannelDetail, ChannelListItem } from '../schema/channel.ts';
import { idParams, empty } from './shared.ts';

const readDefaults = {
  surface: 'api',
  method: 'GET',
  abilities: ['channels:read'],
  rate: 'general',
  body: null,
  safety: READ,
} as const;

export const channelOperations = [
  defineOperation({
    ...readDefaults,
    id: 'channels.list',
    family: 'channels',
    path: '/channels',
    summary: 'The channels the caller can access, filtered, then paginated.',
    source: '1 §4 Channels',
    params: empty,
    query: z.object({ search: querySearch(LIMITS.search), ...PAGE_QUERY }),
    responses: { 200: page(ChannelListItem) },
    errors: ['ability_missing', 'validation_failed'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'channels.get',
    family: 'channels',
    path: '/channels/{id}',
    summary: 'One channel with settings, voice and counts.',
    source: '1 §4 Channels',
    params: idParams,
    query: empty,
    responses: { 200: data(ChannelDetail) },
    errors: ['ability_missing', 'channel_forbidden', 'channel_not_found'],
  }),
] as const;
