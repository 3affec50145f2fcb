import { logger } from '#log/logger.ts';

import type { ApiClient } from '../bridge/api-client.ts';
import { explain } from '../bridge/faults.ts';
import { classifyFailure } from '../outbox/outbox-calls.ts';
import { whenLeaving } from '../drafts/page-leave.ts';
import { isLocalId } from '../outbox/outbox-item.ts';
import type { Outbox } from '../outbox/outbox.svelte.ts';
import { type EntityCache, type Overlay } from '../query-cache/query-cache.svelte.ts';
import { getEntity, mapEntities, setFields } from '../query-cache/entity-fields.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { RevisionCounter } from '../storage/revision-counter.ts';
import type { Lock } from '../storage/window-lock.ts';
import {
  DETAILS,
  getDetailsKey,
  toEntry,
  isSameValue,
  readDetails,
  omitFields,
  type DetailFields,
  createEmptyDetails,
  type DetailKind,
  type Details,
} from './details-entry.ts';
import { getSupportedFields, sendDetails } from './send-details.ts';

const log = logger('details');

export interface DetailsDeps {
  readonly store: MirroredStore;
  readonly api: ApiClient;
  readonly cache: EntityCache;
  readonly outbox: Pick<Outbox, 'amend'>;
  readonly revisions: RevisionCounter;
  /** Returns the operations of an account's service, or null if it publishes none. */
  readonly operations: (account: string) => readonly string[] | null;
  /** The lock for changing an entry, over all windows. */
  readonly changing: Lock;
  /** The lock for sending entries, over all windows. */
  readonly sending: Lock;
  readonly channel: BroadcastChannel | null;
}

type Change = (current: Details) => Partial<Pick<Details, 'fields' | 'waiting' | 'reason'>>;

/** Waits this long after the last change before sending, so that typing sends once, in ms. */
const SEND_AFTER_MS = 900;
const RETRY_MS = { first: 2000, longest: 30_000 };

/**
 * Keeps what a person changes about scripts and ideas. Each change is stored in both copies, shown everywhere at once,
 * and sent if the service accepts it; the rest stays on this computer.
 */
export class DetailsStore implements Overlay {
  readonly #deps: DetailsDeps;
  #entries = $state.raw<ReadonlyMap<string, Details>>(new Map());
  /** The highest revision seen of each entry, also of those without any field. */
  readonly #revisions = new Map<string, number>();
  /** Changes that wait for their turn to be stored. */
  readonly #unstored = new Set<{ readonly item: Pick<Details, 'account' | 'kind' | 'id'>; readonly update: Change }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryDelay = RETRY_MS.first;

  constructor(deps: DetailsDeps) {
    this.#deps = deps;
    deps.cache.overlay = this;
    deps.channel?.addEventListener('message', (event: MessageEvent<string>) => void this.#reread(event.data));
  }

  /** A value that changes with every local change. Reactive. */
  get version(): unknown {
    return this.#entries;
  }

  /** Returns the details set here that the service does not have yet. Reactive. */
  getDetails(account: string, kind: DetailKind, id: number): Details | null {
    return this.#entries.get(getDetailsKey(account, kind, id)) ?? null;
  }

  /** Returns whether the service of an account can change a field. */
  canSend(account: string, kind: DetailKind, field: string): boolean {
    return getSupportedFields(account, kind, this.#deps.operations(account)).includes(field);
  }

  /** Applies the local values to an item of the service. */
  applyToItem<T>(account: string, kind: DetailKind, id: number, value: T): T {
    const fields = this.getDetails(account, kind, id)?.fields;
    return fields ? { ...value, ...fields } : value;
  }

  /** Applies the local values to an answer of the service. */
  apply<T>(account: string, operation: string, body: T): T {
    if (![...this.#entries.values()].some((entry) => entry.account === account)) return body;
    return mapEntities(operation, body, (value) => {
      const entity = getEntity(operation, value);
      if (!entity) return value;
      const fields = this.getDetails(account, entity.kind, entity.id)?.fields;
      return fields ? setFields(operation, value, fields) : value;
    });
  }

  /** Stores changed fields at once and sends them soon. Returns false if neither copy accepted them. */
  async set(account: string, kind: DetailKind, id: number, change: DetailFields): Promise<boolean> {
    const remaining = isLocalId(id) ? await this.#deps.outbox.amend(account, id, change) : change;
    if (Object.keys(remaining).length === 0) return true;
    const supportedNames = getSupportedFields(account, kind, this.#deps.operations(account));
    const isStored = await this.#change(account, kind, id, (current) => ({
      fields: { ...current.fields, ...remaining },
      waiting: [
        ...new Set([...current.waiting, ...Object.keys(remaining).filter((name) => supportedNames.includes(name))]),
      ],
      reason: null,
    }));
    this.#sendLater(SEND_AFTER_MS);
    return isStored;
  }

  /** Drops local values, so that the service's are shown again. */
  async reset(account: string, kind: DetailKind, id: number, names: readonly string[]): Promise<void> {
    await this.#change(account, kind, id, (current) => ({ ...omitFields(current, names), reason: null }));
  }

  /** Removes everything stored for a script or an idea that was deleted. */
  async forget(account: string, kind: DetailKind, id: number): Promise<void> {
    const details = this.getDetails(account, kind, id);
    if (details) await this.reset(account, kind, id, Object.keys(details.fields));
  }

  /** Sends the waiting fields of this item now. Returns whether nothing is left to send. */
  async flush(account: string, kind: DetailKind, id: number): Promise<boolean> {
    await this.#deps.sending(() => this.#send(getDetailsKey(account, kind, id)));
    return (this.getDetails(account, kind, id)?.waiting.length ?? 0) === 0;
  }

  /** Reads the stored details; call it at start, before sending is possible. */
  async load(): Promise<void> {
    const entries = await this.#deps.store.list(DETAILS);
    const storedDetails = entries.map(readDetails).filter((details) => details !== null);
    for (const details of storedDetails) this.#show(details);
    const keys = new Set(storedDetails.map(({ account, kind, id }) => getDetailsKey(account, kind, id)));
    // Entries that moved to another id are not shown again.
    const removedKeys = [...this.#entries.keys()].filter((key) => !keys.has(key));
    if (removedKeys.length > 0)
      this.#entries = new Map([...this.#entries].filter(([key]) => !removedKeys.includes(key)));
  }

  /** Reads the stored details and sends the waiting ones. Call it whenever a service may be back. */
  async wake(): Promise<void> {
    await this.load();
    await this.#drain();
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#timer);
    const unreachableAccounts = new Set<string>();
    for (const [key, { account, id, waiting }] of this.#entries) {
      if (waiting.length === 0 || isLocalId(id) || unreachableAccounts.has(account)) continue;
      if (!(await this.#deps.sending(() => this.#send(key)))) unreachableAccounts.add(account);
    }
    if (unreachableAccounts.size === 0) {
      this.#retryDelay = RETRY_MS.first;
      return;
    }
    this.#sendLater(this.#retryDelay);
    this.#retryDelay = Math.min(this.#retryDelay * 2, RETRY_MS.longest);
  }

  /** Returns false if the service cannot be reached now. */
  async #send(key: string): Promise<boolean> {
    const details = readDetails(await this.#deps.store.get(key));
    if (!details || details.waiting.length === 0 || isLocalId(details.id)) return true;
    const fields = Object.fromEntries(
      details.waiting.flatMap((name) => {
        const value = details.fields[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const { account, kind, id } = details;
    const result = await sendDetails(this.#deps.api, details, fields, this.#deps.operations(account));
    if (result.ok) {
      await this.#deps.cache.patch(account, kind, id, fields);
      await this.#change(account, kind, id, (current) => {
        // Fields changed again while they were sent still have to follow.
        const unchangedNames = Object.keys(fields).filter((name) => isSameValue(current.fields[name], fields[name]));
        return omitFields(current, unchangedNames);
      });
      log.info('sent', { kind, id, fields: Object.keys(fields).length });
      this.#invalidate(account, kind);
      return true;
    }
    if (classifyFailure(result.failure) !== 'refused') return false;
    const { title, text } = explain(result.failure);
    await this.#change(account, kind, id, (current) => ({
      fields: current.fields,
      waiting: current.waiting.filter((name) => !isSameValue(current.fields[name], fields[name])),
      reason: `${title}. ${text}`,
    }));
    return true;
  }

  #invalidate(account: string, kind: DetailKind): void {
    this.#deps.cache.invalidate(account, kind === 'script' ? 'scripts' : 'ideas');
    this.#deps.cache.invalidate(account, 'projects');
    this.#deps.cache.invalidate(account, 'tasks');
  }

  /** Shows the change at once and stores it; one window changes an entry at a time. */
  async #change(account: string, kind: DetailKind, id: number, update: Change): Promise<boolean> {
    const unstoredChange = { item: { account, kind, id }, update };
    this.#unstored.add(unstoredChange);
    try {
      return await this.#deps.changing(async () => {
        const { store, channel } = this.#deps;
        const key = getDetailsKey(account, kind, id);
        const entry = await store.get(key);
        const next = this.#applyChange(
          readDetails(entry) ?? createEmptyDetails({ account, kind, id }, entry?.rev ?? 0),
          update,
        );
        this.#show(next);
        const { disk, window } = await store.put(toEntry(next));
        channel?.postMessage(key);
        return disk.ok || window.ok;
      });
    } finally {
      this.#unstored.delete(unstoredChange);
    }
  }

  #applyChange(current: Details, update: Change): Details {
    return {
      ...current,
      ...update(current),
      rev: this.#deps.revisions.getNextAfter(current.rev),
      at: new Date().toISOString(),
    };
  }

  /** Stores waiting changes at once when the page is hidden, left or closed. The returned function stops it. */
  link(page: Window): () => void {
    return whenLeaving(page, () => {
      const { store } = this.#deps;
      for (const { item, update } of this.#unstored) {
        const key = getDetailsKey(item.account, item.kind, item.id);
        const next = this.#applyChange(
          this.#entries.get(key) ?? createEmptyDetails(item, this.#revisions.get(key) ?? 0),
          update,
        );
        this.#show(next);
        void store.writeDisk(toEntry(next));
        void store.writeWindow(toEntry(next));
      }
    });
  }

  #show(details: Details): void {
    const key = getDetailsKey(details.account, details.kind, details.id);
    const previous = this.#entries.get(key);
    this.#revisions.set(key, Math.max(details.rev, this.#revisions.get(key) ?? 0));
    if (previous && previous.rev >= details.rev) return;
    if (!previous && Object.keys(details.fields).length === 0) return;
    const next = new Map(this.#entries);
    if (Object.keys(details.fields).length === 0) next.delete(key);
    else next.set(key, details);
    this.#entries = next;
  }

  /** Shows details that another window stored. */
  async #reread(key: string): Promise<void> {
    this.#deps.store.database.invalidate(key);
    const details = readDetails(await this.#deps.store.get(key));
    if (details) this.#show(details);
  }

  #sendLater(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#drain().catch(log.failure('details not sent')), ms);
  }
}
