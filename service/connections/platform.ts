/** Stores, uses and tests the connected platform API. Without one, the sample catalogue answers. */
import { and, eq, sql } from 'drizzle-orm';

import type { PlatformProvider } from '#contract/schema/platform.ts';

import type { Call, Handlers } from '../domain/call.ts';
import { type Platform, type PlatformChannel, PlatformError } from '../engines/platform/platform.ts';
import { getQuotaReset } from '../engines/platform/quota-reset.ts';
import { YouTube } from '../engines/platform/youtube.ts';
import { YouTubeFeeds } from '../engines/platform/youtube-feeds.ts';
import type { Read } from '../engines/platform/youtube-requests.ts';
import { type GuardedFetch } from '../net/guarded-fetch.ts';
import { FetchRefusedError } from '../net/fetch-refusal.ts';
import { platform_providers } from '../store/schema-connections.ts';
import { type Store, StoreReadOnlyError } from '../store/store.ts';
import type { ProviderKeys } from './keys.ts';

/** Tests with the platform's own channel, which exists as long as the platform does. */
const TEST_CHANNEL = { handle: 'YouTube' };

const READ_LIMITS = {
  maxBytes: 4 * 1024 * 1024,
  timeoutMs: 15_000,
  types: ['application/json', 'application/atom+xml', 'text/xml', 'application/xml', 'text/html'],
  anyStatus: true,
} as const;

const NEVER_ABORTED = new AbortController().signal;

/** How many redirects of a channel's page are followed, as after a renamed handle. */
const PAGE_REDIRECTS = 3;

function createReader(outbound: GuardedFetch, maxRedirects = 0): Read {
  return async (url, headers) => {
    try {
      const { status, bytes } = await outbound.get(url, { ...READ_LIMITS, maxRedirects, headers }, NEVER_ABORTED);
      return { status, text: new TextDecoder().decode(bytes) };
    } catch (cause) {
      if (!(cause instanceof FetchRefusedError) || cause.kind !== 'offline') throw cause;
      throw new PlatformError(cause.message, { kind: 'offline', cause });
    }
  };
}

type Row = typeof platform_providers.$inferSelect;

/** Returns whether a connection reads the public feeds, which need no key. */
const isKeyless = ({ kind }: Row): boolean => kind === 'youtube_feeds';

interface ConnectedPlatformOptions {
  readonly store: Store;
  /** The keys, by team id; a team has one platform API. */
  readonly keys: ProviderKeys;
  readonly outbound: GuardedFetch;
  readonly catalogue: Platform;
  /** The address used instead of the platform's own servers, without a slash at its end. */
  readonly address?: string | undefined;
  now(): Date;
}

const formatCount = ({ video_count }: PlatformChannel): string =>
  video_count === null ? '' : ` with ${video_count} videos`;

export class ConnectedPlatform {
  readonly #options: ConnectedPlatformOptions;
  /** Clients by team. Each caches the last hour's answers, so it is reused while the connection is unchanged. */
  readonly #clients = new Map<number, Platform>();

  constructor(options: ConnectedPlatformOptions) {
    this.#options = options;
  }

  /** Returns the platform that the team's look-ups and searches use. */
  async getForTeam(teamId: number): Promise<Platform> {
    const row = await this.#readRow(teamId);
    if (!row) return this.#options.catalogue;
    return isKeyless(row) || this.#hasKey(row)
      ? this.#getClient(row)
      : { ...this.#options.catalogue, isKeyMissing: true };
  }

  async readView(teamId: number): Promise<PlatformProvider | null> {
    const row = await this.#readRow(teamId);
    return row && this.#toView(row);
  }

  #toView({ team_id, kind, key_ref, daily_limit, units_used, units_reset_at }: Row): PlatformProvider {
    const { keys, now } = this.#options;
    const reset = getQuotaReset(now());
    return {
      kind,
      key_storage: keys.getStorage(team_id, key_ref),
      daily_limit,
      units_used: units_reset_at?.getTime() === reset.getTime() ? units_used : 0,
      resets_at: reset.toISOString(),
    };
  }

  async setLimit({ principal: { teamId }, body }: Call<'local.platform.limit'>): Promise<PlatformProvider | null> {
    const { daily_limit } = body;
    const [row] = await this.#options.store.transaction((tx) =>
      tx.update(platform_providers).set({ daily_limit }).where(eq(platform_providers.team_id, teamId)).returning(),
    );
    return row ? this.#toView(row) : null;
  }

  /** Counts units before they are used. @throws PlatformError if they would exceed the person's own limit */
  async #spend(teamId: number, units: number): Promise<void> {
    const { store, now } = this.#options;
    const reset = getQuotaReset(now());
    const { units_used, units_reset_at, daily_limit } = platform_providers;
    const usedToday = sql`case when ${units_reset_at} = ${reset.toISOString()}::timestamptz then ${units_used} else 0 end`;
    const isAllowed = sql`(${daily_limit} is null or ${usedToday} + ${units} <= ${daily_limit})`;
    try {
      const updatedRows = await store.transaction((tx) =>
        tx
          .update(platform_providers)
          .set({ units_used: sql`${usedToday} + ${units}`, units_reset_at: reset })
          .where(and(eq(platform_providers.team_id, teamId), isAllowed))
          .returning({ team_id: platform_providers.team_id }),
      );
      if (updatedRows.length > 0) return;
    } catch (error) {
      // A full disk must not take reading away from a person who set no limit.
      if (!(error instanceof StoreReadOnlyError)) throw error;
      if ((await this.#readRow(teamId))?.daily_limit == null) return;
    }
    const message = `Today’s limit of YouTube units is reached. Counting starts anew at ${reset.toISOString().slice(11, 16)} UTC.`;
    throw new PlatformError(message, { kind: 'limit_reached', until: reset });
  }

  async put({ principal: { teamId }, body }: Call<'local.platform.put'>): Promise<PlatformProvider> {
    const { store, keys } = this.#options;
    const key_ref = await keys.replace(teamId, await this.#readRow(teamId), body.api_key ?? null);
    // Another key has its own quota, but the limit stays.
    const values = { kind: body.kind, key_ref, units_used: 0 };
    const [row] = await store.transaction((tx) =>
      tx
        .insert(platform_providers)
        .values({ team_id: teamId, ...values })
        .onConflictDoUpdate({ target: platform_providers.team_id, set: values })
        .returning(),
    );
    if (!row) throw new Error('The connection was not returned.');
    this.#clients.delete(teamId);
    return this.#toView(row);
  }

  async remove(teamId: number): Promise<void> {
    const { store, keys } = this.#options;
    const [row] = await store.transaction((tx) =>
      tx.delete(platform_providers).where(eq(platform_providers.team_id, teamId)).returning(),
    );
    if (row) await keys.remove(teamId, row.key_ref);
    this.#clients.delete(teamId);
  }

  /** Never throws because of the platform. */
  async test(teamId: number): Promise<{ ok: boolean; message: string }> {
    const row = await this.#readRow(teamId);
    if (!row) return { ok: false, message: 'YouTube isn’t connected.' };
    if (!isKeyless(row) && !this.#hasKey(row))
      return { ok: false, message: 'The key was only kept for one session. Enter it again.' };
    try {
      const channel = await this.#createClient(row).fetchChannel(TEST_CHANNEL);
      return channel
        ? { ok: true, message: `Connected. Found ${channel.title}${formatCount(channel)}.` }
        : { ok: false, message: 'Connected, but the test look-up found nothing.' };
    } catch (error) {
      if (error instanceof PlatformError) return { ok: false, message: error.message };
      throw error;
    }
  }

  #createClient(row: Row): Platform {
    return isKeyless(row) ? this.#openFeeds() : this.#openApi(row);
  }

  #openFeeds(): Platform {
    const { outbound, address, now } = this.#options;
    const urls = address === undefined ? {} : { feeds: `${address}/feeds`, pages: address };
    return new YouTubeFeeds({ read: createReader(outbound, PAGE_REDIRECTS), now, ...urls });
  }

  #openApi({ team_id, key_ref }: Row): Platform {
    const { outbound, keys, now } = this.#options;
    const readKey = async (): Promise<string> => {
      const apiKey = await keys.read(team_id, key_ref);
      if (apiKey !== null) return apiKey;
      throw new PlatformError('The YouTube key is missing. Enter it again in Settings.', { kind: 'key_missing' });
    };
    const { address } = this.#options;
    const urls = address === undefined ? {} : { api: `${address}/youtube/v3`, feeds: `${address}/feeds` };
    const spend = (units: number): Promise<void> => this.#spend(team_id, units);
    return new YouTube({ key: readKey, spend, read: createReader(outbound), now, ...urls });
  }

  #getClient(row: Row): Platform {
    const platform = this.#clients.get(row.team_id) ?? this.#createClient(row);
    this.#clients.set(row.team_id, platform);
    return platform;
  }

  /** Returns false if the key was kept only for a session that has ended. */
  #hasKey({ team_id, key_ref }: Row): boolean {
    return this.#options.keys.getStorage(team_id, key_ref) !== 'none';
  }

  async #readRow(teamId: number): Promise<Row | null> {
    const { store } = this.#options;
    const [row] = await store.db.select().from(platform_providers).where(eq(platform_providers.team_id, teamId));
    return row ?? null;
  }
}

type PlatformHandlers = Pick<
  Handlers,
  'local.platform.get' | 'local.platform.put' | 'local.platform.limit' | 'local.platform.delete' | 'local.platform.test'
>;

export function createPlatformHandlers({ platform }: { readonly platform: ConnectedPlatform }): PlatformHandlers {
  return {
    'local.platform.get': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await platform.readView(principal.teamId) } };
    },
    'local.platform.put': async (call) => {
      return { status: 200, body: { success: true, data: await platform.put(call) } };
    },
    'local.platform.limit': async (call) => {
      return { status: 200, body: { success: true, data: await platform.setLimit(call) } };
    },
    'local.platform.delete': async ({ principal }) => {
      await platform.remove(principal.teamId);
      return { status: 200, body: { success: true, message: 'Data API disconnected' } };
    },
    'local.platform.test': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await platform.test(principal.teamId) } };
    },
  };
}
