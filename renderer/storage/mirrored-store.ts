import type { JournalEntry } from '#contract/bridge.ts';

import type { Attempt, Database } from './database.ts';
import { readDraftKey, versionPrefix, JOURNAL_KEY } from './keys.ts';
import type { Journal, WriteResult } from './journal.ts';
import type { VersionReason } from './version-reasons.ts';

export interface PutResult {
  readonly disk: WriteResult;
  readonly window: Attempt<unknown>;
}

export interface Recovery {
  /** Tells whether the journal could be compared at all. */
  readonly compared: boolean;
  /** Counts entries the window had lost or had in an older revision. */
  readonly restored: number;
  /** Counts entries the disk did not have yet. */
  readonly sent: number;
  /** Counts texts that differed and were saved as versions. */
  readonly kept: number;
}

const RETRY_MS = 5000;

/**
 * Keeps the two copies of what a person wrote: the host's journal and the window's database. If they differ, the higher
 * revision wins and the losing text becomes a version: nothing is dropped.
 */
export class MirroredStore {
  readonly database: Database;
  readonly journal: Journal;
  readonly #unsent = new Map<string, JournalEntry>();
  /** Maps keys to the removed revision, so that an earlier read cannot bring the entry back. */
  readonly #removed = new Map<string, number>();
  /** Holds keys shown from disk; writes to the window's copy wait until it was compared. */
  readonly #uncompared = new Map<string, Promise<void>>();
  #retrying = false;
  #recovers = false;
  #recovering: Promise<Recovery> | undefined;

  constructor(database: Database, journal: Journal) {
    this.database = database;
    this.journal = journal;
    // Skipped on the first connection: opening the page comes first and calls `recover` itself.
    journal.onBack(() => {
      if (this.#recovers) void this.recover();
    });
    database.onRebuilt(() => void this.recover());
  }

  /**
   * Lets a caller show the disk's copy without waiting for the window's. The returned function, to be called when there
   * is time, reads the window's own copy and passes it to `deal` (null if there is none); nothing overwrites that copy
   * before `deal` is done.
   */
  compareLater(key: string): (deal: (own: JournalEntry | null) => Promise<void>) => Promise<void> {
    let resolve: () => void = () => undefined;
    this.#uncompared.set(key, new Promise((done) => (resolve = done)));
    return async (deal) => {
      const [own] = (await this.database.peek('entries', [key])) ?? [];
      await deal(own ?? null).finally(() => {
        this.#uncompared.delete(key);
        resolve();
      });
    };
  }

  /** Returns the newer of both copies and updates the other one. Returns null if neither has it. */
  async get(key: string): Promise<JournalEntry | null> {
    return (await this.look(key)).entry;
  }

  /** Works like `get` and also returns whether the entry is certainly on disk. */
  async look(key: string): Promise<{ entry: JournalEntry | null; onDisk: boolean }> {
    const [window, disk] = await Promise.all([
      this.database.attempt((tables) => tables.entries.get(key)),
      this.journal.state === 'lost' ? null : this.journal.read([key]),
    ]);
    const ours = (window.ok && window.value) || null;
    const theirs = disk?.[0] ?? null;
    const waiting = this.#unsent.get(key) ?? null;
    const newest = newer(newer(ours, theirs), waiting);
    if (!newest || this.#isRemoved(newest)) return { entry: null, onDisk: true };
    const { sent } = await this.#even(newest, ours, theirs, disk !== null, 'soon');
    return { entry: newest, onDisk: sent || theirs?.rev === newest.rev };
  }

  /**
   * Writes to both copies; a failed disk write is retried automatically. `fresh` means that the key was just created.
   */
  async put(entry: JournalEntry, fresh = false): Promise<PutResult> {
    const [disk, window] = await Promise.all([this.writeDisk(entry), this.writeWindow(entry, fresh)]);
    if (!disk.ok) this.#later(entry);
    return { disk, window };
  }

  /**
   * Writes to disk together with all unsent entries: a version this entry replaced must never be missing where the
   * entry is. `stale` covers only this entry.
   */
  async writeDisk(entry: JournalEntry): Promise<WriteResult> {
    if (this.journal.state === 'lost') {
      // Retry now; a writer should not wait out a pause of seconds between two attempts.
      this.journal.retryNow();
      return { ok: false, unreachable: true, message: 'Cutaway isn’t responding.' };
    }
    if (this.#isRemoved(entry)) return { ok: true, stale: [] };
    const waiting = [...this.#unsent.values()].filter(({ key }) => key !== entry.key);
    const written = await this.journal.write([...waiting, entry]);
    if (!written.ok) return written;
    for (const sent of waiting) this.#sentNow(sent);
    return { ok: true, stale: written.stale.filter((key) => key === entry.key) };
  }

  writeWindow(entry: JournalEntry, fresh = false): Promise<Attempt<unknown>> {
    const compared = this.#uncompared.get(entry.key);
    if (compared) return compared.then(() => this.writeWindow(entry, fresh));
    if (this.#isRemoved(entry)) return Promise.resolve({ ok: true, value: entry.rev });
    return this.database.putNewer(entry, fresh);
  }

  /**
   * Removes an entry from both copies unless it was written since; from disk first, so that it cannot come back from
   * there.
   */
  async remove({ key, rev }: Pick<JournalEntry, 'key' | 'rev'>): Promise<void> {
    this.#removed.set(key, rev);
    if (!(await this.journal.remove({ key, rev }))) {
      this.#removed.delete(key);
      return;
    }
    if (this.#unsent.get(key)?.rev === rev) this.#unsent.delete(key);
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
    const found = window.ok ? window.value : await this.#listOnDisk(prefix);
    const byKey = new Map(found.map((entry) => [entry.key, entry]));
    for (const entry of this.#unsent.values()) if (entry.key.startsWith(prefix)) byKey.set(entry.key, entry);
    return [...byKey.values()];
  }

  /** Yields all entries under a prefix a few at a time, so that the window stays responsive in between. */
  async *pages(prefix: string, size = 20): AsyncGenerator<readonly JournalEntry[]> {
    const keys = await this.#keysThere(prefix);
    for (let from = 0; from < keys.length; from += size) {
      const batch = keys.slice(from, from + size);
      const rows = await this.database.attempt((tables) => tables.entries.bulkGet(batch));
      const found = rows.ok ? rows.value : ((await this.journal.read(batch)) ?? []);
      yield found.filter((entry) => entry !== undefined);
    }
    const there = new Set(keys);
    yield [...this.#unsent.values()].filter(({ key }) => key.startsWith(prefix) && !there.has(key));
  }

  async keys(prefix: string): Promise<ReadonlySet<string>> {
    const unsent = [...this.#unsent.keys()].filter((key) => key.startsWith(prefix));
    return new Set([...(await this.#keysThere(prefix)), ...unsent]);
  }

  /** Reads the keys from the window's copy, or from the journal if there is none. */
  async #keysThere(prefix: string): Promise<readonly string[]> {
    const window = await this.database.attempt((tables) =>
      tables.entries.where('key').startsWith(prefix).primaryKeys(),
    );
    return window.ok ? window.value : this.#keysOnDisk(prefix);
  }

  /**
   * Compares both copies completely: at start, when the host is reachable again and when the database was recreated.
   */
  recover(): Promise<Recovery> {
    this.#recovers = true;
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
    const gone = (entry: JournalEntry): boolean =>
      entry.key.split('/')[1] === account && entry.updated_at < moment && !onDisk(entry);
    for (const entry of [...this.#unsent.values()]) if (gone(entry)) this.#unsent.delete(entry.key);
    await this.database.attempt((tables) => tables.entries.filter(gone).delete());
    this.database.invalidate();
  }

  /** Saves a losing text as a version of its script; other entries have no versions. */
  async keepOlder(entry: JournalEntry, reason: VersionReason): Promise<boolean> {
    const draft = readDraftKey(entry.key);
    const text = entry.value['text'];
    if (!draft || typeof text !== 'string' || text === '') return false;
    // The key makes the same text of the same time a single version, however often it is found.
    const key = `${versionPrefix(draft.account, draft.scriptId)}recovered-${draft.kind}-${entry.rev}`;
    await this.put({
      key,
      rev: 1,
      updated_at: entry.updated_at,
      value: { kind: draft.kind, source: 'recovered', text, reason, name: null, run_id: null, at: entry.updated_at },
    });
    return true;
  }

  async #recover(): Promise<Recovery> {
    const none: Recovery = { compared: false, restored: 0, sent: 0, kept: 0 };
    const disk = await this.journal.list();
    if (!disk) return none;
    const window = await this.database.attempt((tables) => tables.entries.toArray());
    const ours = new Map((window.ok ? window.value : []).map((entry) => [entry.key, entry]));
    for (const entry of this.#unsent.values()) {
      const there = ours.get(entry.key);
      if (!there || there.rev < entry.rev) ours.set(entry.key, entry);
    }
    const revisions = new Map(disk.filter(({ key }) => JOURNAL_KEY.test(key)).map(({ key, rev }) => [key, rev]));
    const differing = [...revisions].filter(([key, rev]) => ours.get(key)?.rev !== rev).map(([key]) => key);
    const theirs = new Map((await this.journal.read(differing))?.map((entry) => [entry.key, entry]) ?? []);
    const result = { compared: true, restored: 0, sent: 0, kept: 0 };
    for (const key of new Set([...ours.keys(), ...differing])) {
      const mine = ours.get(key) ?? null;
      const other = theirs.get(key) ?? null;
      if (mine && revisions.get(key) === mine.rev) continue;
      const newest = newer(mine, other);
      if (!newest) continue;
      const outcome = await this.#even(newest, mine, other, true);
      result.restored += outcome.restored ? 1 : 0;
      result.sent += outcome.sent ? 1 : 0;
      result.kept += outcome.kept ? 1 : 0;
    }
    return result;
  }

  /** Brings both copies to the newest entry, after saving the losing text as a version. */
  async #even(
    newest: JournalEntry,
    window: JournalEntry | null,
    disk: JournalEntry | null,
    diskKnown: boolean,
    restores: 'now' | 'soon' = 'now',
  ): Promise<{ restored: boolean; sent: boolean; kept: boolean }> {
    let kept = false;
    for (const older of [window, disk]) {
      if (!older || older.rev >= newest.rev || older.value['text'] === newest.value['text']) continue;
      // The entry was moved completely to another script.
      if ('moved_to' in newest.value) continue;
      kept = (await this.keepOlder(older, 'beside')) || kept;
    }
    const restored = !window || window.rev < newest.rev;
    if (restored) {
      const written = this.writeWindow(newest);
      // Do not wait for the window's database if the disk already has the newest entry.
      if (restores === 'now' || disk?.rev !== newest.rev) await written;
    }
    let sent = false;
    if (!disk || disk.rev < newest.rev) {
      const written = diskKnown ? await this.writeDisk(newest) : null;
      sent = written?.ok === true;
      if (sent) this.#sentNow(newest);
      else this.#later(newest);
    }
    return { restored, sent, kept };
  }

  async #listOnDisk(prefix: string): Promise<readonly JournalEntry[]> {
    const keys = await this.#keysOnDisk(prefix);
    return keys.length > 0 ? ((await this.journal.read(keys)) ?? []) : [];
  }

  async #keysOnDisk(prefix: string): Promise<readonly string[]> {
    return (await this.journal.list())?.filter(({ key }) => key.startsWith(prefix)).map(({ key }) => key) ?? [];
  }

  #isRemoved({ key, rev }: JournalEntry): boolean {
    return rev <= (this.#removed.get(key) ?? -1);
  }

  #sentNow(entry: JournalEntry): void {
    const waiting = this.#unsent.get(entry.key);
    if (waiting && waiting.rev <= entry.rev) this.#unsent.delete(entry.key);
  }

  #later(entry: JournalEntry): void {
    const waiting = this.#unsent.get(entry.key);
    if (!waiting || waiting.rev < entry.rev) this.#unsent.set(entry.key, entry);
    if (this.#retrying) return;
    this.#retrying = true;
    setTimeout(() => {
      this.#retrying = false;
      void this.#sendWaiting();
    }, RETRY_MS);
  }

  async #sendWaiting(): Promise<void> {
    for (const entry of [...this.#unsent.values()]) {
      const written = await this.writeDisk(entry);
      if (written.ok) this.#sentNow(entry);
      else return this.#later(entry);
    }
  }
}

const newer = (a: JournalEntry | null, b: JournalEntry | null): JournalEntry | null =>
  !a ? b : !b ? a : b.rev > a.rev ? b : a;
