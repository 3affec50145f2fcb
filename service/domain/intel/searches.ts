/** Searches the platform by meaning: the API's searches, and local-only ones that continue page by page. */
import { LIMITS } from '#contract/limits.ts';
import type { PlatformCause } from '#contract/platform-causes.ts';
import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';

import {
  type Nearest,
  type NextPage,
  type Platform,
  type PlatformChannel,
  type PlatformVideo,
  type SearchPage,
  type TextVectors,
} from '../../engines/platform/platform.ts';
import { EngineError } from '../../engines/text/text-engine.ts';
import type { Fail, Failing, Handlers } from '../call.ts';
import type { IntelServices } from './lookups.ts';
import { asFailure, explainNotFound } from './platform-failure.ts';
import { toIntelChannel, fetchIntelVideos } from './view.ts';

export interface Embeddings {
  /** Display name of the model. */
  readonly model: string;
  /**
   * Returns one vector per text, in the same order.
   * @throws EngineError
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

export interface SearchServices extends IntelServices {
  /** Returns null if the team has no embedding model; search then compares words. */
  getEmbeddings(teamId: number): Promise<Embeddings | null>;
}

async function withPlatformFailure<T>(fail: Fail<'platform_unavailable'>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asFailure(error, 'platform_unavailable', fail);
  }
}

/** A type, because an interface would not fit the answer's index signature. */
type Ranking = {
  readonly by: 'meaning' | 'words';
  readonly model: string;
  readonly problem?: string;
};

/** How the search was done. A type for the same reason as `Ranking`. */
type SearchSummary = {
  readonly message: string;
  readonly total_results: number;
  readonly cause: PlatformCause | undefined;
  readonly ranking: Ranking | undefined;
};

interface SearchResult<T> {
  readonly results: readonly T[];
  readonly next: NextPage | null;
  readonly summary: SearchSummary;
}

function summarize(total: number, ranking: Ranking | undefined, isSample: boolean): string {
  const sentences = [total === 0 ? 'No results.' : `${total} found.`];
  if (ranking?.by === 'meaning') sentences.push(`Ranked by meaning with “${ranking.model}”.`);
  if (ranking?.by === 'words') {
    sentences.push(`Ranked by words because “${ranking.model}” couldn’t be used: ${ranking.problem ?? ''}`);
  }
  if (isSample) sentences.push('Sample data.');
  return sentences.join(' ');
}

/** Returns the nearest first, and a message with the total and how they were compared. */
async function searchPlatform<T>(
  { getEmbeddings }: SearchServices,
  { principal, fail }: Failing<'platform_unavailable'>,
  platform: Platform,
  find: (vectors: TextVectors | null) => Promise<Nearest<T>>,
): Promise<SearchResult<T>> {
  const embeddings = await getEmbeddings(principal.teamId);
  let ranking: Ranking | undefined = embeddings ? { by: 'meaning', model: embeddings.model } : undefined;
  const vectors: TextVectors | null =
    embeddings &&
    (async (texts) => {
      try {
        return await embeddings.embed(texts);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        ranking = { by: 'words', model: embeddings.model, problem: error.message };
        return null;
      }
    });
  const { results, total, next } = await withPlatformFailure(fail, find(vectors));
  const cause = platform.isSample ? explainNotFound(platform, 'channel', null).cause : undefined;
  const message = summarize(total, ranking, platform.isSample);
  return { results, next, summary: { message, total_results: total, cause, ranking } };
}

type SearchCall = Failing<'platform_unavailable'> & { readonly body: { readonly query: string } };
type PageRequest = Omit<SearchPage, 'vectors'>;

async function findChannels(services: SearchServices, call: SearchCall, page: PageRequest) {
  const { query } = call.body;
  const platform = await services.getPlatform(call.principal.teamId);
  const { results, next, summary } = await searchPlatform<PlatformChannel>(services, call, platform, (vectors) =>
    platform.searchChannels(query, { ...page, vectors }),
  );
  const channels: IntelChannel[] = results.map((channel) => toIntelChannel(channel, platform.isSample));
  return { answer: { channels, query, ...summary }, next };
}

async function findVideos(services: SearchServices, call: SearchCall, page: PageRequest) {
  const { query } = call.body;
  const platform = await services.getPlatform(call.principal.teamId);
  const { results, next, summary } = await searchPlatform<PlatformVideo>(services, call, platform, (vectors) =>
    platform.searchVideos(query, { ...page, vectors }),
  );
  const videos: IntelVideo[] = await fetchIntelVideos(platform, results, services.now(), LIMITS.intelVideoDescription);
  return { answer: { videos, query, ...summary }, next };
}

/** The size of the platform's pages; a cut page would lose results. */
const PAGE_SIZE = LIMITS.intelResults.max;

type SearchHandlers = Pick<
  Handlers,
  'intel.searchChannels' | 'intel.searchVideos' | 'local.intel.searchChannels' | 'local.intel.searchVideos'
>;

export function createSearchHandlers(services: SearchServices): SearchHandlers {
  return {
    'intel.searchChannels': async (call) => {
      const { answer } = await findChannels(services, call, { limit: call.body.limit, cursor: null });
      return { status: 200, body: { success: true, data: answer } };
    },

    'intel.searchVideos': async (call) => {
      const { answer } = await findVideos(services, call, { limit: call.body.limit, cursor: null });
      return { status: 200, body: { success: true, data: answer } };
    },

    'local.intel.searchChannels': async (call) => {
      const page = { limit: PAGE_SIZE, cursor: call.body.cursor };
      const { answer, next } = await findChannels(services, call, page);
      return { status: 200, body: { success: true, data: { ...answer, next: next && { ...next } } } };
    },

    'local.intel.searchVideos': async (call) => {
      const page = { limit: PAGE_SIZE, cursor: call.body.cursor };
      const { answer, next } = await findVideos(services, call, page);
      return { status: 200, body: { success: true, data: { ...answer, next: next && { ...next } } } };
    },
  };
}
