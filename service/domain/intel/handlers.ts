import { LIMITS } from '#contract/limits.ts';
import type { PlatformCause } from '#contract/platform-causes.ts';

import { type Nearest, type Platform, PlatformError, type TextVectors } from '../../engines/platform/platform.ts';
import { EngineError } from '../../engines/text/text-engine.ts';
import type { Fail, Failing, Handlers } from '../call.ts';
import { findChannel, findVideo, type IntelServices, lookUp } from './lookups.ts';
import { nothingFound, platformFailure } from './platform-failure.ts';
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
    if (error instanceof PlatformError) throw fail('platform_unavailable', { extras: platformFailure(error) });
    throw error;
  }
}

/** Stays a type, not an interface, because the answer allows extra keys. */
type Ranking = {
  readonly by: 'meaning' | 'words';
  readonly model: string;
  readonly problem?: string;
};

interface Searched<T> {
  readonly found: readonly T[];
  readonly message: string;
  readonly total_results: number;
  readonly cause: PlatformCause | undefined;
  readonly ranking: Ranking | undefined;
}

function messageOf(total: number, ranking: Ranking | undefined, isSample: boolean): string {
  const sentences = [total === 0 ? 'No results.' : `${total} found.`];
  if (ranking?.by === 'meaning') sentences.push(`Ranked by meaning with “${ranking.model}”.`);
  if (ranking?.by === 'words') {
    sentences.push(`Ranked by words because “${ranking.model}” couldn’t be used: ${ranking.problem ?? ''}`);
  }
  if (isSample) sentences.push('Sample data from the offline catalogue.');
  return sentences.join(' ');
}

/** Returns the nearest first, and a message with the total and how they were compared. */
async function search<T>(
  { embeddingsOf }: SearchServices,
  { principal, fail }: Failing<'platform_unavailable'>,
  platform: Platform,
  find: (vectors: TextVectors | null) => Promise<Nearest<T>>,
): Promise<Searched<T>> {
  const embeddings = await embeddingsOf(principal.teamId);
  let ranking: Ranking | undefined = embeddings ? { by: 'meaning', model: embeddings.model } : undefined;
  const vectors: TextVectors | null =
    embeddings &&
    (async (texts) => {
      try {
        return await embeddings.vectors(texts);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        ranking = { by: 'words', model: embeddings.model, problem: error.message };
        return null;
      }
    });
  const { found, total } = await orFailed(fail, find(vectors));
  const cause = platform.isSample ? nothingFound(platform, 'channel', null).cause : undefined;
  return { found, message: messageOf(total, ranking, platform.isSample), total_results: total, cause, ranking };
}

export function intelHandlers(services: SearchServices): IntelHandlers {
  const { platformOf, now } = services;
  return {
    'intel.lookUpChannels': async (call) => {
      const platform = await platformOf(call.principal.teamId);
      const { found, errors } = await lookUp(services, call, 'channel_lookup_failed', {
        platform,
        thing: 'channel',
        find: findChannel,
      });
      const channels = found.map((channel) => channelView(channel, platform.isSample));
      const [only] = call.body.identifiers.length === 1 ? channels : [];
      return { status: 200, body: { success: true, data: only ?? { channels, errors } } };
    },

    'intel.lookUpVideos': async (call) => {
      const platform = await platformOf(call.principal.teamId);
      const { found, errors } = await lookUp(services, call, 'video_lookup_failed', {
        platform,
        thing: 'video',
        find: findVideo,
      });
      const videos = await videoViews(platform, found, now());
      const [only] = call.body.identifiers.length === 1 ? videos : [];
      return { status: 200, body: { success: true, data: only ?? { videos, errors } } };
    },

    'intel.searchChannels': async (call) => {
      const { query, limit } = call.body;
      const platform = await platformOf(call.principal.teamId);
      const { found, ...about } = await search(services, call, platform, (vectors) =>
        platform.searchChannels(query, limit, vectors),
      );
      const channels = found.map((channel) => channelView(channel, platform.isSample));
      return { status: 200, body: { success: true, data: { channels, query, ...about } } };
    },

    'intel.searchVideos': async (call) => {
      const { query, limit } = call.body;
      const platform = await platformOf(call.principal.teamId);
      const { found, ...about } = await search(services, call, platform, (vectors) =>
        platform.searchVideos(query, limit, vectors),
      );
      const videos = await videoViews(platform, found, now(), LIMITS.intelVideoDescription);
      return { status: 200, body: { success: true, data: { videos, query, ...about } } };
    },
  };
}
