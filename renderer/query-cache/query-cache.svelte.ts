import type { OperationId } from '#contract/operations/index.ts';
import { isRecord } from '#contract/record.ts';

import type { ApiClient, ApiFailure, ApiInput, BodyOf } from '../bridge/api-client.ts';
import { cacheKey } from './cache-key.ts';
import type { Database } from '../storage/database.ts';

export type EntityKind = 'idea' | 'script' | 'channel' | 'bookmark';

/** Cached data of an entity, for the palette and the offline pages. */
export interface KnownEntity {
  readonly kind: EntityKind;
  readonly id: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Operations whose `data` holds such entities: one of them or a list. */
const CARRIES: Partial<Record<OperationId, EntityKind>> = {
  'ideas.list': 'idea',
  'ideas.get': 'idea',
  'ideas.create': 'idea',
  'scripts.list': 'script',
  'scripts.get': 'script',
  'channels.list': 'channel',
  'channels.get': 'channel',
  'local.channels.create': 'channel',
  'local.channels.update': 'channel',
  'bookmarks.list': 'bookmark',
  'bookmarks.create': 'bookmark',
  'local.bookmarks.update': 'bookmark',
};

/** A query to the service: shows the cached answer, then refreshes it. */
export class CachedQuery<Id extends OperationId> {
  readonly account: string;
  readonly operation: Id;
  readonly input: ApiInput<Id>;
  readonly #cache: EntityCache;
  readonly #api: ApiClient;
  #value = $state.raw<BodyOf<Id> | null>(null);
  #at = $state.raw<string | null>(null);
  #failure = $state.raw<ApiFailure | null>(null);
  #refreshing = $state.raw(false);
  #looked = $state.raw(false);
  #round = 0;

  constructor(cache: EntityCache, api: ApiClient, account: string, operation: Id, input: ApiInput<Id>) {
    this.#cache = cache;
    this.#api = api;
    this.account = account;
    this.operation = operation;
    this.input = input;
  }

  /** The last answer, from the service or the cache; null if there is none. */
  get value(): BodyOf<Id> | null {
    return this.#value;
  }

  /** ISO time at which the service gave this answer. */
  get lastRefreshed(): string | null {
    return this.#at;
  }

  get refreshing(): boolean {
    return this.#refreshing;
  }

  /** The value stays when a refresh fails. */
  get failure(): ApiFailure | null {
    return this.#failure;
  }

  /** Returns whether there is neither a value nor a failure yet, so that a skeleton should be shown. */
  get waiting(): boolean {
    return this.#value === null && this.#failure === null;
  }

  /** Tells whether the cache has been read, with or without a result. */
  get looked(): boolean {
    return this.#looked;
  }

  /**
   * Shows the cached answer, then asks the service. The returned function ends it: for `$effect(() => query.open())`.
   */
  open(): () => void {
    const leave = this.#cache.track(this);
    void this.#draw();
    void this.refresh();
    return leave;
  }

  /** Shows the cached answer without asking the service, for queries that cost something. */
  look(): Promise<void> {
    return this.#draw();
  }

  async refresh(): Promise<void> {
    const round = ++this.#round;
    this.#refreshing = true;
    const result = await this.#api.call(this.account, this.operation, this.input);
    if (round !== this.#round) return;
    this.#refreshing = false;
    if (!result.ok) {
      this.#failure = result.failure;
      return;
    }
    this.#failure = null;
    await this.put(result.body);
  }

  /** Shows a value known from elsewhere, e.g. a write's answer; resolves once it is stored. */
  async put(value: BodyOf<Id>): Promise<void> {
    this.#value = value;
    this.#at = new Date().toISOString();
    await this.#cache.keep(this.account, this.operation, this.input, value, this.#at);
  }

  /** Shows a value that did not come from the service, without storing it. */
  show(value: BodyOf<Id>): void {
    this.#value = value;
  }

  async #draw(): Promise<void> {
    const row = await this.#cache.kept(this.account, this.operation, this.input);
    this.#looked = true;
    if (!row || this.#value !== null) return;
    this.#value = row.value as BodyOf<Id>;
    this.#at = row.at;
  }
}

/** Caches the service's last answers, by account. It can be deleted at any time. */
export class EntityCache {
  readonly #database: Database;
  readonly #api: ApiClient;
  readonly #open = new Set<CachedQuery<OperationId>>();

  constructor(database: Database, api: ApiClient) {
    this.#database = database;
    this.#api = api;
  }

  query<Id extends OperationId>(account: string, operation: Id, input: ApiInput<Id> = {}): CachedQuery<Id> {
    return new CachedQuery(this, this.#api, account, operation, input);
  }

  /**
   * Refreshes the open queries of an operation family, e.g. `ideas` after an idea was written. Skips `written`, which
   * already shows the change.
   */
  invalidate<Id extends OperationId>(account: string, family: string, written: CachedQuery<Id> | null = null): void {
    for (const query of this.#open) {
      if (Object.is(query, written)) continue;
      if (query.account === account && query.operation.startsWith(`${family}.`)) void query.refresh();
    }
  }

  /** Refreshes all open queries, because the host or the network is back. */
  invalidateAll(): void {
    for (const query of this.#open) void query.refresh();
  }

  /** Returns an entity as last seen in any answer. */
  async entity(account: string, kind: EntityKind, id: number): Promise<KnownEntity | null> {
    const row = await this.#database.attempt((tables) => tables.entities.get(`${account}/${kind}/${id}`));
    const value = row.ok ? row.value?.value : undefined;
    return isRecord(value) ? { kind, id, value } : null;
  }

  async entities(account: string, kind: EntityKind): Promise<readonly KnownEntity[]> {
    const rows = await this.#database.attempt((tables) =>
      tables.entities.where('of').equals(`${account}/${kind}`).toArray(),
    );
    const found: KnownEntity[] = [];
    for (const { value } of rows.ok ? rows.value : []) {
      if (isRecord(value) && typeof value['id'] === 'number') found.push({ kind, id: value['id'], value });
    }
    return found;
  }

  /** Removes entities that no longer exist at the service. */
  async drop(account: string, kind: EntityKind, ids: readonly number[]): Promise<void> {
    const keys = ids.map((id) => `${account}/${kind}/${id}`);
    await this.#database.attempt((tables) => tables.entities.bulkDelete(keys));
  }

  /** Deletes an account's cache, because it was removed or the local workspace was reset. */
  async forget(account: string): Promise<void> {
    await this.#database.attempt((tables) =>
      tables.transaction('rw', tables.entities, tables.lists, tables.pictures, async () => {
        await tables.pictures.where('key').startsWith(`${account}/`).delete();
        await tables.entities.where('key').startsWith(`${account}/`).delete();
        await tables.lists.where('key').startsWith(`${account}/`).delete();
      }),
    );
  }

  /** @internal */
  track<Id extends OperationId>(query: CachedQuery<Id>): () => void {
    const tracked = query as unknown as CachedQuery<OperationId>;
    this.#open.add(tracked);
    return () => {
      this.#open.delete(tracked);
    };
  }

  /** @internal */
  async kept(account: string, operation: string, input: object): Promise<{ value: unknown; at: string } | null> {
    const row = await this.#database.attempt((tables) => tables.lists.get(cacheKey(account, operation, input)));
    return row.ok ? (row.value ?? null) : null;
  }

  /** @internal */
  async keep(account: string, operation: OperationId, input: object, value: unknown, at: string): Promise<void> {
    await this.#database.attempt((tables) => tables.lists.put({ key: cacheKey(account, operation, input), value, at }));
    await this.remember(account, operation, value, at);
  }

  async remember(
    account: string,
    operation: OperationId,
    body: unknown,
    at: string = new Date().toISOString(),
  ): Promise<void> {
    const kind = CARRIES[operation];
    const data = isRecord(body) ? body['data'] : undefined;
    if (!kind || data === undefined) return;
    const of = `${account}/${kind}`;
    const things = (Array.isArray(data) ? data : [data]).filter(isRecord);
    await this.#database.attempt((tables) =>
      tables.transaction('rw', tables.entities, async () => {
        const keys = things.map((thing) => `${of}/${String(thing['id'])}`);
        const known = await tables.entities.bulkGet(keys);
        // A list item carries fewer fields than a detail, so other known fields stay.
        const rows = things.map((thing, i) => {
          const before = known[i]?.value;
          return { key: keys[i] ?? '', of, at, value: isRecord(before) ? { ...before, ...thing } : thing };
        });
        await tables.entities.bulkPut(rows);
      }),
    );
  }
}
