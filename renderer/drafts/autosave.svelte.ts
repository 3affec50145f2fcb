import { logger } from '#log/logger.ts';
import type { JournalEntry } from '#contract/journal.ts';

import type { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

const log = logger('drafts');

/** How safely a text is saved; the state `saved` is set only after the journal confirmed the write. */
export interface SaveStatus {
  readonly state: 'saved' | 'saving' | 'unsaved';
  /**
   * The safest place that certainly has the newest text: the disk, this window's database, or only the screen.
   */
  readonly place: 'disk' | 'window' | 'screen';
  /** Explains the state in plain words: always set with `unsaved`, sometimes with `saved`. */
  readonly message: string | null;
  /** The time when the newest saved text was saved. */
  readonly at: string | null;
}

/** Time from the first unsaved change to its save; with the write itself it stays well below half a second. */
const SAVE_AFTER_MS = 200;
/**
 * Chromium handles keys before answers: while someone types fast, no answer arrives for most of a second. So the next
 * text is sent to disk without waiting for the last answer; the journal writes them in order, only the newest.
 */
const MAX_CONCURRENT_WRITES = 8;
const RETRY_MS = { first: 800, longest: 10_000 };

export interface AutosaveOptions {
  readonly store: MirroredStore;
  readonly revisions: RevisionCounter;
  readonly key: string;
  /** The stored entry, or null if nothing was ever written. */
  readonly stored: JournalEntry | null;
  readonly onDisk: boolean;
  /** Runs after each write that the journal accepted. */
  readonly onSaved?: (entry: JournalEntry, parent: number) => void;
  /** Runs when the journal holds a newer revision from another window. Saves its text, and resolves to its revision. */
  readonly onStale?: () => Promise<number>;
}

type ReadValue = () => Record<string, unknown>;

/** Saves one value while it changes: soon after the first unsaved change, and further changes never delay it. */
export class Autosave {
  readonly #options: AutosaveOptions;
  #key: string;
  readonly #diskQueue = new LatestOnlyQueue(MAX_CONCURRENT_WRITES, () => this.#resolveFlushes());
  readonly #windowQueue = new LatestOnlyQueue(1, () => this.#resolveFlushes());
  #status = $state.raw<SaveStatus>({ state: 'saved', place: 'disk', message: null, at: null });
  #read: ReadValue | null = null;
  #isDirty = false;
  /** The time of the first unsaved change, on the page's clock. */
  #dirtySince = 0;
  #rev: number;
  #diskRevision: number;
  #windowRevision = 0;
  #latestEntry: JournalEntry | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #retryDelay = RETRY_MS.first;
  #diskFailure: string | null = null;
  #windowFailure: string | null = null;
  #flushResolvers: (() => void)[] = [];
  readonly #unsubscribeAll: () => void;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#key = options.key;
    this.#rev = options.stored?.rev ?? 0;
    this.#windowRevision = this.#rev;
    this.#diskRevision = options.onDisk ? this.#rev : 0;
    this.#latestEntry = options.stored;
    if (!options.onDisk) this.#diskFailure = 'not yet on disk';
    this.#status = { state: 'saved', place: 'disk', message: null, at: options.stored?.updated_at ?? null };
    this.#updateStatus();
    const unsubscribers = [
      options.store.journal.onBack(() => this.#retryWrite()),
      // The window's database was lost, so write the open value again, whether the disk has it or not.
      options.store.database.onRebuilt(() => {
        if (this.#latestEntry) void options.store.writeWindow(this.#latestEntry);
      }),
    ];
    this.#unsubscribeAll = () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
    // The value was found only in the window, so write it to disk without waiting for a change.
    if (!options.onDisk && options.stored) this.#retryLater();
  }

  get status(): SaveStatus {
    return this.#status;
  }

  /** Returns the revision of the newest save, finished or running. */
  get rev(): number {
    return this.#rev;
  }

  /** Returns whether a change exists that no save has picked up yet. */
  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** Marks the value as changed; `read` is called for the whole value only when it is saved. */
  touch(read: ReadValue): void {
    this.#read = read;
    if (!this.#isDirty) this.#dirtySince = performance.now();
    this.#isDirty = true;
    // Key events starve timers, so check the deadline here as well.
    if (performance.now() - this.#dirtySince > SAVE_AFTER_MS) this.#save();
    else this.#timer ??= setTimeout(() => this.#save(), SAVE_AFTER_MS);
    if (this.#status.state !== 'saving') this.#updateStatus();
  }

  /** Saves unsaved changes now. Resolves once they are saved or the save failed. */
  async flush(): Promise<SaveStatus> {
    if (this.#isDirty) this.#save();
    else if (this.#diskRevision < this.#rev) this.#retryWrite();
    await new Promise<void>((resolve) => {
      this.#flushResolvers.push(resolve);
      this.#resolveFlushes();
    });
    return this.#status;
  }

  /** Sends everything at once when the page closes, bypassing writes that are still running. */
  saveOnLeave(): void {
    if (this.#isDirty) this.#save(true);
    else if (this.#latestEntry && this.#diskRevision < this.#latestEntry.rev)
      void this.#options.store.writeDisk(this.#latestEntry);
  }

  /** Call after adopting another window's newer revision, which leaves nothing here to save. */
  follow(rev: number, at: string): void {
    this.#rev = Math.max(this.#rev, rev);
    this.#diskRevision = this.#rev;
    this.#windowRevision = this.#rev;
    this.#latestEntry = null;
    this.#status = { state: 'saved', place: 'disk', message: null, at };
  }

  /** Makes the next save use a revision above `rev`, which is already saved elsewhere. */
  bumpRevision(rev: number): void {
    this.#rev = Math.max(this.#rev, rev);
  }

  /** Saves under another key from now on and rewrites the last saved value there. */
  move(key: string): void {
    this.#key = key;
    if (!this.#latestEntry) return;
    this.#latestEntry = { ...this.#latestEntry, key };
    this.#diskRevision = 0;
    this.#windowRevision = 0;
    this.#push(this.#latestEntry, 0);
  }

  /** Saves the current value and stops. */
  async close(): Promise<SaveStatus> {
    const status = await this.flush();
    this.#unsubscribeAll();
    clearTimeout(this.#timer);
    // The store keeps retrying writes that the disk has not accepted.
    if (this.#latestEntry && this.#diskRevision < this.#latestEntry.rev)
      void this.#options.store.put(this.#latestEntry);
    clearTimeout(this.#retryTimer);
    return status;
  }

  #save(isLeaving = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#read) return;
    const parent = this.#rev;
    this.#rev = this.#options.revisions.getNextAfter(parent);
    const entry = {
      key: this.#key,
      rev: this.#rev,
      updated_at: new Date().toISOString(),
      value: this.#read(),
    };
    this.#isDirty = false;
    this.#latestEntry = entry;
    if (isLeaving) {
      void this.#options.store.writeDisk(entry);
      void this.#options.store.writeWindow(entry);
    }
    this.#push(entry, parent);
  }

  #push(entry: JournalEntry, parent: number): void {
    const { store, onSaved } = this.#options;
    this.#windowQueue.run(async () => {
      const result = await store.writeWindow(entry);
      if (entry.key !== this.#key) return;
      this.#windowFailure = result.ok ? null : result.message;
      if (result.ok) this.#windowRevision = Math.max(this.#windowRevision, entry.rev);
      this.#updateStatus();
    });
    this.#diskQueue.run(async () => {
      const result = await store.writeDisk(entry);
      // The key changed meanwhile, and the value was saved under the new one.
      if (entry.key !== this.#key) return;
      if (result.ok && result.stale.length > 0) return this.#overwriteStale(entry);
      if (result.ok && this.#diskFailure !== null) log.info('on disk', { key: entry.key });
      if (!result.ok && this.#diskFailure === null) log.warn('not on disk', { key: entry.key });
      this.#diskFailure = result.ok ? null : result.unreachable ? 'not yet on disk' : `not on disk. ${result.message}`;
      if (result.ok) {
        this.#diskRevision = Math.max(this.#diskRevision, entry.rev);
        this.#retryDelay = RETRY_MS.first;
        onSaved?.(entry, parent);
      } else this.#retryLater();
      this.#updateStatus();
    });
    this.#updateStatus();
  }

  async #overwriteStale(entry: JournalEntry): Promise<void> {
    // Save the other window's text before overwriting it.
    const theirRevision = (await this.#options.onStale?.()) ?? entry.rev;
    const latest = this.#latestEntry ?? entry;
    this.#rev = this.#options.revisions.getNextAfter(Math.max(theirRevision, this.#rev));
    this.#latestEntry = { ...latest, rev: this.#rev };
    this.#push(this.#latestEntry, theirRevision);
  }

  #retryLater(): void {
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined;
      this.#retryWrite();
    }, this.#retryDelay);
    this.#retryDelay = Math.min(this.#retryDelay * 2, RETRY_MS.longest);
  }

  #retryWrite(): void {
    if (this.#latestEntry && this.#diskRevision < this.#latestEntry.rev && !this.#diskQueue.isBusy)
      this.#push(this.#latestEntry, this.#diskRevision);
  }

  /** Resolves pending flushes once no write is running. */
  #resolveFlushes(): void {
    if (this.#isDirty || this.#diskQueue.isBusy || this.#windowQueue.isBusy) return;
    this.#updateStatus();
    const resolvers = this.#flushResolvers;
    this.#flushResolvers = [];
    for (const resolve of resolvers) resolve();
  }

  #updateStatus(): void {
    const next = this.#createStatus();
    const old = this.#status;
    if (old.state !== next.state || old.place !== next.place || old.message !== next.message || old.at !== next.at) {
      this.#status = next;
    }
  }

  #createStatus(): SaveStatus {
    const at =
      this.#latestEntry && this.#diskRevision >= this.#latestEntry.rev ? this.#latestEntry.updated_at : this.#status.at;
    const place = this.#isDirty
      ? 'screen'
      : this.#diskRevision >= this.#rev
        ? 'disk'
        : this.#windowRevision >= this.#rev
          ? 'window'
          : 'screen';
    if (place === 'disk') {
      const message = this.#windowFailure ? `Saved to disk. ${this.#windowFailure}` : null;
      return { state: 'saved', place, message, at };
    }
    if (this.#diskFailure === null) return { state: 'saving', place, message: null, at };
    const message =
      this.#windowFailure === null
        ? place === 'window'
          ? `Saved in this window, ${this.#diskFailure}`
          : `Saving in this window, ${this.#diskFailure}`
        : `Not saved yet: ${this.#diskFailure} ${this.#windowFailure} Keep this window open.`;
    return { state: 'unsaved', place, message, at };
  }
}

/** Runs at most `maxRunning` writes; when full, keeps only the newest. */
class LatestOnlyQueue {
  readonly #maxRunning: number;
  readonly #onIdle: () => void;
  #runningCount = 0;
  #next: (() => Promise<void>) | null = null;

  constructor(maxRunning: number, onIdle: () => void) {
    this.#maxRunning = maxRunning;
    this.#onIdle = onIdle;
  }

  get isBusy(): boolean {
    return this.#runningCount > 0 || this.#next !== null;
  }

  run(work: () => Promise<void>): void {
    if (this.#runningCount >= this.#maxRunning) {
      this.#next = work;
      return;
    }
    this.#runningCount++;
    void work().finally(() => {
      this.#runningCount--;
      const next = this.#next;
      this.#next = null;
      if (next) this.run(next);
      else if (this.#runningCount === 0) this.#onIdle();
    });
  }
}
