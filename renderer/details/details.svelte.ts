import { logger } from '#log/logger.ts';

import type { ApiClient } from '../bridge/api-client.ts';
import { explain } from '../bridge/faults.ts';
import { judge } from '../outbox/outbox-calls.ts';
import { whenLeaving } from '../drafts/page-leave.ts';
import { isLocalId } from '../outbox/outbox-item.ts';
import type { Locked, Outbox } from '../outbox/outbox.svelte.ts';
import { entityOf, layFields, mapEntities, type EntityCache, type Overlay } from '../query-cache/query-cache.svelte.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { RevisionCounter } from '../storage/revision-counter.ts';
import {
  DETAILS,
  detailsKey,
  entryOf,
  isSameValue,
  readDetails,
  without,
  type DetailFields,
  noDetails,
  type DetailKind,
  type Details,
} from './details-entry.ts';
import { fieldsTaken, sendDetails } from './send-details.ts';

const log = logger('details');

export interface DetailsDeps {
  readonly store: MirroredStore;
  readonly api: ApiClient;
  readonly cache: EntityCache;
  readonly outbox: Pick<Outbox, 'amend'>;
  readonly revisions: RevisionCounter;
  /** Returns the operations of an account's service, or null if it publishes none. */
  readonly operations: (account: string) => readonly string[] | null;
  /** Is held while an entry changes, over all windows. */
  readonly changing: Locked;
  /** Is held while entries are sent, over all windows. */
  readonly sending: Locked;
  readonly channel: BroadcastChannel | null;
}

type Work = (now: Details) => Partial<Pick<Details, 'fields' | 'waiting' | 'reason'>>;

/** Waits this long after the last change before sending, so that typing sends once, in ms. */
const SEND_AFTER_MS = 900;
const RETRY_MS = { first: 2000, longest: 30_000 };

/**
 * Keeps what a person changes about scripts and ideas. Each change is stored in both copies, shown everywhere at once,
 * and sent where the service can take it; the rest stays on this computer.
 */
export class DetailsStore implements Overlay {
  readonly #deps: DetailsDeps;
  #entries = $state.raw<ReadonlyMap<string, Details>>(new Map());
  /** Holds the highest revision seen of each entry, also of those without any field. */
  readonly #revisions = new Map<string, number>();
  /** Holds changes that wait for their turn to be stored. */
  readonly #unstored = new Set<{ readonly of: Pick<Details, 'account' | 'kind' | 'id'>; readonly work: Work }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = RETRY_MS.first;

  constructor(deps: DetailsDeps) {
    this.#deps = deps;
    deps.cache.overlay = this;
    deps.channel?.addEventListener('message', (event: MessageEvent<string>) => void this.#reread(event.data));
  }

  /** Changes whenever anything is laid over the service's answers. Reactive. */
  get version(): unknown {
    return this.#entries;
  }

  /** Returns what was set here and is not the service's yet. Reactive. */
  of(account: string, kind: DetailKind, id: number): Details | null {
    return this.#entries.get(detailsKey(account, kind, id)) ?? null;
  }

  /** Returns whether the service of an account can change a field. */
  takes(account: string, kind: DetailKind, field: string): boolean {
    return fieldsTaken(account, kind, this.#deps.operations(account)).includes(field);
  }

  /** Lays the local values over an item of the service. */
  lay<T>(account: string, kind: DetailKind, id: number, value: T): T {
    const fields = this.of(account, kind, id)?.fields;
    return fields ? { ...value, ...fields } : value;
  }

  /** Lays the local values over an answer of the service. */
  apply<T>(account: string, operation: string, body: T): T {
    if (![...this.#entries.values()].some((entry) => entry.account === account)) return body;
    return mapEntities(operation, body, (value) => {
      const entity = entityOf(operation, value);
      if (!entity) return value;
      const fields = this.of(account, entity.kind, entity.id)?.fields;
      return fields ? layFields(operation, value, fields) : value;
    });
  }

  /** Stores changed fields at once and sends them soon. Returns false if neither copy accepted them. */
  async set(account: string, kind: DetailKind, id: number, change: DetailFields): Promise<boolean> {
    const rest = isLocalId(id) ? await this.#deps.outbox.amend(account, id, change) : change;
    if (Object.keys(rest).length === 0) return true;
    const taken = fieldsTaken(account, kind, this.#deps.operations(account));
    const stored = await this.#change(account, kind, id, (now) => ({
      fields: { ...now.fields, ...rest },
      waiting: [...new Set([...now.waiting, ...Object.keys(rest).filter((name) => taken.includes(name))])],
      reason: null,
    }));
    this.#later(SEND_AFTER_MS);
    return stored;
  }

  /** Drops local values, so that the service's are shown again. */
  async reset(account: string, kind: DetailKind, id: number, names: readonly string[]): Promise<void> {
    await this.#change(account, kind, id, (now) => ({ ...without(now, names), reason: null }));
  }

  /** Removes everything stored for a script or an idea that was deleted. */
  async forget(account: string, kind: DetailKind, id: number): Promise<void> {
    const details = this.of(account, kind, id);
    if (details) await this.reset(account, kind, id, Object.keys(details.fields));
  }

  /** Sends now what waits for this item. Returns whether nothing is left to send. */
  async flush(account: string, kind: DetailKind, id: number): Promise<boolean> {
    await this.#deps.sending(() => this.#send(detailsKey(account, kind, id)));
    return (this.of(account, kind, id)?.waiting.length ?? 0) === 0;
  }

  /** Reads what is stored; call it at start, before sending is possible. */
  async load(): Promise<void> {
    const entries = await this.#deps.store.list(DETAILS);
    const read = entries.map(readDetails).filter((details) => details !== null);
    for (const details of read) this.#take(details);
    const keys = new Set(read.map(({ account, kind, id }) => detailsKey(account, kind, id)));
    // Entries that moved to another id stay away.
    const gone = [...this.#entries.keys()].filter((key) => !keys.has(key));
    if (gone.length > 0) this.#entries = new Map([...this.#entries].filter(([key]) => !gone.includes(key)));
  }

  /** Reads what is stored and sends what waits. Call it whenever a service may be back. */
  async wake(): Promise<void> {
    await this.load();
    await this.#drain();
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#timer);
    const away = new Set<string>();
    for (const [key, { account, id, waiting }] of this.#entries) {
      if (waiting.length === 0 || isLocalId(id) || away.has(account)) continue;
      if (!(await this.#deps.sending(() => this.#send(key)))) away.add(account);
    }
    if (away.size === 0) {
      this.#pause = RETRY_MS.first;
      return;
    }
    this.#later(this.#pause);
    this.#pause = Math.min(this.#pause * 2, RETRY_MS.longest);
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
      await this.#change(account, kind, id, (now) => {
        // Fields changed again while they were sent still have to follow.
        const same = Object.keys(fields).filter((name) => isSameValue(now.fields[name], fields[name]));
        return without(now, same);
      });
      log.info('sent', { kind, id, fields: Object.keys(fields).length });
      this.#invalidate(account, kind);
      return true;
    }
    if (judge(result.failure) !== 'refused') return false;
    const { title, text } = explain(result.failure);
    await this.#change(account, kind, id, (now) => ({
      fields: now.fields,
      waiting: now.waiting.filter((name) => !isSameValue(now.fields[name], fields[name])),
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
  async #change(account: string, kind: DetailKind, id: number, work: Work): Promise<boolean> {
    const unstored = { of: { account, kind, id }, work };
    this.#unstored.add(unstored);
    try {
      return await this.#deps.changing(async () => {
        const { store, channel } = this.#deps;
        const key = detailsKey(account, kind, id);
        const there = await store.get(key);
        const next = this.#after(readDetails(there) ?? noDetails({ account, kind, id }, there?.rev ?? 0), work);
        this.#take(next);
        const { disk, window } = await store.put(entryOf(next));
        channel?.postMessage(key);
        return disk.ok || window.ok;
      });
    } finally {
      this.#unstored.delete(unstored);
    }
  }

  #after(now: Details, work: Work): Details {
    return { ...now, ...work(now), rev: this.#deps.revisions.after(now.rev), at: new Date().toISOString() };
  }

  /** Stores at once what waits for its turn when the page is hidden, left or closed. The returned function stops it. */
  link(page: Window): () => void {
    return whenLeaving(page, () => {
      const { store } = this.#deps;
      for (const { of, work } of this.#unstored) {
        const key = detailsKey(of.account, of.kind, of.id);
        const next = this.#after(this.#entries.get(key) ?? noDetails(of, this.#revisions.get(key) ?? 0), work);
        this.#take(next);
        void store.writeDisk(entryOf(next));
        void store.writeWindow(entryOf(next));
      }
    });
  }

  #take(details: Details): void {
    const key = detailsKey(details.account, details.kind, details.id);
    const before = this.#entries.get(key);
    this.#revisions.set(key, Math.max(details.rev, this.#revisions.get(key) ?? 0));
    if (before && before.rev >= details.rev) return;
    if (!before && Object.keys(details.fields).length === 0) return;
    const next = new Map(this.#entries);
    if (Object.keys(details.fields).length === 0) next.delete(key);
    else next.set(key, details);
    this.#entries = next;
  }

  /** Shows what another window stored. */
  async #reread(key: string): Promise<void> {
    this.#deps.store.database.invalidate(key);
    const details = readDetails(await this.#deps.store.get(key));
    if (details) this.#take(details);
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#drain().catch(log.failure('details not sent')), ms);
  }
}
