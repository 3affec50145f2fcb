import type { OperationId } from '#contract/operations/index.ts';
import { isRecord } from '#contract/record.ts';
import type { ApiClient, ApiFailure, ApiInput, BodyOf } from '../bridge/api-client.ts';
import { getCacheKey } from './cache-key.ts';
import type { Database } from '../storage/database.ts';
import {
  type EntityKind,
  ENTITY_OPERATIONS,
  getEntity,
  setFields,
  pickExisting,
  mapEntities,
} from './entity-fields.ts';

/** An item of the service, cached for the palette and the offline pages. */
export interface KnownEntity {
  readonly kind: EntityKind;
  readonly id: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Changes the shown answers of the service without changing the cached ones. */
export interface Overlay {
  /** Another value whenever the overlay changes. Reactive. */
  readonly version: unknown;
  apply<T>(account: string, operation: string, body: T): T;
}

/** Queries the service: shows the cached answer, then refreshes it. */
export class CachedQuery<Id extends OperationId> {
  readonly account: string;
  readonly operation: Id;
  readonly input: ApiInput<Id>;
  readonly #cache: EntityCache;
  readonly #api: ApiClient;
  #value = $state.raw<BodyOf<Id> | null>(null);
  #storedBody = $state.raw<BodyOf<Id> | null>(null);
  #at = $state.raw<string | null>(null);
  #requestedAt = $state.raw(-Infinity);
  #failure = $state.raw<ApiFailure | null>(null);
  #isRefreshing = $state.raw(false);
  #isCacheRead = $state.raw(false);
  #round = 0;
  #overlaid: { readonly from: unknown; readonly version: unknown; readonly body: BodyOf<Id> | null } | null = null;

  constructor(cache: EntityCache, api: ApiClient, account: string, operation: Id, input: ApiInput<Id>) {
    this.#cache = cache;
    this.#api = api;
    this.account = account;
    this.operation = operation;
    this.input = input;
  }

  /**
   * The last answer, from the service or the cache, with the person's own changes applied; null if there is none.
   */
  get value(): BodyOf<Id> | null {
    const { overlay } = this.#cache;
    const body = this.#value;
    if (!overlay || body === null) return body;
    const { version } = overlay;
    if (this.#overlaid?.from !== body || this.#overlaid.version !== version) {
      this.#overlaid = { from: body, version, body: overlay.apply(this.account, this.operation, body) };
    }
    return this.#overlaid.body;
  }

  /** The last answer as the service sent it. */
  get served(): BodyOf<Id> | null {
    return this.#value;
  }

  /** The last answer once it is stored completely, where others can find it. */
  get stored(): BodyOf<Id> | null {
    return this.#storedBody;
  }

  /** The ISO time at which the service sent this answer. */
  get lastRefreshed(): string | null {
    return this.#at;
  }

  /** The time of the request for this answer, by the window's clock: earlier writes are included in it. */
  get requestedAt(): number {
    return this.#requestedAt;
  }

  get refreshing(): boolean {
    return this.#isRefreshing;
  }

  /** The value stays when a refresh fails. */
  get failure(): ApiFailure | null {
    return this.#failure;
  }

  /** Returns whether there is neither a value nor a failure yet, so that a skeleton should be shown. */
  get isLoading(): boolean {
    return this.#value === null && this.#failure === null;
  }

  /** True if the cache has been read, with or without a result. */
  get isCacheRead(): boolean {
    return this.#isCacheRead;
  }

  /**
   * Shows the cached answer, then asks the service. The returned function ends it: for `$effect(() => query.open())`.
   */
  open(): () => void {
    const untrack = this.#cache.track(this);
    void this.showCached();
    void this.refresh();
    return untrack;
  }

  async refresh(): Promise<void> {
    const round = ++this.#round;
    const requestedAt = performance.now();
    this.#isRefreshing = true;
    const result = await this.#api.call(this.account, this.operation, this.input);
    if (round !== this.#round) return;
    this.#isRefreshing = false;
    if (!result.ok) {
      this.#failure = result.failure;
      return;
    }
    this.#failure = null;
    this.#requestedAt = requestedAt;
    await this.put(result.body);
  }

  /** Shows a value known from elsewhere, e.g. a write's answer; resolves once it is stored. */
  async put(value: BodyOf<Id>): Promise<void> {
    this.#value = value;
    this.#at = new Date().toISOString();
    await this.#cache.store(this.account, this.operation, this.input, value, this.#at);
    this.#storedBody = value;
  }

  /** Shows a value that did not come from the service, without storing it. */
  show(value: BodyOf<Id>): void {
    this.#value = value;
  }

  /** @internal Puts fields that the service has accepted into the shown answer. */
  patch(map: (body: BodyOf<Id>) => BodyOf<Id>): void {
    if (this.#value !== null) this.#value = map(this.#value);
  }

  /** Shows the cached answer without a request; use it alone for queries that cost something. */
  async showCached(): Promise<void> {
    const row = await this.#cache.readCached(this.account, this.operation, this.input);
    this.#isCacheRead = true;
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
  /** Set by the store of the person's own changes. */
  overlay: Overlay | null = null;

  constructor(database: Database, api: ApiClient) {
    this.#database = database;
    this.#api = api;
  }

  query<Id extends OperationId>(account: string, operation: Id, input: ApiInput<Id> = {}): CachedQuery<Id> {
    return new CachedQuery(this, this.#api, account, operation, input);
  }

  /**
   * Refreshes the open queries of an operation family and of what Cutaway's services add to it, e.g. `ideas` and
   * `local.ideas` after an idea was written. Skips `writtenQuery`, which already shows the change.
   */
  invalidate<Id extends OperationId>(
    account: string,
    family: string,
    writtenQuery: CachedQuery<Id> | null = null,
  ): void {
    for (const query of this.#open) {
      if (Object.is(query, writtenQuery)) continue;
      const isOfFamily =
        query.operation === family ||
        [`${family}.`, `local.${family}.`].some((prefix) => query.operation.startsWith(prefix));
      if (query.account === account && isOfFamily) void query.refresh();
    }
  }

  /** Refreshes all open queries, because the host or the network is back. */
  invalidateAll(): void {
    for (const query of this.#open) void query.refresh();
  }

  /** Returns an entity as last seen in any answer. */
  async readEntity(account: string, kind: EntityKind, id: number): Promise<KnownEntity | null> {
    const row = await this.#database.attempt((tables) => tables.entities.get(`${account}/${kind}/${id}`));
    const value = row.ok ? row.value?.value : undefined;
    return isRecord(value) ? { kind, id, value: this.#applyOverlay(account, kind, value) } : null;
  }

  async readEntities(account: string, kind: EntityKind): Promise<readonly KnownEntity[]> {
    const rows = await this.#database.attempt((tables) =>
      tables.entities.where('of').equals(`${account}/${kind}`).toArray(),
    );
    const foundEntities: KnownEntity[] = [];
    for (const { value } of rows.ok ? rows.value : []) {
      if (isRecord(value) && typeof value['id'] === 'number')
        foundEntities.push({ kind, id: value['id'], value: this.#applyOverlay(account, kind, value) });
    }
    return foundEntities;
  }

  #applyOverlay(account: string, kind: EntityKind, value: Record<string, unknown>): Readonly<Record<string, unknown>> {
    const operation = kind === 'script' ? 'scripts.get' : 'ideas.get';
    const isOverlaid = kind === 'script' || kind === 'idea';
    return isOverlaid && this.overlay ? this.overlay.apply(account, operation, { data: value }).data : value;
  }

  /** Puts fields that the service has accepted into everything cached and shown of a script or an idea. */
  async patch(
    account: string,
    kind: 'script' | 'idea',
    id: number,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const applyPatch = <T>(operation: string, body: T): T =>
      mapEntities(operation, body, (value) => {
        const entity = getEntity(operation, value);
        if (entity?.kind !== kind || entity.id !== id) return value;
        return pickExisting(value, setFields(operation, value, fields));
      });
    for (const query of this.#open) {
      if (query.account === account) query.patch((body) => applyPatch(query.operation, body));
    }
    const families = [...(kind === 'script' ? ['scripts'] : ['ideas', 'local.ideas']), 'projects', 'tasks'];
    await this.#database.attempt((tables) =>
      tables.transaction('rw', tables.entities, tables.lists, async () => {
        const entity = await tables.entities.get(`${account}/${kind}/${id}`);
        if (entity && isRecord(entity.value)) {
          await tables.entities.put({ ...entity, value: { ...entity.value, ...fields } });
        }
        for (const family of families) {
          for (const row of await tables.lists.where('key').startsWith(`${account}/${family}.`).toArray()) {
            const operation = row.key.slice(account.length + 1).split('?')[0] ?? '';
            const value = applyPatch(operation, row.value);
            if (value !== row.value) await tables.lists.put({ ...row, value });
          }
        }
      }),
    );
  }

  /** Applies the person's own changes to an item that did not come from a query. */
  withOverlay<T extends object>(account: string, operation: OperationId, value: T): T {
    return this.overlay ? this.overlay.apply(account, operation, { data: value }).data : value;
  }

  /** Records which scripts of a channel the service still lists; the others were archived or are inaccessible. */
  async noteListed(account: string, channelId: number, listedIds: ReadonlySet<number>): Promise<void> {
    const newest = Math.max(0, ...listedIds);
    await this.#database.attempt((tables) =>
      tables.entities
        .where('of')
        .equals(`${account}/script`)
        .modify((row) => {
          const { value } = row;
          if (!isRecord(value) || value['channel_id'] !== channelId) return false;
          const id = Number(value['id']);
          // A newer one was created while the list was read.
          const isUnlisted = !listedIds.has(id) && id < newest;
          if ((value['unlisted'] === true) === isUnlisted) return false;
          value['unlisted'] = isUnlisted;
          return true;
        }),
    );
  }

  /** Records that the service lists these scripts again. */
  async listAgain(account: string, ids: readonly number[]): Promise<void> {
    const keys = ids.map((id) => `${account}/script/${id}`);
    await this.#database.attempt((tables) =>
      tables.entities
        .where('key')
        .anyOf(keys)
        .modify(({ value }) => {
          if (isRecord(value)) value['unlisted'] = false;
        }),
    );
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
    const trackedQuery = query as unknown as CachedQuery<OperationId>;
    this.#open.add(trackedQuery);
    return () => {
      this.#open.delete(trackedQuery);
    };
  }

  /** Returns the last answer that was stored, and when; null without one. */
  async readCached(account: string, operation: string, input: object): Promise<{ value: unknown; at: string } | null> {
    const row = await this.#database.attempt((tables) => tables.lists.get(getCacheKey(account, operation, input)));
    return row.ok ? (row.value ?? null) : null;
  }

  /** @internal */
  async store(account: string, operation: OperationId, input: object, value: unknown, at: string): Promise<void> {
    await this.#database.attempt((tables) =>
      tables.lists.put({ key: getCacheKey(account, operation, input), value, at }),
    );
    await this.remember(account, operation, value, at);
  }

  async remember(
    account: string,
    operation: OperationId,
    body: unknown,
    at: string = new Date().toISOString(),
  ): Promise<void> {
    const kind = ENTITY_OPERATIONS[operation];
    const data = isRecord(body) ? body['data'] : undefined;
    if (!kind || data === undefined) return;
    const of = `${account}/${kind}`;
    const items = (Array.isArray(data) ? data : [data]).filter(isRecord);
    await this.#database.attempt((tables) =>
      tables.transaction('rw', tables.entities, async () => {
        const keys = items.map((item) => `${of}/${String(item['id'])}`);
        const storedRows = await tables.entities.bulkGet(keys);
        // A list item carries fewer fields than a detail, so other known fields stay.
        const rows = items.map((item, i) => {
          const cachedFields = storedRows[i]?.value;
          return {
            key: keys[i] ?? '',
            of,
            at,
            value: isRecord(cachedFields) ? { ...cachedFields, unlisted: false, ...item } : item,
          };
        });
        await tables.entities.bulkPut(rows);
      }),
    );
  }
}
