/** The search engine of deep research, on the local studio (ours). */
import { z } from 'zod';

import { data } from '../envelope.ts';
import { LOOK_UP_FIRST, operation, READ, REPEATABLE } from '../operation.ts';
import { SearchProvider, SearchProviderPut, SearchProviderTest } from '../schema/search.ts';

const none = z.object({});
const local = {
  family: 'local.search',
  surface: 'local',
  source: 'ours',
  path: '/search-provider',
  abilities: [],
  adminError: 'owner_only',
  rate: 'unlimited',
  params: none,
  query: none,
} as const;

export const localSearchOperations = [
  operation({
    ...local,
    id: 'local.search.get',
    method: 'GET',
    summary: 'The search engine that deep research asks; null while there is none. Never its key.',
    body: null,
    responses: { 200: data(SearchProvider.nullable()) },
    errors: ['owner_only'],
    safety: READ,
  }),
  operation({
    ...local,
    id: 'local.search.put',
    method: 'PUT',
    summary: 'Connects a search engine in place of the one before; its key goes to the keychain.',
    body: SearchProviderPut,
    responses: { 200: data(SearchProvider) },
    errors: ['owner_only'],
    safety: REPEATABLE,
  }),
  operation({
    ...local,
    id: 'local.search.delete',
    method: 'DELETE',
    summary: 'Disconnects the search engine and removes its key.',
    body: null,
    responses: { 200: z.looseObject({ success: z.literal(true), message: z.string() }) },
    errors: ['owner_only', 'read_only'],
    safety: REPEATABLE,
  }),
  operation({
    ...local,
    id: 'local.search.test',
    method: 'POST',
    path: '/search-provider/test',
    summary: 'Searches for one word.',
    body: null,
    responses: { 200: data(SearchProviderTest) },
    errors: ['owner_only'],
    safety: LOOK_UP_FIRST,
  }),
] as const;
