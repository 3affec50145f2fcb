import type { JournalEntry } from '#contract/bridge.ts';

import type { Revs } from './rev.ts';
import type { WrittenStore } from './store.ts';

/** `saved` only after the journal said so. */
export interface SaveStatus {
  readonly state: 'saved' | 'saving' | 'unsaved';
  /** Where the newest text is for certain: on disk, in this window's database, or nowhere but on the screen. */
  readonly place: 'disk' | 'window' | 'screen';
  /** Plain words: always there with `unsaved`, sometimes a remark with `saved`. */
  readonly message: string | null;
  /** When the newest saved text was saved. */
  readonly at: string | null;
}

/** From the first unsaved change to its save; with the write itself it stays well below half a second. */
const SAVE_AFTER_MS = 200;
/**
 * Chromium puts keys before answers: while someone types fast, no answer is seen for most of a second. So the disk is
 * sent the next text without waiting for the last answer; the journal writes them in order, the newest only.
 */
const DISK_WRITES_AT_ONCE = 8;
const RETRY_MS = { first: 800, longest: 10_000 };

export interface KeeperOptions {
  readonly store: WrittenStore;
  readonly revs: Revs;
  readonly key: string;
  /** What was found of it, null when nothing was ever written. */
  readonly found: JournalEntry | null;
  /** Whether what was found is on disk. */
  readonly onDisk: boolean;
  /** Told after each write that the journal took. */
  readonly onSaved?: (entry: JournalEntry, parent: number) => void;
  /** The journal holds a newer revision: another window wrote. Answers when that one is kept safe. */
  readonly onStale?: () => Promise<number>;
}

type Read = () => Record<string, unknown>;

/** Saves one thing while it changes: soon after the first unsaved change, never put off by further ones. */
export class Keeper {
  readonly #options: KeeperOptions;
  #key: string;
  readonly #disk = new Lane(DISK_WRITES_AT_ONCE, () => this.#release());
  readonly #window = new Lane(1, () => this.#release());
  #status = $state.raw<SaveStatus>({ state: 'saved', place: 'disk', message: null, at: null });
  #read: Read | null = null;
  #dirty = false;
  /** When the first unsaved change came, on the page's clock. */
  #dirtySince = 0;
  #rev: number;
  #onDisk: number;
  #inWindow = 0;
  #latest: JournalEntry | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pause = RETRY_MS.first;
  #diskFault: string | null = null;
  #windowFault: string | null = null;
  #waiting: (() => void)[] = [];
  readonly #unlink: () => void;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#key = options.key;
    this.#rev = options.found?.rev ?? 0;
    this.#inWindow = this.#rev;
    this.#onDisk = options.onDisk ? this.#rev : 0;
    this.#latest = options.found;
    if (!options.onDisk) this.#diskFault = 'not yet on disk';
    this.#status = { state: 'saved', place: 'disk', message: null, at: options.found?.updated_at ?? null };
    this.#show();
    const ends = [
      options.store.journal.onBack(() => this.#tryAgain()),
      // The window's copy was lost: what is open here is written again, whether the disk has it or not.
      options.store.database.onRebuilt(() => {
        if (this.#latest) void options.store.writeWindow(this.#latest);
      }),
    ];
    this.#unlink = () => {
      for (const end of ends) end();
    };
    // Found in the window alone: it goes to disk without waiting for the next change.
    if (!options.onDisk && options.found) this.#retryLater();
  }

  get status(): SaveStatus {
    return this.#status;
  }

  /** Of the newest save, done or under way. */
  get rev(): number {
    return this.#rev;
  }

  /** Something changed that no save has picked up yet. */
  get dirty(): boolean {
    return this.#dirty;
  }

  /** `read` is asked for the whole value when it is saved, not before. */
  touch(read: Read): void {
    this.#read = read;
    if (!this.#dirty) this.#dirtySince = performance.now();
    this.#dirty = true;
    // Keys go before timers too.
    if (performance.now() - this.#dirtySince > SAVE_AFTER_MS) this.#save();
    else this.#timer ??= setTimeout(() => this.#save(), SAVE_AFTER_MS);
    if (this.#status.state === 'saved') this.#show();
  }

  /** Sends what is unsaved now, without waiting for the moment; answers once it is saved or has failed. */
  async flush(): Promise<SaveStatus> {
    if (this.#dirty) this.#save();
    else if (this.#onDisk < this.#rev) this.#tryAgain();
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#release();
    });
    return this.#status;
  }

  /** The page goes away: everything is sent in this very moment, past whatever is still under way. */
  leave(): void {
    if (this.#dirty) this.#save(true);
    else if (this.#latest && this.#onDisk < this.#latest.rev) void this.#options.store.writeDisk(this.#latest);
  }

  /** Another window's newer revision was taken over: nothing here is newer than that. */
  follow(rev: number, at: string): void {
    this.#rev = Math.max(this.#rev, rev);
    this.#onDisk = this.#rev;
    this.#inWindow = this.#rev;
    this.#latest = null;
    this.#status = { state: 'saved', place: 'disk', message: null, at };
  }

  /** A revision that is kept elsewhere by now lies there: the next save goes above it. */
  goAbove(rev: number): void {
    this.#rev = Math.max(this.#rev, rev);
  }

  /** From now on it is saved under another key, beginning with what was saved last. */
  move(key: string): void {
    this.#key = key;
    if (!this.#latest) return;
    this.#latest = { ...this.#latest, key };
    this.#onDisk = 0;
    this.#inWindow = 0;
    this.#push(this.#latest, 0);
  }

  /** Saves what is open and stops. */
  async close(): Promise<SaveStatus> {
    const status = await this.flush();
    this.#unlink();
    clearTimeout(this.#timer);
    // What the disk has not taken stays with the store, which goes on trying.
    if (this.#latest && this.#onDisk < this.#latest.rev) void this.#options.store.put(this.#latest);
    clearTimeout(this.#retry);
    return status;
  }

  #save(leaving = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#read) return;
    const parent = this.#rev;
    this.#rev = this.#options.revs.after(parent);
    const entry = {
      key: this.#key,
      rev: this.#rev,
      updated_at: new Date().toISOString(),
      value: this.#read(),
    };
    this.#dirty = false;
    this.#latest = entry;
    if (leaving) {
      void this.#options.store.writeDisk(entry);
      void this.#options.store.writeWindow(entry);
    }
    this.#push(entry, parent);
  }

  #push(entry: JournalEntry, parent: number): void {
    const { store, onSaved } = this.#options;
    this.#window.run(async () => {
      const window = await store.writeWindow(entry);
      if (entry.key !== this.#key) return;
      this.#windowFault = window.ok ? null : window.message;
      if (window.ok) this.#inWindow = Math.max(this.#inWindow, entry.rev);
      this.#show();
    });
    this.#disk.run(async () => {
      const disk = await store.writeDisk(entry);
      // Under a key that was left: it has been saved under the new one since.
      if (entry.key !== this.#key) return;
      if (disk.ok && disk.stale.length > 0) return this.#stale(entry);
      this.#diskFault = disk.ok ? null : disk.unreachable ? 'not yet on disk' : `not on disk. ${disk.message}`;
      if (disk.ok) {
        this.#onDisk = Math.max(this.#onDisk, entry.rev);
        this.#pause = RETRY_MS.first;
        onSaved?.(entry, parent);
      } else this.#retryLater();
      this.#show();
    });
    this.#show();
  }

  async #stale(entry: JournalEntry): Promise<void> {
    // The other text is safe before this one goes above it.
    const theirs = (await this.#options.onStale?.()) ?? entry.rev;
    const latest = this.#latest ?? entry;
    this.#rev = this.#options.revs.after(Math.max(theirs, this.#rev));
    this.#latest = { ...latest, rev: this.#rev };
    this.#push(this.#latest, theirs);
  }

  #retryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      this.#tryAgain();
    }, this.#pause);
    this.#pause = Math.min(this.#pause * 2, RETRY_MS.longest);
  }

  #tryAgain(): void {
    if (this.#latest && this.#onDisk < this.#latest.rev && !this.#disk.busy) this.#push(this.#latest, this.#onDisk);
  }

  /** Lets go whoever waits, once nothing is under way. */
  #release(): void {
    if (this.#dirty || this.#disk.busy || this.#window.busy) return;
    this.#show();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #show(): void {
    const next = this.#describe();
    const now = this.#status;
    if (now.state !== next.state || now.place !== next.place || now.message !== next.message || now.at !== next.at) {
      this.#status = next;
    }
  }

  #describe(): SaveStatus {
    const at = this.#latest && this.#onDisk >= this.#latest.rev ? this.#latest.updated_at : this.#status.at;
    const place = this.#dirty
      ? 'screen'
      : this.#onDisk >= this.#rev
        ? 'disk'
        : this.#inWindow >= this.#rev
          ? 'window'
          : 'screen';
    if (place === 'disk') {
      const message = this.#windowFault ? `Saved on disk. ${this.#windowFault}` : null;
      return { state: 'saved', place, message, at };
    }
    if (this.#diskFault === null) return { state: 'saving', place, message: null, at };
    const message =
      this.#windowFault === null
        ? `Saved in this window, ${this.#diskFault}`
        : `Not saved yet: ${this.#diskFault} ${this.#windowFault} Keep this window open.`;
    return { state: 'unsaved', place, message, at };
  }
}

/** So many writes at a time; of those that come above that only the latest is made. */
class Lane {
  readonly #width: number;
  readonly #onRest: () => void;
  #running = 0;
  #next: (() => Promise<void>) | null = null;

  constructor(width: number, onRest: () => void) {
    this.#width = width;
    this.#onRest = onRest;
  }

  get busy(): boolean {
    return this.#running > 0 || this.#next !== null;
  }

  run(work: () => Promise<void>): void {
    if (this.#running >= this.#width) {
      this.#next = work;
      return;
    }
    this.#running++;
    void work().finally(() => {
      this.#running--;
      const next = this.#next;
      this.#next = null;
      if (next) this.run(next);
      else if (this.#running === 0) this.#onRest();
    });
  }
}
