/** Searches the web through JSON APIs; contract/schema/search.ts lists the engines. */
import { z } from 'zod';

import type { SearchProviderKind } from '#contract/schema/search.ts';

import type { SourceSearch } from '../domain/agent-runs/sources.ts';
import { type FetchLimits, GuardedFetch } from './guarded-fetch.ts';
import { FetchRefusedError } from './fetch-refusal.ts';

export interface SearchConnection {
  readonly kind: SearchProviderKind;
  readonly baseUrl: string;
  /** Read for each search. @throws FetchRefusedError if it cannot be read */
  key(): Promise<string | null>;
}

type KeyedConnection = Omit<SearchConnection, 'key'> & { readonly apiKey: string | null };

/** Cuts queries to what every engine accepts: Brave allows 400 characters and 50 words. */
const MAX_QUERY = { characters: 300, words: 40 };
const LIMITS = { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000, types: ['application/json'], maxRedirects: 0 };

const Hit = z.object({ url: z.url({ protocol: /^https?$/ }), title: z.string().catch('') });
/** Keeps the list items that have an address. */
const Hits = z
  .array(z.unknown())
  .transform((list) => list.map((item) => Hit.safeParse(item).data).filter((hit) => hit !== undefined));
const Searxng = z.object({ results: Hits }).transform(({ results }) => results);
/** A missing `web` means no results. */
const Brave = z.object({ web: z.object({ results: Hits }).optional() }).transform(({ web }) => web?.results ?? []);

function buildRequest({ kind, baseUrl, apiKey }: KeyedConnection, query: string) {
  const base = baseUrl.replace(/\/+$/, '');
  if (kind === 'searxng') {
    return { url: `${base}/search?${new URLSearchParams({ q: query, format: 'json' })}`, headers: {}, answer: Searxng };
  }
  const headers = { 'X-Subscription-Token': apiKey ?? '' };
  return { url: `${base}/res/v1/web/search?${new URLSearchParams({ q: query })}`, headers, answer: Brave };
}

/** Adds the most likely reason to an engine's refusal. */
function addAdvice({ kind, apiKey }: KeyedConnection, message: string): string {
  if (kind === 'searxng' && message.includes('403')) {
    return `${message} Its settings must allow the JSON format (search: formats: json).`;
  }
  if (kind === 'brave' && /\b(?:401|403|422)\b/.test(message)) {
    return `${message} ${apiKey === null ? 'It needs a key.' : 'The key may be wrong.'}`;
  }
  return message;
}

const shorten = (query: string): string =>
  query.trim().split(/\s+/).slice(0, MAX_QUERY.words).join(' ').slice(0, MAX_QUERY.characters);

/**
 * Searches with a connected engine. The app's owner chose its address, so it may be on this machine; its results are
 * read like any other page. Rejects only with the abort reason of `signal`.
 */
export function createWebSearch(
  connection: SearchConnection,
  fetch = new GuardedFetch({ schemes: ['https:', 'http:'], isAllowed: () => true }),
): SourceSearch {
  return {
    sourceName: 'the web',
    maxQueries: Infinity,
    find: async (query, signal) => {
      let apiKey: string | null = null;
      try {
        apiKey = await connection.key();
        const { url, headers, answer } = buildRequest({ ...connection, apiKey }, shorten(query));
        const limits: FetchLimits = { ...LIMITS, headers: { Accept: 'application/json', ...headers } };
        const { bytes } = await fetch.get(url, limits, signal);
        const hits = answer.parse(JSON.parse(new TextDecoder().decode(bytes)));
        return { ok: true, hits: hits.map((hit) => ({ ...hit, text: null })) };
      } catch (error) {
        signal.throwIfAborted();
        const reason =
          error instanceof FetchRefusedError ? error.message : 'The search engine’s response couldn’t be read.';
        return { ok: false, reason: addAdvice({ ...connection, apiKey }, reason) };
      }
    },
  };
}
