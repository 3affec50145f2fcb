/**
 * Connects services with a key, once for the whole workspace: a search engine, the platform's data API (not in the
 * spec).
 */
import { z } from 'zod';

import { data, messageAnswer } from '../envelope.ts';
import { LOOK_UP_FIRST, defineOperation, APP_ONLY, READ, REPEATABLE, WORKSPACE } from '../operation.ts';
import { PlatformLimitPut, PlatformProvider, PlatformProviderPut } from '../schema/platform.ts';
import { ConnectionTest, SearchProvider, SearchProviderPut } from '../schema/search.ts';
import { OwnVoice, SpeechProvider, SpeechProviderPut, SpeechSaid, SpeechSay, SpeechServer } from '../schema/speech.ts';
import { empty } from './shared.ts';

const ownerDefaults = {
  ...WORKSPACE,
  params: empty,
  query: empty,
} as const;
const voiceDefaults = {
  ...APP_ONLY,
  abilities: ['workspace:manage', 'video:generate'],
  params: empty,
  query: empty,
} as const;

interface Connection<Name extends string, View extends z.ZodType, Put extends z.ZodObject> {
  readonly name: Name;
  readonly path: `/${string}`;
  readonly view: View;
  readonly put: Put;
  readonly summaries: { readonly get: string; readonly put: string; readonly delete: string; readonly test: string };
}

function connection<const Name extends string, View extends z.ZodType, Put extends z.ZodObject>({
  name,
  path,
  view,
  put,
  summaries,
}: Connection<Name, View, Put>) {
  const local = { ...ownerDefaults, family: `local.${name}`, path } as const;
  const id = <const Verb extends string>(verb: Verb) => `local.${name}.${verb}` as const;
  return [
    defineOperation({
      ...local,
      id: id('get'),
      method: 'GET',
      summary: summaries.get,
      body: null,
      responses: { 200: data(view.nullable()) },
      errors: ['ability_missing', 'workspace_admin_only'],
      safety: READ,
    }),
    defineOperation({
      ...local,
      id: id('put'),
      method: 'PUT',
      summary: summaries.put,
      body: put,
      responses: { 200: data(view) },
      errors: ['ability_missing', 'workspace_admin_only'],
      safety: REPEATABLE,
    }),
    defineOperation({
      ...local,
      id: id('delete'),
      method: 'DELETE',
      summary: summaries.delete,
      body: null,
      responses: { 200: messageAnswer },
      errors: ['ability_missing', 'workspace_admin_only', 'read_only'],
      safety: REPEATABLE,
    }),
    defineOperation({
      ...local,
      id: id('test'),
      method: 'POST',
      path: `${path}/test`,
      summary: summaries.test,
      body: null,
      responses: { 200: data(ConnectionTest) },
      errors: ['ability_missing', 'workspace_admin_only'],
      safety: LOOK_UP_FIRST,
    }),
  ] as const;
}

export const localConnectionOperations = [
  ...connection({
    name: 'search',
    path: '/search-provider',
    view: SearchProvider,
    put: SearchProviderPut,
    summaries: {
      get: 'The search engine used for deep research; null if none is connected. Never includes its key.',
      put: 'Connects a search engine, replacing the previous one; its key is stored in the keychain.',
      delete: 'Disconnects the search engine and removes its key.',
      test: 'Tests the search engine with a one-word search.',
    },
  }),
  ...connection({
    name: 'platform',
    path: '/platform-provider',
    view: PlatformProvider,
    put: PlatformProviderPut,
    summaries: {
      get: 'The data API used for look-ups and searches; null if the sample catalogue is used. Never includes its key.',
      put: 'Connects a data API, replacing the previous one; its key is stored in the keychain.',
      delete: 'Disconnects the data API and removes its key; the sample catalogue is used again.',
      test: 'Tests the data API by looking up one channel.',
    },
  }),
  defineOperation({
    ...ownerDefaults,
    family: 'local.platform',
    id: 'local.platform.limit',
    method: 'PUT',
    path: '/platform-provider/limit',
    summary: 'Limits how many units of the data API’s quota are used a day; null if none is connected.',
    body: PlatformLimitPut,
    responses: { 200: data(PlatformProvider.nullable()) },
    errors: ['ability_missing', 'workspace_admin_only'],
    safety: REPEATABLE,
  }),
  ...connection({
    name: 'speech',
    path: '/speech-provider',
    view: SpeechProvider,
    put: SpeechProviderPut,
    summaries: {
      get: 'The voice that narrates videos; null if the computer’s own voices are used. Never includes its key.',
      put: 'Connects a voice, replacing the previous one; its key is stored in the keychain.',
      delete: 'Disconnects the voice and removes its key; the computer’s own voices are used again.',
      test: 'Tests the voice by listing the provider’s models; speaks nothing and costs nothing.',
    },
  }),
  defineOperation({
    ...voiceDefaults,
    family: 'local.speech',
    id: 'local.speech.own',
    method: 'GET',
    path: '/own-voice',
    summary: 'The computer’s own voice; its label is null if it has none.',
    body: null,
    responses: { 200: data(OwnVoice) },
    errors: ['ability_missing'],
    safety: READ,
  }),
  defineOperation({
    ...ownerDefaults,
    family: 'local.speech',
    id: 'local.speech.servers',
    method: 'GET',
    path: '/speech-servers',
    summary: 'The servers on this computer that speak and respond now, on their usual ports, with their voices.',
    body: null,
    responses: { 200: data(z.array(SpeechServer)) },
    errors: ['ability_missing', 'workspace_admin_only'],
    safety: READ,
  }),
  defineOperation({
    ...voiceDefaults,
    family: 'local.speech',
    id: 'local.speech.say',
    method: 'POST',
    path: '/own-voice/say',
    summary: 'Speaks a sentence with the computer’s own voice; costs nothing and stores nothing.',
    body: SpeechSay,
    responses: { 200: data(SpeechSaid) },
    errors: ['ability_missing'],
    safety: LOOK_UP_FIRST,
    writes: false,
    answerSeconds: 60,
  }),
] as const;
