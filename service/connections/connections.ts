/** Opens what the owner connected, each with its keys: text models, search engine, platform, image model, voice. */
import type { Keychain } from '#platform/keychain.ts';

import type { Handlers } from '../domain/call.ts';
import type { Services } from '../domain/services.ts';
import type { Platform } from '../engines/platform/platform.ts';
import { GuardedFetch } from '../net/guarded-fetch.ts';
import type { Store } from '../store/store.ts';
import { ConnectedAgentEngines } from './agent-engines.ts';
import { ConnectedEmbeddings } from './embeddings.ts';
import { createFindModelHandlers } from './find-models.ts';
import { ConnectedImageEngines, createImageProviderHandlers } from './image-model.ts';
import type { ModelServerPorts } from '../engines/text/model/model-servers.ts';
import type { SpeechServerPorts } from '../engines/speech/speech-servers.ts';
import { type Purpose, ProviderKeys } from './keys.ts';
import { ModelEngines } from './model-engines.ts';
import { ConnectedPlatform, createPlatformHandlers } from './platform.ts';
import { ConnectedSearch, createSearchEngineHandlers } from './search-engine.ts';
import { createProviderHandlers } from './text-models.ts';
import { ConnectedSpeechEngines, createSpeechProviderHandlers } from './voice.ts';

export interface ConnectionOptions {
  readonly store: Store;
  readonly keychain: Keychain;
  /** Part of the names in the keychain, which two installations on one machine share. */
  readonly installationId: string;
  readonly outbound: GuardedFetch;
  /** The platform that answers if none is connected. */
  readonly catalogue: Platform;
  /** The address used instead of the platform's servers. The person who starts the service sets it, so it may be local. */
  readonly platform?: string | undefined;
  readonly imageTimeoutMs?: number | undefined;
  /** The ports on which model servers are looked for on this computer; by default their usual ones. */
  readonly modelServers?: ModelServerPorts | undefined;
  /** The same for speech servers. */
  readonly speechServers?: SpeechServerPorts | undefined;
  now(): Date;
}

function openPlatform(
  { store, outbound, catalogue, platform: address, now }: ConnectionOptions,
  keys: ProviderKeys,
): ConnectedPlatform {
  const fetcher =
    address === undefined ? outbound : new GuardedFetch({ schemes: ['https:', 'http:'], isAllowed: () => true });
  return new ConnectedPlatform({ store, keys, outbound: fetcher, catalogue, address, now });
}

export type Connections = ReturnType<typeof openConnections>;

export function openConnections(options: ConnectionOptions) {
  const { store, keychain, installationId, outbound, imageTimeoutMs: timeoutMs } = options;
  const openKeys = (purpose: Purpose) => new ProviderKeys(keychain, installationId, purpose);
  const keys = openKeys('Cutaway model provider');
  const engines = new ModelEngines(store, keys);
  const embeddings = new ConnectedEmbeddings(store, engines);
  const platform = openPlatform(options, openKeys('Cutaway platform'));
  const getPlatform = (teamId: number): Promise<Platform> => platform.getForTeam(teamId);
  return {
    keys,
    engines,
    modelServers: options.modelServers,
    speechServers: options.speechServers,
    platform,
    getPlatform,
    getEmbeddings: (teamId: number) => embeddings.getForTeam(teamId),
    agentEngines: new ConnectedAgentEngines(store, engines, keys),
    search: new ConnectedSearch(store, openKeys('Cutaway search engine'), getPlatform),
    speech: new ConnectedSpeechEngines(store, openKeys('Cutaway voice')),
    images: new ConnectedImageEngines({ store, keys: openKeys('Cutaway image model'), outbound, timeoutMs }),
  };
}

/** Serves the settings of every connection under `/local/v1`. */
export const createConnectionHandlers = (connections: Connections, services: Services) =>
  ({
    ...createProviderHandlers({ ...services, ...connections }),
    ...createFindModelHandlers({ ...services, ...connections }),
    ...createSearchEngineHandlers(connections),
    ...createPlatformHandlers(connections),
    ...createImageProviderHandlers(connections),
    ...createSpeechProviderHandlers(connections),
  }) satisfies Partial<Handlers>;
