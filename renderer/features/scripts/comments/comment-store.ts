import type { JournalEntry } from '#contract/journal.ts';
import { getCommentPrefix } from '#renderer/storage/keys.ts';
import { RevisionCounter } from '#renderer/storage/revision-counter.ts';
import type { MirroredStore } from '#renderer/storage/mirrored-store.ts';
import { buildThreads, type CommentThread, type StoredComment } from './comment-thread.ts';

interface StoredEntry {
  readonly rev: number;
  readonly value: StoredComment;
}

interface CommentMessage {
  readonly key: string;
}

const ENTRY_TYPES: ReadonlySet<unknown> = new Set<StoredComment['type']>(['thread', 'reply', 'state', 'places']);
const MAX_ROUNDS = 4;

/** The comments of one script, stored in the window's database and fsynced on disk. */
export class CommentStore {
  readonly #store: MirroredStore;
  readonly #account: string;
  #scriptId: number;
  readonly #revisions: RevisionCounter;
  readonly #channel: BroadcastChannel | null;
  readonly #entries = new Map<string, StoredEntry>();
  readonly #listeners = new Set<() => void>();
  readonly #runningWrites = new Set<Promise<boolean>>();
  readonly #onMessage = ({ data }: MessageEvent<CommentMessage>): void => void this.#reload(data.key);

  constructor(options: {
    readonly store: MirroredStore;
    readonly account: string;
    readonly scriptId: number;
    readonly revisions?: RevisionCounter;
    readonly channel?: BroadcastChannel | null;
  }) {
    this.#store = options.store;
    this.#account = options.account;
    this.#scriptId = options.scriptId;
    this.#revisions = options.revisions ?? new RevisionCounter();
    const openChannel = (): BroadcastChannel | null =>
      typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cutaway-comments');
    this.#channel = options.channel === undefined ? openChannel() : options.channel;
    this.#channel?.addEventListener('message', this.#onMessage);
  }

  get scriptId(): number {
    return this.#scriptId;
  }

  get threads(): CommentThread[] {
    return buildThreads(new Map([...this.#entries].map(([id, { value }]) => [id, value])));
  }

  get(id: string): StoredComment | null {
    return this.#entries.get(id)?.value ?? null;
  }

  /** Calls `listener` when a comment changed here or in another window. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads the newest entries of the window's database and the disk. */
  async load(): Promise<void> {
    const prefix = this.#prefix;
    const [windowEntries, diskEntries] = await Promise.all([this.#store.list(prefix), this.#store.journal.list()]);
    for (const entry of windowEntries) this.#addEntry(entry);
    const missingEntries = (diskEntries ?? []).filter(
      ({ key, rev }) => key.startsWith(prefix) && (this.#entries.get(this.#getId(key))?.rev ?? -1) < rev,
    );
    for (const { key } of missingEntries) {
      const entry = await this.#store.get(key);
      if (entry) this.#addEntry(entry);
    }
    this.#notify();
  }

  /**
   * Stores an entry and shows it at once. Returns false and removes it again if neither the disk nor the window could
   * store it.
   */
  put(id: string, value: StoredComment): Promise<boolean> {
    const writing = this.#put(id, value).finally(() => this.#runningWrites.delete(writing));
    this.#runningWrites.add(writing);
    return writing;
  }

  async #put(id: string, value: StoredComment): Promise<boolean> {
    const previous = this.#entries.get(id);
    const key = this.#prefix + id;
    let lastRev = previous?.rev ?? 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const rev = this.#revisions.getNextAfter(lastRev);
      this.#entries.set(id, { rev, value });
      this.#notify();
      const result = await this.#store.put(
        { key, rev, updated_at: new Date().toISOString(), value: { ...value } },
        previous === undefined && (value.type === 'thread' || value.type === 'reply'),
      );
      if (!result.disk.ok && !result.window.ok) break;
      // Another window wrote the entry since, so write this newer value over it.
      if (result.disk.ok && result.disk.stale.length > 0) {
        lastRev = (await this.#store.journal.read([key]))?.[0]?.rev ?? rev;
        continue;
      }
      this.#channel?.postMessage({ key } satisfies CommentMessage);
      return true;
    }
    if (previous) this.#entries.set(id, previous);
    else this.#entries.delete(id);
    this.#notify();
    return false;
  }

  /** Switches to the id the service gave the script and stores the entries under it. */
  async changeScriptId(scriptId: number): Promise<void> {
    if (scriptId === this.#scriptId) return;
    this.#scriptId = scriptId;
    const writes = [...this.#entries].map(([id, { rev, value }]) =>
      this.#store.put({
        key: this.#prefix + id,
        rev,
        updated_at: new Date().toISOString(),
        value: { ...value },
      }),
    );
    await Promise.all(writes);
    await this.load();
  }

  /** Stops following other windows, after running writes have been announced to them. */
  close(): void {
    this.#channel?.removeEventListener('message', this.#onMessage);
    this.#listeners.clear();
    void Promise.allSettled(this.#runningWrites).then(() => this.#channel?.close());
  }

  get #prefix(): string {
    return getCommentPrefix(this.#account, this.#scriptId);
  }

  #getId(key: string): string {
    return key.slice(this.#prefix.length);
  }

  #addEntry({ key, rev, value }: JournalEntry): void {
    if (!ENTRY_TYPES.has(value['type'])) return;
    const id = this.#getId(key);
    if ((this.#entries.get(id)?.rev ?? -1) <= rev) this.#entries.set(id, { rev, value: value as StoredComment });
  }

  async #reload(key: string): Promise<void> {
    if (!key.startsWith(this.#prefix)) return;
    this.#store.database.invalidate(key);
    const entry = await this.#store.get(key);
    if (!entry) return;
    this.#addEntry(entry);
    this.#notify();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
