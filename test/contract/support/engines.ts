/** Provokes each failure of the engines' settings. */
import { MISSING_ID } from './client.ts';
import type { World } from './world.ts';

export const ENGINE_FAILURES = {
  'local.providers.list': {},
  'local.providers.create': {},
  'local.providers.update': {
    provider_not_found: ({ owner }: World) =>
      owner.call('local.providers.update', { params: { id: MISSING_ID }, body: {} }),
  },
  'local.providers.delete': {
    provider_not_found: ({ owner }: World) => owner.call('local.providers.delete', { params: { id: MISSING_ID } }),
  },
  'local.providers.test': {
    provider_not_found: ({ owner }: World) => owner.call('local.providers.test', { params: { id: MISSING_ID } }),
  },
  'local.providers.models': {},
  'local.providers.try': {},
  'local.modelServers.list': {},
  'local.search.get': {},
  'local.search.put': {},
  'local.search.delete': {},
  'local.search.test': {},
  'local.platform.get': {},
  'local.platform.put': {},
  'local.platform.limit': {},
  'local.platform.delete': {},
  'local.platform.test': {},
  'local.speech.get': {},
  'local.speech.put': {},
  'local.speech.delete': {},
  'local.speech.test': {},
  'local.speech.own': {},
  'local.speech.servers': {},
  'local.speech.say': {},
  'local.images.get': {},
  'local.images.put': {},
  'local.images.delete': {},
  'local.images.test': {},
} as const;
