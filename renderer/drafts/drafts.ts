import type { JournalEntry } from '#contract/journal.ts';

import { Draft } from './draft.svelte.ts';
import { getBaseKey, draftKey, readDraftKey, TEXT_KINDS, type TextKind } from '../storage/keys.ts';
import { whenLeaving } from './page-leave.ts';
import { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { Versions } from './versions.ts';

/** A stored draft, read without opening it. */
export interface StoredDraft {
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly text: string;
  readonly updatedAt: string;
}

export interface DraftOnDisk {
  readonly draft: Draft;
  /** Call it soon, because the window's own copy or the disk's may be newer. Never rejects. */
  readonly compare: () => Promise<void>;
}

interface DraftMessage {
  readonly key: string;
  readonly rev: number;
  readonly parent: number;
}

/** Manages the drafts of this window. Each draft is one object, however often it is opened. */
export class Drafts {
  readonly #store: MirroredStore;
  readonly #versions: Versions;
  readonly #revisions: RevisionCounter;
  readonly #channel: BroadcastChannel | null;
  readonly #openDrafts = new Map<string, { draft: Promise<Draft>; loaded: Draft | null; userCount: number }>();
  /** Maps account and old id to the id the service gave the script. */
  readonly #renamed = new Map<string, number>();

  constructor(
    store: MirroredStore,
    versions: Versions,
    options: { revisions?: RevisionCounter; channel?: BroadcastChannel | null } = {},
  ) {
    this.#store = store;
    this.#versions = versions;
    this.#revisions = options.revisions ?? new RevisionCounter();
    this.#channel =
      options.channel !== undefined
        ? options.channel
        : typeof BroadcastChannel === 'undefined'
          ? null
          : new BroadcastChannel('cutaway-drafts');
    this.#channel?.addEventListener('message', (event: MessageEvent<DraftMessage>) => this.#onMessage(event.data));
  }

  /** Opens the newer copy of disk and window. Each open needs one close. */
  async open(account: string, id: number, kind: TextKind): Promise<Draft> {
    const scriptId = this.#renamed.get(`${account}/${id}`) ?? id;
    const key = draftKey(account, scriptId, kind);
    const existingDraft = this.#openDrafts.get(key);
    if (existingDraft) {
      existingDraft.userCount++;
      return existingDraft.draft;
    }
    const draft = this.#load(account, scriptId, kind);
    const entry: { draft: Promise<Draft>; loaded: Draft | null; userCount: number } = {
      draft,
      loaded: null,
      userCount: 1,
    };
    this.#openDrafts.set(key, entry);
    entry.loaded = await draft;
    return entry.loaded;
  }

  /**
   * Opens a draft without waiting for the window's own copy; returns null if the disk has none. Needs a close, like
   * `open`.
   */
  openFromDisk(
    account: string,
    scriptId: number,
    kind: TextKind,
    entries: readonly JournalEntry[],
  ): DraftOnDisk | null {
    const [entry = null, base = null] = [draftKey, getBaseKey].map((getKey) =>
      entries.find(({ key }) => key === getKey(account, scriptId, kind)),
    );
    if (!entry) return null;
    const draft = this.#createDraft({ account, scriptId, kind }, { entry, onDisk: true }, base);
    const compare = this.#store.compareLater(draft.key);
    this.#openDrafts.set(draft.key, { draft: Promise.resolve(draft), loaded: draft, userCount: 1 });
    return {
      draft,
      compare: async () => {
        const diskEntries = this.#store.journal.read([draft.key]);
        await compare(async (windowEntry) => (windowEntry ? draft.reconcile(windowEntry) : undefined));
        // Open it now, so that the last save when the page is left needs no wait.
        this.#store.database.warm();
        const [newest] = (await diskEntries) ?? [];
        if (newest) await draft.catchUp(newest);
      },
    };
  }

  async close(draft: Draft): Promise<void> {
    const entry = this.#openDrafts.get(draft.key);
    if (!entry || entry.loaded !== draft || --entry.userCount > 0) return;
    // Save first: someone who reopens the draft while it closes must find the saved text.
    await draft.flush();
    if (entry.userCount > 0) return;
    this.#openDrafts.delete(draft.key);
    await draft.close();
  }

  /** Moves open drafts of a locally created script to the id its service gave it. */
  async rename(account: string, from: number, to: number): Promise<void> {
    this.#renamed.set(`${account}/${from}`, to);
    for (const kind of TEXT_KINDS) {
      const entry = this.#openDrafts.get(draftKey(account, from, kind));
      const draft = await entry?.draft;
      // If the draft is also open under the new id, both continue; the rest under the old id is moved later.
      if (!entry || !draft || draft.scriptId !== from || this.#openDrafts.has(draftKey(account, to, kind))) continue;
      this.#openDrafts.delete(draft.key);
      draft.rename(to);
      this.#openDrafts.set(draft.key, entry);
    }
  }

  /** Shows stored texts of a script, if they are open. */
  async showStored(account: string, scriptId: number): Promise<void> {
    for (const kind of TEXT_KINDS) {
      const key = draftKey(account, scriptId, kind);
      const draft = this.#openDrafts.get(key)?.loaded;
      const entry = draft && (await this.#store.get(key));
      if (entry) await draft.follow(entry.rev, draft.rev);
    }
  }

  /** Lists all drafts, newest first. */
  async list(account?: string): Promise<readonly StoredDraft[]> {
    const entries = await this.#store.list(account === undefined ? 'draft/' : `draft/${account}/`);
    return entries
      .map((entry) => toStoredDraft(entry))
      .filter((draft) => draft !== null)
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  }

  /** Saves everything that is open. Resolves once that succeeded or failed. */
  async flush(): Promise<void> {
    await Promise.all([...this.#openDrafts.values()].map(async ({ draft }) => (await draft).flush()));
  }

  /** Saves at once when the page is hidden, left or closed. The returned function stops it. */
  link(page: Window): () => void {
    return whenLeaving(page, () => {
      for (const { loaded } of this.#openDrafts.values()) loaded?.saveOnLeave();
    });
  }

  async #load(account: string, scriptId: number, kind: TextKind): Promise<Draft> {
    const [storedEntry, base] = await Promise.all([
      this.#store.look(draftKey(account, scriptId, kind)),
      this.#store.get(getBaseKey(account, scriptId, kind)),
    ]);
    return this.#createDraft({ account, scriptId, kind }, storedEntry, base);
  }

  #createDraft(
    script: { account: string; scriptId: number; kind: TextKind },
    storedCopy: { entry: JournalEntry | null; onDisk: boolean },
    base: JournalEntry | null,
  ): Draft {
    const deps = {
      store: this.#store,
      versions: this.#versions,
      revisions: this.#revisions,
      onSaved: (entry: JournalEntry, parent: number) =>
        this.#channel?.postMessage({ key: entry.key, rev: entry.rev, parent } satisfies DraftMessage),
    };
    return new Draft(deps, script, storedCopy, base);
  }

  #onMessage(message: DraftMessage): void {
    this.#store.database.invalidate(message.key);
    void this.#openDrafts.get(message.key)?.loaded?.follow(message.rev, message.parent);
  }
}

function toStoredDraft(entry: JournalEntry): StoredDraft | null {
  const script = readDraftKey(entry.key);
  const text = entry.value['text'];
  return script && typeof text === 'string' ? { ...script, text, updatedAt: entry.updated_at } : null;
}
