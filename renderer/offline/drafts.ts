import type { JournalEntry } from '#contract/bridge.ts';

import { Draft } from './draft.svelte.ts';
import { baseKey, draftKey, readDraftKey, TEXT_KINDS, type TextKind } from './keys.ts';
import { whenLeaving } from './leaving.ts';
import { Revs } from './rev.ts';
import type { WrittenStore } from './store.ts';
import type { Versions } from './versions.ts';

/** A draft as it lies there, without opening it. */
export interface DraftGlance {
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
  readonly text: string;
  readonly updatedAt: string;
}

/** A draft as the disk has it. */
export interface DraftOnDisk {
  readonly draft: Draft;
  /** To be called as soon as there is time: the window's own copy may be newer. Never rejects. */
  readonly compare: () => Promise<void>;
}

interface Told {
  readonly key: string;
  readonly rev: number;
  readonly parent: number;
}

/** The drafts of this window. One draft is one object, however often it is opened. */
export class Drafts {
  readonly #store: WrittenStore;
  readonly #versions: Versions;
  readonly #revs: Revs;
  readonly #channel: BroadcastChannel | null;
  readonly #open = new Map<string, { draft: Promise<Draft>; made: Draft | null; users: number }>();
  /** By account and id: the id a script has had since. */
  readonly #renamed = new Map<string, number>();

  constructor(
    store: WrittenStore,
    versions: Versions,
    options: { revs?: Revs; channel?: BroadcastChannel | null } = {},
  ) {
    this.#store = store;
    this.#versions = versions;
    this.#revs = options.revs ?? new Revs();
    this.#channel =
      options.channel !== undefined
        ? options.channel
        : typeof BroadcastChannel === 'undefined'
          ? null
          : new BroadcastChannel('cutaway-drafts');
    this.#channel?.addEventListener('message', (event: MessageEvent<Told>) => this.#hear(event.data));
  }

  /** The newer of disk and window. Each open wants one close. */
  async open(account: string, id: number, kind: TextKind): Promise<Draft> {
    const scriptId = this.#renamed.get(`${account}/${id}`) ?? id;
    const key = draftKey(account, scriptId, kind);
    const there = this.#open.get(key);
    if (there) {
      there.users++;
      return there.draft;
    }
    const draft = this.#read(account, scriptId, kind);
    const held: { draft: Promise<Draft>; made: Draft | null; users: number } = { draft, made: null, users: 1 };
    this.#open.set(key, held);
    held.made = await draft;
    return held.made;
  }

  /** Opened without waiting for the window's own copy; null where the disk has none. Wants a close, as an open does. */
  fromDisk(account: string, scriptId: number, kind: TextKind, entries: readonly JournalEntry[]): DraftOnDisk | null {
    const [entry = null, base = null] = [draftKey, baseKey].map((keyOf) =>
      entries.find(({ key }) => key === keyOf(account, scriptId, kind)),
    );
    if (!entry) return null;
    const draft = this.#make({ account, scriptId, kind }, { entry, onDisk: true }, base);
    const compare = this.#store.compareLater(draft.key);
    this.#open.set(draft.key, { draft: Promise.resolve(draft), made: draft, users: 1 });
    return { draft, compare: () => compare(async (own) => (own ? draft.meet(own) : undefined)) };
  }

  async close(draft: Draft): Promise<void> {
    const held = this.#open.get(draft.key);
    if (!held || held.made !== draft || --held.users > 0) return;
    // Opened again while it closes, it must find what is being saved now: it is read after the save.
    await draft.flush();
    if (held.users > 0) return;
    this.#open.delete(draft.key);
    await draft.close();
  }

  /** A script made here got its id from the service: what is open of it is saved under that one from now on. */
  async rename(account: string, from: number, to: number): Promise<void> {
    this.#renamed.set(`${account}/${from}`, to);
    for (const kind of TEXT_KINDS) {
      const held = this.#open.get(draftKey(account, from, kind));
      const draft = await held?.draft;
      // Open under its new id too, each goes on for itself; what is left under the old one is moved there again.
      if (!held || !draft || draft.scriptId !== from || this.#open.has(draftKey(account, to, kind))) continue;
      this.#open.delete(draft.key);
      draft.rename(to);
      this.#open.set(draft.key, held);
    }
  }

  /** A text came to be under a script that may be open: it is shown. */
  async arrived(account: string, scriptId: number): Promise<void> {
    for (const kind of TEXT_KINDS) {
      const key = draftKey(account, scriptId, kind);
      const draft = this.#open.get(key)?.made;
      const entry = draft && (await this.#store.get(key));
      if (entry) await draft.follow(entry.rev, draft.rev);
    }
  }

  /** All drafts, newest first. */
  async glance(account?: string): Promise<readonly DraftGlance[]> {
    const entries = await this.#store.list(account === undefined ? 'draft/' : `draft/${account}/`);
    return entries
      .map((entry) => glanceOf(entry))
      .filter((glance) => glance !== null)
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  }

  /** Saves everything that is open; answers when that has happened or failed. */
  async flush(): Promise<void> {
    await Promise.all([...this.#open.values()].map(async ({ draft }) => (await draft).flush()));
  }

  /** Saves at once when the page is hidden, left or closed. The returned function stops it. */
  link(page: Window): () => void {
    return whenLeaving(page, () => {
      for (const { made } of this.#open.values()) made?.leave();
    });
  }

  async #read(account: string, scriptId: number, kind: TextKind): Promise<Draft> {
    const [found, base] = await Promise.all([
      this.#store.look(draftKey(account, scriptId, kind)),
      this.#store.get(baseKey(account, scriptId, kind)),
    ]);
    return this.#make({ account, scriptId, kind }, found, base);
  }

  #make(
    of: { account: string; scriptId: number; kind: TextKind },
    found: { entry: JournalEntry | null; onDisk: boolean },
    base: JournalEntry | null,
  ): Draft {
    const deps = {
      store: this.#store,
      versions: this.#versions,
      revs: this.#revs,
      onSaved: (entry: JournalEntry, parent: number) =>
        this.#channel?.postMessage({ key: entry.key, rev: entry.rev, parent } satisfies Told),
    };
    return new Draft(deps, of, found, base);
  }

  #hear(told: Told): void {
    this.#store.database.unsure(told.key);
    void this.#open.get(told.key)?.made?.follow(told.rev, told.parent);
  }
}

function glanceOf(entry: JournalEntry): DraftGlance | null {
  const of = readDraftKey(entry.key);
  const text = entry.value['text'];
  return of && typeof text === 'string' ? { ...of, text, updatedAt: entry.updated_at } : null;
}
