/** Operations on ideas that the app has and the public API does not. */
import { z } from 'zod';

import { data, page, PAGE_QUERY } from '../envelope.ts';
import { querySearch, queryText } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { defineOperation, APP_ONLY, APP_WRITING, READ, REPEATABLE } from '../operation.ts';
import {
  IDEA_SORTS,
  IDEA_SOURCE_TYPES,
  IDEA_STATUS_FILTERS,
  LocalIdea,
  LocalIdeaReject,
  LocalIdeaUpdate,
} from '../schema/idea.ts';
import { idParams } from './shared.ts';

const sharedDefaults = { ...APP_WRITING, family: 'local.ideas', query: z.object({}), body: null } as const;
const readDefaults = { ...sharedDefaults, ...APP_ONLY, abilities: ['workspace:manage', 'scripts:read'] } as const;

export const localIdeaOperations = [
  defineOperation({
    ...readDefaults,
    id: 'local.ideas.list',
    method: 'GET',
    path: '/channels/{id}/ideas',
    summary: 'The ideas of a channel with rating, tags and rejection reason, in the chosen order, and all tags in use.',
    params: idParams,
    query: z.object({
      status: z.enum(IDEA_STATUS_FILTERS).optional(),
      source_type: z.enum(IDEA_SOURCE_TYPES).optional(),
      search: querySearch(LIMITS.search),
      tag: queryText(LIMITS.ideaTag),
      sort: z.enum(IDEA_SORTS).default('newest'),
      ...PAGE_QUERY,
    }),
    responses: {
      200: page(LocalIdea).extend({ tags: z.array(z.looseObject({ name: z.string(), ideas: z.int() })) }),
    },
    errors: ['ability_missing', 'channel_not_found', 'validation_failed'],
    safety: READ,
  }),
  defineOperation({
    ...readDefaults,
    id: 'local.ideas.get',
    method: 'GET',
    path: '/ideas/{id}',
    summary: 'One idea with rating, tags and rejection reason.',
    params: idParams,
    responses: { 200: data(LocalIdea) },
    errors: ['ability_missing', 'idea_not_found'],
    safety: READ,
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.ideas.update',
    method: 'PATCH',
    path: '/ideas/{id}',
    summary:
      'Changes title, topic, angle, suggested length and template, thumbnail concept, notes, rating and tags of an idea.',
    params: idParams,
    body: LocalIdeaUpdate,
    responses: { 200: data(LocalIdea) },
    errors: ['ability_missing', 'idea_not_found', 'invalid_template'],
    safety: REPEATABLE,
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.ideas.reject',
    method: 'POST',
    path: '/ideas/{id}/reject',
    summary:
      'Rejects an idea that has no script, with an optional reason; moving its project to another stage undoes it.',
    params: idParams,
    body: LocalIdeaReject,
    responses: { 200: data(LocalIdea) },
    errors: ['ability_missing', 'idea_not_found', 'project_promoted'],
    safety: REPEATABLE,
  }),
] as const;
