import type { JournalEntry } from '#contract/journal.ts';

import type { Bridge } from '../bridge/bridge.ts';
import { BridgeError, type ConnectionState } from '../bridge/transport.ts';

export type WriteResult =
  /** The entries are on disk. `stale` lists keys for which the journal kept a newer revision. */
  | { readonly ok: true; readonly stale: readonly string[] }
  | { readonly ok: false; readonly unreachable: boolean; readonly message: string };

const READ_BATCH_SIZE = 500;
const WRITE_BATCH_SIZE = 100;

/** Accesses the host's fsynced journal, the copy that "Saved" on screen refers to. */
export class Journal {
  readonly #bridge: Bridge;
  /** A write without an answer after this long, in ms, counts as failed. */
  readonly #timeoutMs: number;

  constructor(bridge: Bridge, timeoutMs = 6000) {
    this.#bridge = bridge;
    this.#timeoutMs = timeoutMs;
  }

  /** Resolves once the entries are on disk, or with the reason why they are not. Never throws. */
  async write(entries: readonly JournalEntry[]): Promise<WriteResult> {
    const staleKeys: string[] = [];
    try {
      for (let start = 0; start < entries.length; start += WRITE_BATCH_SIZE) {
        const batch = entries.slice(start, start + WRITE_BATCH_SIZE);
        const answer = await this.#withTimeout(this.#bridge.invoke('journal.write', { entries: batch }));
        if (!answer.ok) return { ok: false, unreachable: false, message: answer.message };
        staleKeys.push(...answer.stale);
      }
      return { ok: true, stale: staleKeys };
    } catch (error) {
      return { ok: false, ...describeFailure(error) };
    }
  }

  /** Removes an entry unless it was written since. Returns false if the journal cannot be reached. Never throws. */
  async remove({ key, rev }: Pick<JournalEntry, 'key' | 'rev'>): Promise<boolean> {
    try {
      await this.#withTimeout(this.#bridge.invoke('journal.remove', { entries: [{ key, rev }] }));
      return true;
    } catch {
      return false;
    }
  }

  /** Returns null if the journal cannot be reached. */
  async list(): Promise<readonly Omit<JournalEntry, 'value'>[] | null> {
    try {
      return (await this.#bridge.invoke('journal.list', {})).entries;
    } catch {
      return null;
    }
  }

  /** Returns null if the journal cannot be reached; absent keys are left out. */
  async read(keys: readonly string[]): Promise<readonly JournalEntry[] | null> {
    const entries: JournalEntry[] = [];
    try {
      for (let start = 0; start < keys.length; start += READ_BATCH_SIZE) {
        const batch = keys.slice(start, start + READ_BATCH_SIZE);
        entries.push(...(await this.#bridge.invoke('journal.read', { keys: batch })).entries);
      }
      return entries;
    } catch {
      return null;
    }
  }

  /** Calls `listener` when the host is reachable again. */
  onBack(listener: () => void): () => void {
    return this.#bridge.onState((state) => {
      if (state === 'connected') listener();
    });
  }

  /** Checks at once whether a lost host is reachable again; `onBack` reports it. */
  retryNow(): void {
    this.#bridge.retryNow();
  }

  get state(): ConnectionState {
    return this.#bridge.state;
  }

  #withTimeout<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new BridgeError('unreachable', 'The disk is taking too long to respond.', 'unclear')),
        this.#timeoutMs,
      );
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

function describeFailure(error: unknown): { unreachable: boolean; message: string } {
  if (error instanceof BridgeError) return { unreachable: error.fault === 'unreachable', message: error.message };
  return { unreachable: false, message: 'Cutaway couldn’t save this.' };
}
