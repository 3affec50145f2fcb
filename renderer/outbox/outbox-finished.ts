import type { JournalEntry } from '#contract/journal.ts';

import { OUTBOX, type QueuedItem } from './outbox-item.ts';
import type { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

const getFinishedKey = (account: string): string => `${OUTBOX}${account}/done`;

/** Maps local ids to the service's ids. */
type FinishedIds = ReadonlyMap<number, number>;

function readIds(entry: JournalEntry | null | undefined): Map<number, number> {
  const pairs = Array.isArray(entry?.value['made']) ? (entry.value['made'] as unknown[]) : [];
  const isPair = (pair: unknown): pair is [number, number] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((id) => Number.isSafeInteger(id));
  return new Map(pairs.filter(isPair));
}

/**
 * Keeps finished items as one short list per account instead of an entry each. The list maps local ids to the service's
 * and keeps an old window from sending an item again.
 */
export class FinishedQueue {
  readonly #store: MirroredStore;
  readonly #revisions: RevisionCounter;
  readonly #idsByAccount = new Map<string, FinishedIds>();

  constructor(store: MirroredStore, revisions: RevisionCounter) {
    this.#store = store;
    this.#revisions = revisions;
  }

  /** Reads the finished lists among the outbox's entries. */
  readLists(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      const account = /^outbox\/([a-z0-9-]+)\/done$/.exec(entry.key)?.[1];
      if (account !== undefined) this.#idsByAccount.set(account, readIds(entry));
    }
  }

  /** Returns the service's id of a finished item, or null if none is known. */
  getServiceId({ account, id }: Pick<QueuedItem, 'account' | 'id'>): number | null {
    return this.#idsByAccount.get(account)?.get(id) ?? null;
  }

  async find(account: string, id: number): Promise<number | null> {
    const entry = await this.#store.get(getFinishedKey(account));
    if (entry) this.readLists([entry]);
    return this.getServiceId({ account, id });
  }

  get all(): ReadonlyMap<string, FinishedIds> {
    return this.#idsByAccount;
  }

  /**
   * Adds finished items to the list and removes their entries once that is on disk. Run it under a lock over all
   * windows.
   */
  async moveToList(finishedItems: readonly QueuedItem[]): Promise<void> {
    for (const account of new Set(finishedItems.map((item) => item.account))) {
      const items = finishedItems.filter((item) => item.account === account);
      if (!(await this.#addToList(account, items))) continue;
      for (const { key, rev } of items.map(({ id, rev }) => ({ key: `${OUTBOX}${account}/${-id}`, rev }))) {
        await this.#store.remove({ key, rev });
      }
    }
  }

  async #addToList(account: string, items: readonly QueuedItem[]): Promise<boolean> {
    const key = getFinishedKey(account);
    const existingEntry = await this.#store.get(key);
    const ids = readIds(existingEntry);
    const size = ids.size;
    for (const item of items) if (item.made !== null) ids.set(item.id, item.made);
    this.#idsByAccount.set(account, ids);
    if (ids.size === size) return true;
    const rev = this.#revisions.getNextAfter(existingEntry?.rev ?? 0);
    const value = { made: [...ids] };
    const { disk } = await this.#store.put({ key, rev, updated_at: new Date().toISOString(), value });
    return disk.ok && disk.stale.length === 0;
  }
}
