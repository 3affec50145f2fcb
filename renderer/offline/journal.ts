import type { JournalEntry } from '#contract/bridge.ts';

import type { Bridge } from '../bridge/bridge.ts';
import { BridgeError, type ConnectionState } from '../bridge/transport.ts';

export type Written =
  /** On disk. `stale`: keys of which the journal held a newer revision and kept that. */
  | { readonly ok: true; readonly stale: readonly string[] }
  | { readonly ok: false; readonly unreachable: boolean; readonly message: string };

const READ_AT_ONCE = 500;
const WRITE_AT_ONCE = 100;

/** The host's fsynced journal: the copy that "Saved" stands for. */
export class Journal {
  readonly #bridge: Bridge;
  /** How long an answer may take before the write counts as failed, in ms. */
  readonly #patience: number;

  constructor(bridge: Bridge, patience = 6000) {
    this.#bridge = bridge;
    this.#patience = patience;
  }

  /** Answers after the entries are on disk, or says why they are not. Never throws. */
  async write(entries: readonly JournalEntry[]): Promise<Written> {
    const stale: string[] = [];
    try {
      for (let from = 0; from < entries.length; from += WRITE_AT_ONCE) {
        const batch = entries.slice(from, from + WRITE_AT_ONCE);
        const answer = await this.#inTime(this.#bridge.invoke('journal.write', { entries: batch }));
        if (!answer.ok) return { ok: false, unreachable: false, message: answer.message };
        stale.push(...answer.stale);
      }
      return { ok: true, stale };
    } catch (error) {
      return { ok: false, ...reason(error) };
    }
  }

  /** Takes an entry out, unless it was written since. False when the journal cannot be asked. Never throws. */
  async remove({ key, rev }: Pick<JournalEntry, 'key' | 'rev'>): Promise<boolean> {
    try {
      await this.#inTime(this.#bridge.invoke('journal.remove', { entries: [{ key, rev }] }));
      return true;
    } catch {
      return false;
    }
  }

  /** Null when the journal cannot be asked. */
  async list(): Promise<readonly Omit<JournalEntry, 'value'>[] | null> {
    try {
      return (await this.#bridge.invoke('journal.list', {})).entries;
    } catch {
      return null;
    }
  }

  /** Null when the journal cannot be asked; absent keys are left out. */
  async read(keys: readonly string[]): Promise<readonly JournalEntry[] | null> {
    const found: JournalEntry[] = [];
    try {
      for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
        const batch = keys.slice(from, from + READ_AT_ONCE);
        found.push(...(await this.#bridge.invoke('journal.read', { keys: batch })).entries);
      }
      return found;
    } catch {
      return null;
    }
  }

  /** Tells when the engine is back. */
  onBack(listener: () => void): () => void {
    return this.#bridge.onState((state) => {
      if (state === 'connected') listener();
    });
  }

  /** Looks at once whether a lost engine is back; tells by `onBack`. */
  retryNow(): void {
    this.#bridge.retryNow();
  }

  get state(): ConnectionState {
    return this.#bridge.state;
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new BridgeError('unreachable', 'The disk takes too long to answer.', 'unclear')),
        this.#patience,
      );
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

function reason(error: unknown): { unreachable: boolean; message: string } {
  if (error instanceof BridgeError) return { unreachable: error.fault === 'unreachable', message: error.message };
  return { unreachable: false, message: "The studio's engine could not write this." };
}
