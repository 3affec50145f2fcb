import type { JournalEntry } from '#contract/bridge.ts';

import type { Hunk, Place } from '#markdown/text-diff.ts';

import { Keeper, type SaveStatus } from './keeper.svelte.ts';
import { baseKey, draftKey, type TextKind } from './keys.ts';
import type { Revs } from './rev.ts';
import type { WrittenStore } from './store.ts';
import type { NewVersion, Version, Versions } from './versions.ts';
import { VERSION_LABELS } from './version-labels.ts';

/** The service's text a draft was made from. */
export interface DraftBase {
  readonly text: string;
  readonly version: number;
}

/** What is left to decide on of a text that lies beside the draft, while someone is at it. */
export interface Deciding {
  /** The version it is. */
  readonly version: string;
  /** Pieces in which it differs and which were not decided on, placed in `of`. */
  readonly pieces: readonly Hunk[];
  /** The draft's text they are placed in. */
  readonly of: string;
  /** What a merge took in and left to decide at its beginning; null where nothing was merged. */
  readonly merged: { readonly taken: number; readonly conflicts: number } | null;
  /** Where in `of` what a merge took in stands now. */
  readonly takenIn: readonly Place[];
}

export interface DraftDeps {
  readonly store: WrittenStore;
  readonly versions: Versions;
  readonly revs: Revs;
  readonly onSaved: (entry: JournalEntry, parent: number) => void;
}

/** So many sent texts are remembered until the service answers one. */
const SENT_KEPT = 50;

/** One of the two texts of a script as the person has it: the copy on screen, in the window and on disk. */
export class Draft {
  readonly account: string;
  readonly kind: TextKind;
  #scriptId: number;
  readonly #deps: DraftDeps;
  readonly #keeper: Keeper;
  readonly #replaced = new Set<(text: string) => void>();
  #text: string;
  #read: (() => string) | null = null;
  #deciding: Deciding | null = null;
  #readDeciding: (() => Deciding) | null = null;
  #base = $state.raw<DraftBase | null>(null);
  /** Hashes of what was sent to the service since the base: an answer may be lost and the text still be there. */
  #sent: readonly string[] = [];
  readonly #found: JournalEntry | null;
  #edits = 0;

  constructor(
    deps: DraftDeps,
    of: { account: string; scriptId: number; kind: TextKind },
    found: { entry: JournalEntry | null; onDisk: boolean },
    base: JournalEntry | null,
  ) {
    this.#deps = deps;
    this.account = of.account;
    this.#scriptId = of.scriptId;
    this.kind = of.kind;
    this.#found = found.entry;
    this.#text = textOf(found.entry);
    this.#deciding = decidingOf(found.entry);
    const version = base?.value['version'];
    if (base && typeof version === 'number') this.#base = { text: textOf(base), version };
    // The service's text was taken over and the window ended before that was saved.
    if (!found.entry) this.#text = this.#base?.text ?? '';
    const sent = base?.value['sent'];
    if (Array.isArray(sent)) this.#sent = sent.filter((hash) => typeof hash === 'string');
    this.#keeper = new Keeper({
      store: deps.store,
      revs: deps.revs,
      key: this.key,
      found: found.entry,
      onDisk: found.onDisk,
      onSaved: deps.onSaved,
      onStale: () => this.#keepTheirs(),
    });
  }

  get scriptId(): number {
    return this.#scriptId;
  }

  get key(): string {
    return draftKey(this.account, this.scriptId, this.kind);
  }

  /** The text as it is on the screen. */
  get text(): string {
    if (this.#read) {
      this.#text = this.#read();
      this.#read = null;
    }
    return this.#text;
  }

  /** Saved with the text in one, so that neither tells of a decision the other does not have. */
  get deciding(): Deciding | null {
    if (this.#readDeciding) {
      this.#deciding = this.#readDeciding();
      this.#readDeciding = null;
    }
    return this.#deciding;
  }

  /** 0 while nothing was ever written here. */
  get rev(): number {
    return this.#keeper.rev;
  }

  /** Reactive. */
  get status(): SaveStatus {
    return this.#keeper.status;
  }

  /** Reactive. Null until the service's text was seen once. */
  get base(): DraftBase | null {
    return this.#base;
  }

  get updatedAt(): string | null {
    return this.#keeper.status.at;
  }

  /**
   * The person wrote. A function is asked for the text when it is needed, so that a key press costs nothing. `deciding`,
   * of the same moment: the person decided on a piece of what lies beside it.
   */
  change(next: string | (() => string), deciding?: () => Deciding): void {
    this.#edits++;
    if (deciding) this.#readDeciding = deciding;
    if (typeof next === 'string') {
      this.#text = next;
      this.#read = null;
    } else this.#read = next;
    this.#keeper.touch(() => this.#value());
  }

  /** Puts another text in place of this one, wherever it is shown. Keep this one first, where it is a person's. */
  replace(text: string): void {
    const same = text === this.text;
    this.#text = text;
    this.#read = null;
    this.#deciding = null;
    this.#readDeciding = null;
    this.#edits++;
    this.#keeper.touch(() => this.#value());
    if (!same) this.#tell(text);
  }

  /**
   * The service's text arrived. An empty draft takes it (`adopted`); else it becomes a version beside the draft
   * (`beside`), and what the person has before them stays as it is, whoever wrote it.
   */
  async receive(text: string, version: number): Promise<'same' | 'adopted' | 'beside'> {
    const mine = this.text;
    if (mine === text) {
      this.#setBase({ text, version });
      return 'same';
    }
    if (mine === '') {
      this.replace(text);
      // Kept before anything is made of it: what is stored later goes above it on the service.
      const { account, scriptId, kind } = this;
      const kept = this.#deps.versions.snapshot({ account, scriptId, kind, text }, 'sync');
      await kept.then(
        () => this.#setBase({ text, version }),
        // Nothing is sent from here until it can be kept; the next look at the service tries again.
        () => undefined,
      );
      return 'adopted';
    }
    if (this.#base && version <= this.#base.version) return 'same';
    // The person's own text, stored while its answer was lost.
    if (text === '' || this.#sent.includes(await hashOf(text))) {
      this.#setBase({ text, version });
      return 'same';
    }
    const { account, scriptId, kind } = this;
    const known = await this.#deps.versions.list(account, scriptId, kind);
    // A run's own result is the same text under a better name.
    if (known.some((one) => one.serviceVersion === version && one.text === text)) return 'beside';
    await this.#deps.versions.add({
      account,
      scriptId,
      kind,
      source: 'service',
      text,
      label: VERSION_LABELS.service,
      serviceVersion: version,
      // A service that starts over counts from 1 again: the text is part of the name, so that none takes another's place.
      id: `service-${kind}-${version}-${(await hashOf(text)).replace(/[^A-Za-z0-9]/g, '').slice(0, 10)}`,
    });
    return 'beside';
  }

  /** Call before the person's text is sent to the service: found there later, it is known to be theirs. */
  async sending(text: string): Promise<void> {
    const hash = await hashOf(text);
    if (!this.#base || this.#sent.includes(hash)) return;
    this.#sent = [...this.#sent, hash].slice(-SENT_KEPT);
    await this.#putBase(this.#base);
  }

  /** The person's text was stored by the service under this version: the two are the same again. */
  stored(text: string, version: number): void {
    this.#setBase({ text, version });
  }

  /** Told when the text changed from elsewhere, for the editor to show it. */
  onReplaced(listener: (text: string) => void): () => void {
    this.#replaced.add(listener);
    return () => {
      this.#replaced.delete(listener);
    };
  }

  /** The script got its id from the service: this goes on under that one. */
  rename(scriptId: number): void {
    this.#scriptId = scriptId;
    this.#keeper.move(this.key);
    if (this.#base) void this.#putBase(this.#base);
  }

  flush(): Promise<SaveStatus> {
    return this.#keeper.flush();
  }

  /** The page goes away. */
  leave(): void {
    this.#keeper.leave();
  }

  async close(): Promise<void> {
    // Read now: the editor that could be asked later is about to go.
    void [this.text, this.deciding];
    await this.#keeper.close();
  }

  /** Another window saved this draft. */
  async follow(rev: number, parent: number): Promise<void> {
    // While keys are being pressed here, this window's next save goes above theirs, and theirs is kept by that.
    if (this.#keeper.dirty || rev <= this.#keeper.rev) return;
    const before = this.#keeper.rev;
    const edits = this.#edits;
    const theirs = await this.#deps.store.get(this.key);
    if (!theirs || theirs.rev <= before || edits !== this.#edits) return;
    const mine = this.text;
    const text = textOf(theirs);
    if (parent !== before && mine !== '' && mine !== text) {
      await this.#keep({ source: 'person', text: mine, label: VERSION_LABELS.sameTime });
      if (edits !== this.#edits) return;
    }
    this.#text = text;
    this.#read = null;
    this.#deciding = decidingOf(theirs);
    this.#readDeciding = null;
    this.#keeper.follow(theirs.rev, theirs.updated_at);
    if (mine !== text) this.#tell(text);
  }

  /**
   * What was opened is the disk's copy, and this is the window's own. A newer one takes its place, and the disk's becomes
   * a version; where somebody writes already, the newer one becomes that.
   */
  async meet(own: JournalEntry): Promise<void> {
    const found = this.#found;
    if (own.rev <= (found?.rev ?? 0)) return;
    const { store } = this.#deps;
    const text = textOf(own);
    if (found && textOf(found) !== text) await store.keepOlder(found, VERSION_LABELS.beside);
    if (this.#edits > 0) await store.keepOlder(own, VERSION_LABELS.otherWindow);
    else {
      const same = text === this.text;
      this.#text = text;
      this.#deciding = decidingOf(own);
      if (!same) this.#tell(text);
    }
    this.#keeper.goAbove(own.rev);
    this.#keeper.touch(() => this.#value());
  }

  async #keepTheirs(): Promise<number> {
    const [theirs] = (await this.#deps.store.journal.read([this.key])) ?? [];
    if (!theirs) return this.rev;
    if (textOf(theirs) !== this.text) await this.#deps.store.keepOlder(theirs, VERSION_LABELS.otherWindow);
    return theirs.rev;
  }

  #tell(text: string): void {
    for (const listener of [...this.#replaced]) listener(text);
  }

  #setBase(base: DraftBase): void {
    if (this.#base?.version === base.version && this.#base.text === base.text) return;
    this.#base = base;
    this.#sent = [];
    void this.#putBase(base);
  }

  #putBase({ text, version }: DraftBase): Promise<unknown> {
    return this.#deps.store.put({
      key: baseKey(this.account, this.scriptId, this.kind),
      // The moment orders them: a service that starts over counts its versions from 1 again.
      rev: Date.now(),
      updated_at: new Date().toISOString(),
      value: { text, version, sent: this.#sent },
    });
  }

  #keep(version: Pick<NewVersion, 'source' | 'text' | 'label'>): Promise<Version> {
    const { account, scriptId, kind } = this;
    return this.#deps.versions.add({ account, scriptId, kind, ...version });
  }

  #value(): Record<string, unknown> {
    const { text, deciding } = this;
    // The text itself is not said twice.
    const left = deciding && { ...deciding, of: deciding.of === text ? null : deciding.of };
    return { text, base_version: this.#base?.version ?? null, ...(left && { deciding: left }) };
  }
}

function textOf(entry: JournalEntry | null): string {
  const text = entry?.value['text'];
  return typeof text === 'string' ? text : '';
}

function decidingOf(entry: JournalEntry | null): Deciding | null {
  const kept = entry?.value['deciding'] as (Omit<Deciding, 'of'> & { of: string | null }) | undefined;
  return kept ? { ...kept, of: kept.of ?? textOf(entry), takenIn: kept.takenIn ?? [] } : null;
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
