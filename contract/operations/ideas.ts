import { z } from 'zod';

import { data, page, PAGE_QUERY } from '../envelope.ts';
import { querySearch } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { LOOK_UP_FIRST, defineOperation, READ, REPEATABLE } from '../operation.ts';
import {
  Idea,
  IDEA_SOURCE_TYPES,
  IDEA_STATUS_FILTERS,
  IdeaAlreadyWritten,
  IdeaCreate,
  IdeaWritten,
} from '../schema/idea.ts';
import { idParams, empty } from './shared.ts';

export const ideaOperations = [
  defineOperation({
    id: 'ideas.create',
    family: 'ideas',
    surface: 'api',
    method: 'POST',
    path: '/channels/{id}/ideas',
    summary: 'A new idea with status new and source user_added; costs nothing.',
    source: '1 §4 Ideas',
    abilities: ['scripts:write'],
    rate: 'general',
    params: idParams,
    query: empty,
    body: IdeaCreate,
    responses: { 201: data(Idea) },
    errors: ['ability_missing', 'channel_forbidden', 'channel_not_found'],
    safety: LOOK_UP_FIRST,
  }),
  defineOperation({
    id: 'ideas.list',
    family: 'ideas',
    surface: 'api',
    method: 'GET',
    path: '/channels/{id}/ideas',
    summary: 'The ideas of a channel, newest first.',
    source: '1 §4 Ideas',
    abilities: ['scripts:read'],
    rate: 'general',
    params: idParams,
    query: z.object({
      status: z.enum(IDEA_STATUS_FILTERS).optional(),
      source_type: z.enum(IDEA_SOURCE_TYPES).optional(),
      search: querySearch(LIMITS.search),
      ...PAGE_QUERY,
    }),
    body: null,
    responses: { 200: page(Idea) },
    errors: ['ability_missing', 'channel_forbidden', 'channel_not_found', 'validation_failed'],
    safety: READ,
  }),
  defineOperation({
    id: 'ideas.get',
    family: 'ideas',
    surface: 'api',
    method: 'GET',
    path: '/ideas/{id}',
    summary: 'One idea.',
    source: '1 §4 Ideas',
    abilities: ['scripts:read'],
    rate: 'general',
    params: idParams,
    query: empty,
    body: null,
    responses: { 200: data(Idea) },
    errors: ['ability_missing', 'idea_forbidden', 'idea_not_found'],
    safety: READ,
  }),
  defineOperation({
    id: 'ideas.write',
    family: 'ideas',
    surface: 'api',
    method: 'POST',
    path: '/ideas/{id}/write',
    summary: 'Creates an idea’s script, or returns the existing one.',
    source: '1 §4 Ideas',
    abilities: ['scripts:write'],
    rate: 'generation',
    params: idParams,
    query: empty,
    body: null,
    responses: { 201: data(IdeaWritten), 200: data(IdeaAlreadyWritten).extend({ message: z.string() }) },
    errors: [
      'ability_missing',
      'insufficient_credits',
      'subscription_paused',
      'idea_forbidden',
      'idea_not_found',
      'read_only',
    ],
    // The operation is idempotent by itself: a second call answers the same script.
    safety: REPEATABLE,
  }),
] as const;
