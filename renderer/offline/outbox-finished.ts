import type { JournalEntry } from '#contract/bridge.ts';

import { OUTBOX, type Queued } from './outbox-item.ts';
import type { Revs } from './rev.ts';
import type { WrittenStore } from './store.ts';

const finishedKey = (account: string): string => `${OUTBOX}${account}/done`;

/** By local id, the id the service gave it. */
type Made = ReadonlyMap<number, number>;

function readMade(entry: JournalEntry | null | undefined): Map<number, number> {
  const pairs = Array.isArray(entry?.value['made']) ? (entry.value['made'] as unknown[]) : [];
  const whole = (pair: unknown): pair is [number, number] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((id) => Number.isSafeInteger(id));
  return new Map(pairs.filter(whole));
}

/**
 * What was sent and settled, as one short list an account instead of an entry each. It is what still leads from an id
 * that was given here to the service's, and what keeps a window that was away from sending the same again.
 */
export class FinishedQueue {
  readonly #store: WrittenStore;
  readonly #revs: Revs;
  readonly #known = new Map<string, Made>();

  constructor(store: WrittenStore, revs: Revs) {
    this.#store = store;
    this.#revs = revs;
  }

  /** Takes in the lists among the outbox's entries. */
  note(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      const account = /^outbox\/([a-z0-9-]+)\/done$/.exec(entry.key)?.[1];
      if (account !== undefined) this.#known.set(account, readMade(entry));
    }
  }

  /** The service's id of a finished one, as far as it was noted; null for others. */
  madeOf({ account, id }: Pick<Queued, 'account' | 'id'>): number | null {
    return this.#known.get(account)?.get(id) ?? null;
  }

  async find(account: string, id: number): Promise<number | null> {
    const entry = await this.#store.get(finishedKey(account));
    if (entry) this.note([entry]);
    return this.madeOf({ account, id });
  }

  /** By account. */
  get all(): ReadonlyMap<string, Made> {
    return this.#known;
  }

  /** Lists what is done, and once that is on disk takes its entries out. One at a time over all windows. */
  async take(done: readonly Queued[]): Promise<void> {
    for (const account of new Set(done.map((item) => item.account))) {
      const items = done.filter((item) => item.account === account);
      if (!(await this.#list(account, items))) continue;
      for (const { key, rev } of items.map(({ id, rev }) => ({ key: `${OUTBOX}${account}/${-id}`, rev }))) {
        await this.#store.remove({ key, rev });
      }
    }
  }

  async #list(account: string, items: readonly Queued[]): Promise<boolean> {
    const key = finishedKey(account);
    const before = await this.#store.get(key);
    const made = readMade(before);
    const size = made.size;
    for (const item of items) if (item.made !== null) made.set(item.id, item.made);
    this.#known.set(account, made);
    if (made.size === size) return true;
    const rev = this.#revs.after(before?.rev ?? 0);
    const value = { made: [...made] };
    const { disk } = await this.#store.put({ key, rev, updated_at: new Date().toISOString(), value });
    return disk.ok && disk.stale.length === 0;
  }
}
