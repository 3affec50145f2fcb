import type { JournalEntry } from '#contract/bridge.ts';
import { commentPrefix } from '#renderer/storage/keys.ts';
import { RevisionCounter } from '#renderer/storage/revision-counter.ts';
import type { MirroredStore } from '#renderer/storage/mirrored-store.ts';
import { threadsOf, type CommentThread, type StoredComment } from './comment-thread.ts';

interface StoredEntry {
  readonly rev: number;
  readonly value: StoredComment;
}

interface CommentMessage {
  readonly key: string;
}

const TYPES: ReadonlySet<unknown> = new Set<StoredComment['type']>(['thread', 'reply', 'state', 'places']);
const MAX_ROUNDS = 4;

/** Keeps the comments of one script, in the window's database and fsynced on disk. */
export class CommentStore {
  readonly #store: MirroredStore;
  readonly #account: string;
  #scriptId: number;
  readonly #revisions: RevisionCounter;
  readonly #channel: BroadcastChannel | null;
  readonly #entries = new Map<string, StoredEntry>();
  readonly #listeners = new Set<() => void>();
  readonly #writing = new Set<Promise<boolean>>();
  readonly #hear = ({ data }: MessageEvent<CommentMessage>): void => void this.#follow(data.key);

  constructor(of: {
    readonly store: MirroredStore;
    readonly account: string;
    readonly scriptId: number;
    readonly revisions?: RevisionCounter;
    readonly channel?: BroadcastChannel | null;
  }) {
    this.#store = of.store;
    this.#account = of.account;
    this.#scriptId = of.scriptId;
    this.#revisions = of.revisions ?? new RevisionCounter();
    const own = (): BroadcastChannel | null =>
      typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cutaway-comments');
    this.#channel = of.channel === undefined ? own() : of.channel;
    this.#channel?.addEventListener('message', this.#hear);
  }

  get scriptId(): number {
    return this.#scriptId;
  }

  get threads(): CommentThread[] {
    return threadsOf(new Map([...this.#entries].map(([id, { value }]) => [id, value])));
  }

  get(id: string): StoredComment | null {
    return this.#entries.get(id)?.value ?? null;
  }

  /** Calls `listener` when a comment changed here or in another window. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads everything that either copy has. */
  async load(): Promise<void> {
    const prefix = this.#prefix;
    const [window, disk] = await Promise.all([this.#store.list(prefix), this.#store.journal.list()]);
    for (const entry of window) this.#take(entry);
    const missing = (disk ?? []).filter(
      ({ key, rev }) => key.startsWith(prefix) && (this.#entries.get(this.#idOf(key))?.rev ?? -1) < rev,
    );
    for (const { key } of missing) {
      const entry = await this.#store.get(key);
      if (entry) this.#take(entry);
    }
    this.#tell();
  }

  /**
   * Stores an entry and shows it at once. Returns false if neither the disk nor the window could store it; then it is
   * not shown any more.
   */
  put(id: string, value: StoredComment): Promise<boolean> {
    const writing = this.#put(id, value).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    return writing;
  }

  async #put(id: string, value: StoredComment): Promise<boolean> {
    const before = this.#entries.get(id);
    const key = this.#prefix + id;
    let lastRev = before?.rev ?? 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const rev = this.#revisions.after(lastRev);
      this.#entries.set(id, { rev, value });
      this.#tell();
      const result = await this.#store.put(
        { key, rev, updated_at: new Date().toISOString(), value: { ...value } },
        before === undefined && (value.type === 'thread' || value.type === 'reply'),
      );
      if (!result.disk.ok && !result.window.ok) break;
      // Another window wrote the entry since; the newer decision goes above it.
      if (result.disk.ok && result.disk.stale.length > 0) {
        lastRev = (await this.#store.journal.read([key]))?.[0]?.rev ?? rev;
        continue;
      }
      this.#channel?.postMessage({ key } satisfies CommentMessage);
      return true;
    }
    if (before) this.#entries.set(id, before);
    else this.#entries.delete(id);
    this.#tell();
    return false;
  }

  /** Continues under the id the service gave the script; what is stored moves along by itself. */
  async become(scriptId: number): Promise<void> {
    if (scriptId === this.#scriptId) return;
    this.#scriptId = scriptId;
    const moved = [...this.#entries].map(([id, { rev, value }]) =>
      this.#store.put({
        key: this.#prefix + id,
        rev,
        updated_at: new Date().toISOString(),
        value: { ...value },
      }),
    );
    await Promise.all(moved);
    await this.load();
  }

  /** Stops following other windows; what is being written still reaches them. */
  close(): void {
    this.#channel?.removeEventListener('message', this.#hear);
    this.#listeners.clear();
    void Promise.allSettled(this.#writing).then(() => this.#channel?.close());
  }

  get #prefix(): string {
    return commentPrefix(this.#account, this.#scriptId);
  }

  #idOf(key: string): string {
    return key.slice(this.#prefix.length);
  }

  #take({ key, rev, value }: JournalEntry): void {
    if (!TYPES.has(value['type'])) return;
    const id = this.#idOf(key);
    if ((this.#entries.get(id)?.rev ?? -1) <= rev) this.#entries.set(id, { rev, value: value as StoredComment });
  }

  async #follow(key: string): Promise<void> {
    if (!key.startsWith(this.#prefix)) return;
    this.#store.database.invalidate(key);
    const entry = await this.#store.get(key);
    if (!entry) return;
    this.#take(entry);
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
