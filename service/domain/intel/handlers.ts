import { LIMITS } from '#contract/limits.ts';

import { type Nearest, PlatformError, type TextVectors } from '../../engines/platform/platform.ts';
import { EngineError } from '../../engines/text/text-engine.ts';
import type { Fail, Failing, Handlers } from '../call.ts';
import { findChannel, findVideo, type IntelServices, lookUp } from './lookups.ts';
import { channelView, videoViews } from './view.ts';

type IntelHandlers = Pick<
  Handlers,
  'intel.lookUpChannels' | 'intel.lookUpVideos' | 'intel.searchChannels' | 'intel.searchVideos'
>;

export interface Embeddings {
  /** Names the model for people. */
  readonly model: string;
  /**
   * Returns one vector per text, in the same order.
   * @throws EngineError
   */
  vectors(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

export interface SearchServices extends IntelServices {
  /** Returns null if the team has no such model; search then compares words. */
  embeddingsOf(teamId: number): Promise<Embeddings | null>;
}

async function orFailed<T>(fail: Fail<'platform_unavailable'>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PlatformError) throw fail('platform_unavailable', { extras: { reason: error.message } });
    throw error;
  }
}

/** Returns the nearest first, and a message with the total and how they were compared. */
async function search<T>(
  { embeddingsOf }: SearchServices,
  { principal, fail }: Failing<'platform_unavailable'>,
  isSample: boolean,
  find: (vectors: TextVectors | null) => Promise<Nearest<T>>,
): Promise<{ found: readonly T[]; total: number; message: string }> {
  const embeddings = await embeddingsOf(principal.teamId);
  let how = embeddings ? ` Ranked by meaning with “${embeddings.model}”.` : '';
  const vectors: TextVectors | null =
    embeddings &&
    (async (texts) => {
      try {
        return await embeddings.vectors(texts);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        how = ` Ranked by words because “${embeddings.model}” couldn’t be used: ${error.message}`;
        return null;
      }
    });
  const { found, total } = await orFailed(fail, find(vectors));
  const count = total === 0 ? 'No results.' : `${total} found.`;
  return { found, total, message: `${count}${how}${isSample ? ' Sample data from the offline catalogue.' : ''}` };
}

export function intelHandlers(services: SearchServices): IntelHandlers {
  const { platformOf, now } = services;
  return {
    'intel.lookUpChannels': async (call) => {
      const platform = await platformOf(call.principal.teamId);
      const { found, errors } = await lookUp(services, call, 'channel_lookup_failed', (identifier) =>
        findChannel(platform, identifier),
      );
      const channels = found.map((channel) => channelView(channel, platform.isSample));
      const [only] = call.body.identifiers.length === 1 ? channels : [];
      return { status: 200, body: { success: true, data: only ?? { channels, errors } } };
    },

    'intel.lookUpVideos': async (call) => {
      const platform = await platformOf(call.principal.teamId);
      const { found, errors } = await lookUp(services, call, 'video_lookup_failed', (identifier) =>
        findVideo(platform, identifier),
      );
      const videos = await videoViews(platform, found, now());
      const [only] = call.body.identifiers.length === 1 ? videos : [];
      return { status: 200, body: { success: true, data: only ?? { videos, errors } } };
    },

    'intel.searchChannels': async (call) => {
      const { query, limit } = call.body;
      const platform = await platformOf(call.principal.teamId);
      const { found, total, message } = await search(services, call, platform.isSample, (vectors) =>
        platform.searchChannels(query, limit, vectors),
      );
      const channels = found.map((channel) => channelView(channel, platform.isSample));
      return { status: 200, body: { success: true, data: { channels, query, total_results: total, message } } };
    },

    'intel.searchVideos': async (call) => {
      const { query, limit } = call.body;
      const platform = await platformOf(call.principal.teamId);
      const { found, total, message } = await search(services, call, platform.isSample, (vectors) =>
        platform.searchVideos(query, limit, vectors),
      );
      const videos = await videoViews(platform, found, now(), LIMITS.intelVideoDescription);
      return { status: 200, body: { success: true, data: { videos, query, total_results: total, message } } };
    },
  };
}
