import type { JournalEntry } from '#contract/journal.ts';

import type { Attempt, Database } from './database.ts';
import { readDraftKey, getVersionPrefix, JOURNAL_KEY } from './keys.ts';
import type { Journal, WriteResult } from './journal.ts';
import type { VersionReason } from './version-reasons.ts';

export interface PutResult {
  readonly disk: WriteResult;
  readonly window: Attempt<unknown>;
}

export interface Recovery {
  /** True if the journal could be read and compared. */
  readonly compared: boolean;
  /** The number of entries the window had lost or had in an older revision. */
  readonly restored: number;
  /** The number of entries the disk did not have yet. */
  readonly sent: number;
  /** The number of texts that differed and were saved as versions. */
  readonly savedVersions: number;
}

const RETRY_MS = 5000;

/**
 * Keeps the two copies of what a person wrote: the host's journal and the window's database. If they differ, the higher
 * revision wins and the losing text becomes a version: nothing is dropped.
 */
export class MirroredStore {
  readonly database: Database;
  readonly journal: Journal;
  readonly #unsentEntries = new Map<string, JournalEntry>();
  /** Maps keys to the removed revision, so that an earlier read cannot bring the entry back. */
  readonly #removedKeys = new Map<string, number>();
  /** Keys shown from disk; writes to the window's copy wait until it was compared. */
  readonly #uncompared = new Map<string, Promise<void>>();
  #isRetrying = false;
  #hasRecovered = false;
  #recovering: Promise<Recovery> | undefined;

  constructor(database: Database, journal: Journal) {
    this.database = database;
    this.journal = journal;
    // Skipped on the first connection: opening the page comes first and calls `recover` itself.
    journal.onBack(() => {
      if (this.#hasRecovered) void this.recover();
    });
    database.onRebuilt(() => void this.recover());
  }

  /**
   * Lets a caller show the disk's copy without waiting for the window's. The returned function, to be called when there
   * is time, reads the window's own copy and passes it to `reconcile` (null if there is none); nothing overwrites that
   * copy before `reconcile` is done.
   */
  compareLater(key: string): (reconcile: (windowEntry: JournalEntry | null) => Promise<void>) => Promise<void> {
    let resolve: () => void = () => undefined;
    this.#uncompared.set(key, new Promise((resolvePromise) => (resolve = resolvePromise)));
    return async (reconcile) => {
      const [windowEntry] = (await this.database.peek('entries', [key])) ?? [];
      await reconcile(windowEntry ?? null).finally(() => {
        this.#uncompared.delete(key);
        resolve();
      });
    };
  }

  /** Returns the newer of both copies and updates the other one. Returns null if neither has it. */
  async get(key: string): Promise<JournalEntry | null> {
    return (await this.look(key)).entry;
  }

  /** Like `get`, but also returns whether the entry is certainly on disk. */
  async look(key: string): Promise<{ entry: JournalEntry | null; onDisk: boolean }> {
    const [window, disk] = await Promise.all([
      this.database.attempt((tables) => tables.entries.get(key)),
      this.journal.state === 'lost' ? null : this.journal.read([key]),
    ]);
    const windowEntry = (window.ok && window.value) || null;
    const diskEntry = disk?.[0] ?? null;
    const unsentEntry = this.#unsentEntries.get(key) ?? null;
    const newest = pickNewer(pickNewer(windowEntry, diskEntry), unsentEntry);
    if (!newest || this.#isRemoved(newest)) return { entry: null, onDisk: true };
    const { sent } = await this.#syncCopies(newest, windowEntry, diskEntry, disk !== null, 'soon');
    return { entry: newest, onDisk: sent || diskEntry?.rev === newest.rev };
  }

  /**
   * Writes to both copies; a failed disk write is retried automatically. `isNew` means that the key was just created.
   */
  async put(entry: JournalEntry, isNew = false): Promise<PutResult> {
    const [disk, window] = await Promise.all([this.writeDisk(entry), this.writeWindow(entry, isNew)]);
    if (!disk.ok) this.#queueRetry(entry);
    return { disk, window };
  }

  /**
   * Writes to disk together with all unsent entries: a version this entry replaced must never be missing where the
   * entry is. `stale` covers only this entry.
   */
  async writeDisk(entry: JournalEntry): Promise<WriteResult> {
    if (this.journal.state === 'lost') {
      // Retry now; a writer should not wait seconds for the next attempt.
      this.journal.retryNow();
      return { ok: false, unreachable: true, message: 'Cutaway isn’t responding.' };
    }
    if (this.#isRemoved(entry)) return { ok: true, stale: [] };
    const unsentEntries = [...this.#unsentEntries.values()].filter(({ key }) => key !== entry.key);
    const result = await this.journal.write([...unsentEntries, entry]);
    if (!result.ok) return result;
    for (const unsentEntry of unsentEntries) this.#markSent(unsentEntry);
    return { ok: true, stale: result.stale.filter((key) => key === entry.key) };
  }

  writeWindow(entry: JournalEntry, isNew = false): Promise<Attempt<unknown>> {
    const comparison = this.#uncompared.get(entry.key);
    if (comparison) return comparison.then(() => this.writeWindow(entry, isNew));
    if (this.#isRemoved(entry)) return Promise.resolve({ ok: true, value: entry.rev });
    return this.database.putNewer(entry, isNew);
  }

  /**
   * Removes an entry from both copies unless it was written since; from disk first, so that it cannot come back from
   * there.
   */
  async remove({ key, rev }: Pick<JournalEntry, 'key' | 'rev'>): Promise<void> {
    this.#removedKeys.set(key, rev);
    if (!(await this.journal.remove({ key, rev }))) {
      this.#removedKeys.delete(key);
      return;
    }
    if (this.#unsentEntries.get(key)?.rev === rev) this.#unsentEntries.delete(key);
    await this.database.attempt((tables) =>
      tables.transaction('rw', tables.entries, async () => {
        if ((await tables.entries.get(key))?.rev === rev) await tables.entries.delete(key);
      }),
    );
    this.database.invalidate(key);
  }

  /** Lists all entries under a prefix from the window's copy, or from the journal if there is none. */
  async list(prefix: string): Promise<readonly JournalEntry[]> {
    const window = await this.database.attempt((tables) => tables.entries.where('key').startsWith(prefix).toArray());
    const entries = window.ok ? window.value : await this.#listOnDisk(prefix);
    const byKey = new Map(entries.map((entry) => [entry.key, entry]));
    for (const entry of this.#unsentEntries.values()) if (entry.key.startsWith(prefix)) byKey.set(entry.key, entry);
    return [...byKey.values()];
  }

  /** Yields all entries under a prefix a few at a time, so that the window stays responsive in between. */
  async *readPages(prefix: string, size = 20): AsyncGenerator<readonly JournalEntry[]> {
    const keys = await this.#listKeysInWindow(prefix);
    for (let from = 0; from < keys.length; from += size) {
      const batch = keys.slice(from, from + size);
      const rows = await this.database.attempt((tables) => tables.entries.bulkGet(batch));
      const entries = rows.ok ? rows.value : ((await this.journal.read(batch)) ?? []);
      yield entries.filter((entry) => entry !== undefined);
    }
    const windowKeys = new Set(keys);
    yield [...this.#unsentEntries.values()].filter(({ key }) => key.startsWith(prefix) && !windowKeys.has(key));
  }

  async listKeys(prefix: string): Promise<ReadonlySet<string>> {
    const unsentKeys = [...this.#unsentEntries.keys()].filter((key) => key.startsWith(prefix));
    return new Set([...(await this.#listKeysInWindow(prefix)), ...unsentKeys]);
  }

  /** Reads the keys from the window's copy, or from the journal if there is none. */
  async #listKeysInWindow(prefix: string): Promise<readonly string[]> {
    const window = await this.database.attempt((tables) =>
      tables.entries.where('key').startsWith(prefix).primaryKeys(),
    );
    return window.ok ? window.value : this.#listKeysOnDisk(prefix);
  }

  /**
   * Compares both copies completely: at start, when the host is reachable again and when the database was recreated.
   */
  recover(): Promise<Recovery> {
    this.#hasRecovered = true;
    this.#recovering ??= this.#recover().finally(() => {
      this.#recovering = undefined;
    });
    return this.#recovering;
  }

  /**
   * Deletes the window's entries of an account from before `moment`; they belong to the workspace moved away by a
   * reset.
   */
  async forgetBefore(account: string, moment: string): Promise<void> {
    // Entries an archive imported into the new workspace may be older; they are kept because the disk has them.
    const disk = new Map(((await this.journal.list()) ?? []).map((head) => [head.key, head]));
    const onDisk = ({ key, rev, updated_at }: JournalEntry): boolean =>
      disk.get(key)?.rev === rev && disk.get(key)?.updated_at === updated_at;
    const isOutdated = (entry: JournalEntry): boolean =>
      entry.key.split('/')[1] === account && entry.updated_at < moment && !onDisk(entry);
    for (const entry of [...this.#unsentEntries.values()]) if (isOutdated(entry)) this.#unsentEntries.delete(entry.key);
    await this.database.attempt((tables) => tables.entries.filter(isOutdated).delete());
    this.database.invalidate();
  }

  /** Saves a losing text as a version of its script; other entries have no versions. */
  async keepOlder(entry: JournalEntry, reason: VersionReason): Promise<boolean> {
    const draft = readDraftKey(entry.key);
    const text = entry.value['text'];
    if (!draft || typeof text !== 'string' || text === '') return false;
    // The key makes the same text of the same time a single version, however often it is found.
    const key = `${getVersionPrefix(draft.account, draft.scriptId)}recovered-${draft.kind}-${entry.rev}`;
    await this.put({
      key,
      rev: 1,
      updated_at: entry.updated_at,
      value: { kind: draft.kind, source: 'recovered', text, reason, name: null, run_id: null, at: entry.updated_at },
    });
    return true;
  }

  async #recover(): Promise<Recovery> {
    const nothing: Recovery = { compared: false, restored: 0, sent: 0, savedVersions: 0 };
    const disk = await this.journal.list();
    if (!disk) return nothing;
    const window = await this.database.attempt((tables) => tables.entries.toArray());
    const windowEntries = new Map((window.ok ? window.value : []).map((entry) => [entry.key, entry]));
    for (const entry of this.#unsentEntries.values()) {
      const existingEntry = windowEntries.get(entry.key);
      if (!existingEntry || existingEntry.rev < entry.rev) windowEntries.set(entry.key, entry);
    }
    const revisions = new Map(disk.filter(({ key }) => JOURNAL_KEY.test(key)).map(({ key, rev }) => [key, rev]));
    const differing = [...revisions].filter(([key, rev]) => windowEntries.get(key)?.rev !== rev).map(([key]) => key);
    const diskEntries = new Map((await this.journal.read(differing))?.map((entry) => [entry.key, entry]) ?? []);
    const result = { compared: true, restored: 0, sent: 0, savedVersions: 0 };
    for (const key of new Set([...windowEntries.keys(), ...differing])) {
      const windowEntry = windowEntries.get(key) ?? null;
      const diskEntry = diskEntries.get(key) ?? null;
      if (windowEntry && revisions.get(key) === windowEntry.rev) continue;
      const newest = pickNewer(windowEntry, diskEntry);
      if (!newest) continue;
      const outcome = await this.#syncCopies(newest, windowEntry, diskEntry, true);
      result.restored += outcome.restored ? 1 : 0;
      result.sent += outcome.sent ? 1 : 0;
      result.savedVersions += outcome.isVersionSaved ? 1 : 0;
    }
    return result;
  }

  /** Brings both copies to the newest entry, after saving the losing text as a version. */
  async #syncCopies(
    newest: JournalEntry,
    window: JournalEntry | null,
    disk: JournalEntry | null,
    isDiskKnown: boolean,
    waitFor: 'now' | 'soon' = 'now',
  ): Promise<{ restored: boolean; sent: boolean; isVersionSaved: boolean }> {
    let isVersionSaved = false;
    for (const older of [window, disk]) {
      if (!older || older.rev >= newest.rev || older.value['text'] === newest.value['text']) continue;
      // The entry was moved completely to another script.
      if ('moved_to' in newest.value) continue;
      isVersionSaved = (await this.keepOlder(older, 'beside')) || isVersionSaved;
    }
    const isRestored = !window || window.rev < newest.rev;
    if (isRestored) {
      const result = this.writeWindow(newest);
      // Do not wait for the window's database if the disk already has the newest entry.
      if (waitFor === 'now' || disk?.rev !== newest.rev) await result;
    }
    let isSent = false;
    if (!disk || disk.rev < newest.rev) {
      const result = isDiskKnown ? await this.writeDisk(newest) : null;
      isSent = result?.ok === true;
      if (isSent) this.#markSent(newest);
      else this.#queueRetry(newest);
    }
    return { restored: isRestored, sent: isSent, isVersionSaved };
  }

  async #listOnDisk(prefix: string): Promise<readonly JournalEntry[]> {
    const keys = await this.#listKeysOnDisk(prefix);
    return keys.length > 0 ? ((await this.journal.read(keys)) ?? []) : [];
  }

  async #listKeysOnDisk(prefix: string): Promise<readonly string[]> {
    return (await this.journal.list())?.filter(({ key }) => key.startsWith(prefix)).map(({ key }) => key) ?? [];
  }

  #isRemoved({ key, rev }: JournalEntry): boolean {
    return rev <= (this.#removedKeys.get(key) ?? -1);
  }

  #markSent(entry: JournalEntry): void {
    const unsentEntry = this.#unsentEntries.get(entry.key);
    if (unsentEntry && unsentEntry.rev <= entry.rev) this.#unsentEntries.delete(entry.key);
  }

  #queueRetry(entry: JournalEntry): void {
    const unsentEntry = this.#unsentEntries.get(entry.key);
    if (!unsentEntry || unsentEntry.rev < entry.rev) this.#unsentEntries.set(entry.key, entry);
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    setTimeout(() => {
      this.#isRetrying = false;
      void this.#sendUnsent();
    }, RETRY_MS);
  }

  async #sendUnsent(): Promise<void> {
    for (const entry of [...this.#unsentEntries.values()]) {
      const result = await this.writeDisk(entry);
      if (result.ok) this.#markSent(entry);
      else return this.#queueRetry(entry);
    }
  }
}

const pickNewer = (a: JournalEntry | null, b: JournalEntry | null): JournalEntry | null =>
  !a ? b : !b ? a : b.rev > a.rev ? b : a;
