import type { JournalEntry } from '#contract/journal.ts';

import type { Hunk, Place } from '#markdown/text-diff.ts';

import { Listeners } from '../bridge/transport.ts';
import { Autosave, type SaveStatus } from './autosave.svelte.ts';
import { computeDigest } from '../storage/digest.ts';
import { getBaseKey, draftKey, type TextKind } from '../storage/keys.ts';
import type { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { NewVersion, Version, Versions } from './versions.ts';
import { WritingRecorder, type Edit, type UnkeptText } from './writing-recorder.ts';

export interface DraftBase {
  readonly text: string;
  readonly version: number;
}

/** The progress of a review: the differences from another version that are still undecided. */
export interface ReviewProgress {
  /** The id of the version under review. */
  readonly version: string;
  /** The undecided differences, as offsets in `of`. */
  readonly pieces: readonly Hunk[];
  /** The draft's text that the offsets refer to. */
  readonly of: string;
  /** The number of changes a merge accepted and of conflicts it left at its start; null if nothing was merged. */
  readonly merged: { readonly taken: number; readonly conflicts: number } | null;
  /** The places in `of` where a merge accepted text. */
  readonly incoming: readonly Place[];
}

/** The version offered for review, and whether the person is reviewing it. */
export interface Review {
  readonly version: string;
  readonly open: boolean;
}

export interface DraftDeps {
  readonly store: MirroredStore;
  readonly versions: Versions;
  readonly revisions: RevisionCounter;
  readonly onSaved: (entry: JournalEntry, parent: number) => void;
}

const MAX_SENT_HASHES = 50;

/** One of the two texts of a script as the person has it: on screen, in the window and on disk. */
export class Draft {
  readonly account: string;
  readonly kind: TextKind;
  #scriptId: number;
  readonly #deps: DraftDeps;
  readonly #autosave: Autosave;
  readonly #listeners = new Listeners<string>();
  #text: string;
  #getText: (() => string) | null = null;
  #reviewProgress: ReviewProgress | null = null;
  #getProgress: (() => ReviewProgress) | null = null;
  #review: Review | null = null;
  #base = $state.raw<DraftBase | null>(null);
  /**
   * The version and length of the service's text this draft started from. Saved with the draft, because the window may
   * end before the base is saved.
   */
  #adopted: { readonly version: number; readonly length: number } | null = null;
  /** Hashes of texts sent to the service since the base: an answer may be lost although the text was stored. */
  #sentHashes: readonly string[] = [];
  readonly #storedEntry: JournalEntry | null;
  #editCount = 0;
  readonly #recorder: WritingRecorder;

  constructor(
    deps: DraftDeps,
    script: { account: string; scriptId: number; kind: TextKind },
    storedCopy: { entry: JournalEntry | null; onDisk: boolean },
    base: JournalEntry | null,
  ) {
    this.#deps = deps;
    this.account = script.account;
    this.#scriptId = script.scriptId;
    this.kind = script.kind;
    this.#storedEntry = storedCopy.entry;
    this.#text = readText(storedCopy.entry);
    this.#reviewProgress = readProgress(storedCopy.entry);
    this.#review = readReview(storedCopy.entry);
    this.#adopted = readAdopted(storedCopy.entry);
    const version = base?.value['version'];
    if (base && typeof version === 'number') this.#base = { text: readText(base), version };
    // The service's text was adopted, but the window ended before the draft was saved.
    if (!storedCopy.entry) this.#text = this.#base?.text ?? '';
    const sentHashes = base?.value['sent'];
    if (Array.isArray(sentHashes)) this.#sentHashes = sentHashes.filter((hash) => typeof hash === 'string');
    this.#autosave = new Autosave({
      store: deps.store,
      revisions: deps.revisions,
      key: this.key,
      stored: storedCopy.entry,
      onDisk: storedCopy.onDisk,
      onSaved: deps.onSaved,
      onStale: () => this.#keepOtherWindowText(),
    });
    this.#recorder = new WritingRecorder({
      getText: () => this.text,
      keep: ({ text, occasion, at }) => {
        const { account, scriptId, kind } = this;
        return deps.versions.keepWriting({ account, scriptId, kind, text }, occasion, at);
      },
      pending: (storedCopy.entry?.value['unkept'] as readonly UnkeptText[] | undefined) ?? [],
    });
  }

  get scriptId(): number {
    return this.#scriptId;
  }

  get key(): string {
    return draftKey(this.account, this.scriptId, this.kind);
  }

  get text(): string {
    if (this.#getText) {
      this.#text = this.#getText();
      this.#getText = null;
    }
    return this.#text;
  }

  /** The review is saved together with the text, so that the two never disagree about a decision. */
  get reviewProgress(): ReviewProgress | null {
    if (this.#getProgress) {
      this.#reviewProgress = this.#getProgress();
      this.#getProgress = null;
    }
    return this.#reviewProgress;
  }

  /** Saved with the draft, so that a review is open again after a reload. */
  get review(): Review | null {
    return this.#review;
  }

  setReview(review: Review): void {
    if (this.#review?.version === review.version && this.#review.open === review.open) return;
    this.#review = review;
    this.#autosave.touch(() => this.#createValue());
  }

  /** Returns 0 if nothing was ever written here. */
  get rev(): number {
    return this.#autosave.rev;
  }

  /** Reactive. */
  get status(): SaveStatus {
    return this.#autosave.status;
  }

  /** Reactive, and null until the service's text was received once. */
  get base(): DraftBase | null {
    return this.#base;
  }

  get updatedAt(): string | null {
    return this.#autosave.status.at;
  }

  /**
   * Records the person's edit. A function is called for the text only when needed, so that a key press costs nothing.
   * Pass `progress` together with the text when the person decided on a piece of the version under review, and `edit`
   * where it is known, so that the text before a large edit becomes a version first.
   */
  change(next: string | (() => string), progress?: () => ReviewProgress, edit?: Edit): void {
    this.#editCount++;
    if (progress) this.#getProgress = progress;
    if (typeof next === 'string') {
      this.#text = next;
      this.#getText = null;
    } else this.#getText = next;
    this.#recorder.recordChange(edit);
    this.#autosave.touch(() => this.#createValue());
  }

  /** Replaces the text everywhere it is shown. If it is the person's, save it as a version first. */
  replace(text: string): void {
    const isSame = text === this.text;
    this.#text = text;
    this.#getText = null;
    this.#reviewProgress = null;
    this.#getProgress = null;
    this.#review = null;
    this.#editCount++;
    this.#autosave.touch(() => this.#createValue());
    if (!isSame) this.#notify(text);
  }

  /**
   * Receives the service's text. An empty draft takes it over (`adopted`); otherwise it becomes a version next to the
   * draft (`beside`) and the draft stays unchanged.
   */
  async receive(text: string, version: number): Promise<'same' | 'adopted' | 'beside'> {
    const mine = this.text;
    if (mine === text) {
      this.#setBase({ text, version });
      return 'same';
    }
    if (mine === '') {
      this.#adopted = { version, length: text.length };
      this.replace(text);
      await this.#adopt(text, version);
      return 'adopted';
    }
    if (!this.#base && this.#adopted?.version === version && this.#adopted.length === text.length) {
      await this.#adopt(text, version);
      return 'same';
    }
    if (this.#base && version <= this.#base.version) return 'same';
    // The text is empty, or the person's own: stored although the answer was lost.
    if (text === '' || this.#sentHashes.includes(await computeDigest(text))) {
      this.#setBase({ text, version });
      return 'same';
    }
    const { account, scriptId, kind } = this;
    const versions = await this.#deps.versions.list(account, scriptId, kind);
    // A run already stored the same text under a better label.
    if (versions.some((existing) => existing.serviceVersion === version && existing.text === text)) return 'beside';
    await this.#deps.versions.add({
      account,
      scriptId,
      kind,
      source: 'service',
      text,
      reason: 'service',
      serviceVersion: version,
      // A service that was reset counts from 1 again, so the id includes the text's hash to avoid collisions.
      id: `service-${kind}-${version}-${(await computeDigest(text)).replace(/[^A-Za-z0-9]/g, '').slice(0, 10)}`,
    });
    return 'beside';
  }

  /** Saves the service's text as a version, then makes it the base, so that later writes build on it. */
  async #adopt(text: string, version: number): Promise<void> {
    const { account, scriptId, kind } = this;
    try {
      await this.#deps.versions.snapshot({ account, scriptId, kind, text }, 'sync');
    } catch {
      return; // nothing is sent until the version can be saved; the next answer of the service tries again
    }
    this.#setBase({ text, version });
  }

  /**
   * Call before sending the person's text to the service, so that the text is recognised when the service returns it.
   */
  async noteSending(text: string): Promise<void> {
    const hash = await computeDigest(text);
    if (!this.#base || this.#sentHashes.includes(hash)) return;
    this.#sentHashes = [...this.#sentHashes, hash].slice(-MAX_SENT_HASHES);
    await this.#putBase(this.#base);
  }

  /** Call when the service stored the person's text as `version`; the two are the same again. */
  noteStored(text: string, version: number): void {
    this.#setBase({ text, version });
  }

  /** Calls `listener` when the text was changed from elsewhere, for the editor to show it. */
  onReplaced(listener: (text: string) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Continues under the id the script got from the service. */
  rename(scriptId: number): void {
    this.#scriptId = scriptId;
    this.#autosave.move(this.key);
    if (this.#base) void this.#putBase(this.#base);
  }

  flush(): Promise<SaveStatus> {
    return this.#autosave.flush();
  }

  saveOnLeave(): void {
    this.#autosave.saveOnLeave();
  }

  async close(): Promise<void> {
    // Read the values now, because the editor behind the getters is about to be closed.
    void [this.text, this.reviewProgress];
    this.#recorder.stop();
    await this.#autosave.close();
  }

  /** Follows a save of another window. */
  async follow(rev: number, parent: number): Promise<void> {
    // With unsaved edits, this window's next save overwrites the other window's text and keeps it as a version.
    if (this.#autosave.isDirty || rev <= this.#autosave.rev) return;
    const previousRev = this.#autosave.rev;
    const editCount = this.#editCount;
    const theirs = await this.#deps.store.get(this.key);
    if (!theirs || theirs.rev <= previousRev || editCount !== this.#editCount) return;
    const mine = this.text;
    const text = readText(theirs);
    if (parent !== previousRev && mine !== '' && mine !== text) {
      await this.#keepVersion({ source: 'person', text: mine, reason: 'sameTime' });
      if (editCount !== this.#editCount) return;
    }
    this.#text = text;
    this.#getText = null;
    this.#reviewProgress = readProgress(theirs);
    const review = readReview(theirs);
    // A review opens in one window.
    this.#review = review && { ...review, open: false };
    this.#getProgress = null;
    this.#autosave.follow(theirs.rev, theirs.updated_at);
    if (mine !== text) this.#notify(text);
  }

  /**
   * Compares the window's own copy with the opened disk copy. A newer one replaces the text, and the disk's becomes a
   * version; if the person already wrote, the window's copy becomes a version instead.
   */
  async reconcile(windowEntry: JournalEntry): Promise<void> {
    const storedEntry = this.#storedEntry;
    if (windowEntry.rev <= (storedEntry?.rev ?? 0)) return;
    const { store } = this.#deps;
    const text = readText(windowEntry);
    if (storedEntry && readText(storedEntry) !== text) await store.keepOlder(storedEntry, 'beside');
    if (this.#editCount > 0) await store.keepOlder(windowEntry, 'otherWindow');
    else {
      const isSame = text === this.text;
      this.#text = text;
      this.#reviewProgress = readProgress(windowEntry);
      this.#review = readReview(windowEntry);
      if (!isSame) this.#notify(text);
    }
    this.#autosave.bumpRevision(windowEntry.rev);
    this.#autosave.touch(() => this.#createValue());
  }

  /**
   * Follows writes that reached the disk while this draft was being sent to the page, such as those before a reload.
   * If the person already wrote here, the disk's text becomes a version.
   */
  async catchUp(newest: JournalEntry): Promise<void> {
    if (newest.rev <= (this.#storedEntry?.rev ?? 0) || newest.rev === this.rev || 'moved_to' in newest.value) return;
    const { store } = this.#deps;
    const isNewer = newest.rev > this.rev;
    const text = readText(newest);
    const isSame = text === this.text;
    if (isNewer && this.#editCount === 0) {
      this.#text = text;
      this.#reviewProgress = readProgress(newest);
      this.#review = readReview(newest);
      this.#autosave.follow(newest.rev, newest.updated_at);
      void store.writeWindow(newest);
      if (!isSame) this.#notify(text);
      return;
    }
    if (!isSame) await store.keepOlder(newest, 'otherWindow');
    if (!isNewer) return;
    this.#autosave.bumpRevision(newest.rev);
    this.#autosave.touch(() => this.#createValue());
  }

  async #keepOtherWindowText(): Promise<number> {
    const [theirs] = (await this.#deps.store.journal.read([this.key])) ?? [];
    if (!theirs) return this.rev;
    if (readText(theirs) !== this.text) await this.#deps.store.keepOlder(theirs, 'otherWindow');
    return theirs.rev;
  }

  #notify(text: string): void {
    this.#listeners.notify(text);
  }

  #setBase(base: DraftBase): void {
    if (this.#base?.version === base.version && this.#base.text === base.text) return;
    this.#base = base;
    this.#sentHashes = [];
    void this.#putBase(base);
  }

  #putBase({ text, version }: DraftBase): Promise<unknown> {
    return this.#deps.store.put({
      key: getBaseKey(this.account, this.scriptId, this.kind),
      // Orders by time, because a service that was reset counts its versions from 1 again.
      rev: Date.now(),
      updated_at: new Date().toISOString(),
      value: { text, version, sent: this.#sentHashes },
    });
  }

  #keepVersion(version: Pick<NewVersion, 'source' | 'text' | 'reason'>): Promise<Version> {
    const { account, scriptId, kind } = this;
    return this.#deps.versions.add({ account, scriptId, kind, ...version });
  }

  #createValue(): Record<string, unknown> {
    const { text, reviewProgress: progress } = this;
    // Do not store the text twice.
    const storedProgress = progress && { ...progress, of: progress.of === text ? null : progress.of };
    const adopted = this.#base === null && this.#adopted;
    const { unkept } = this.#recorder;
    return {
      text,
      base_version: this.#base?.version ?? null,
      ...(adopted && { adopted }),
      ...(storedProgress && { deciding: storedProgress }),
      ...(this.#review && { review: this.#review }),
      ...(unkept.length > 0 && { unkept }),
    };
  }
}

function readText(entry: JournalEntry | null): string {
  const text = entry?.value['text'];
  return typeof text === 'string' ? text : '';
}

function readAdopted(entry: JournalEntry | null): { version: number; length: number } | null {
  return (entry?.value['adopted'] as { version: number; length: number } | undefined) ?? null;
}

/** The stored shape; version 0.1 stored the incoming places as `takenIn`, or none, and no text. */
type StoredProgress = Omit<ReviewProgress, 'of' | 'incoming'> & {
  of: string | null;
  incoming?: readonly Place[];
  takenIn?: readonly Place[];
};

function readProgress(entry: JournalEntry | null): ReviewProgress | null {
  const storedProgress = entry?.value['deciding'] as StoredProgress | undefined;
  return storedProgress
    ? {
        ...storedProgress,
        of: storedProgress.of ?? readText(entry),
        incoming: storedProgress.incoming ?? storedProgress.takenIn ?? [],
      }
    : null;
}

const readReview = (entry: JournalEntry | null): Review | null =>
  (entry?.value['review'] as Review | undefined) ?? null;
