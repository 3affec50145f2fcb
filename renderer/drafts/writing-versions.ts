import { logger } from '#log/logger.ts';
import type { JournalEntry } from '#contract/journal.ts';

import { getVersionPrefix, type TextKind } from '../storage/keys.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import { RevisionCounter } from '../storage/revision-counter.ts';
import { type Lock, createWindowLock } from '../storage/window-lock.ts';
import { VersionPack, type PackedText } from './version-pack.ts';

const log = logger('versions');

const locks = new Map<string, Lock>();

function getLock(name: string): Lock {
  const lock = locks.get(name) ?? createWindowLock(name);
  locks.set(name, lock);
  return lock;
}

export interface PackedVersion extends PackedText {
  readonly id: string;
  readonly kind: TextKind;
}

interface PackTarget {
  readonly account: string;
  readonly scriptId: number;
  readonly kind: TextKind;
}

/** Another window or profile may write between reading and writing; more conflicts than this are an error. */
const MAX_TRIES = 5;
const MAX_CACHED = 4;

/**
 * Stores the versions kept while a person writes: all of one text in one entry, as deltas, so that each costs about as
 * much as its change. A pack that can't be read stays unchanged, and a new one is started.
 */
export class WritingVersions {
  readonly #store: MirroredStore;
  readonly #revisions = new RevisionCounter();
  /** Caches the packs read last, as reading one takes some milliseconds. */
  readonly #cache = new Map<string, { readonly rev: number; readonly pack: Promise<VersionPack> }>();

  constructor(store: MirroredStore) {
    this.#store = store;
  }

  /**
   * Adds a text, unless it is empty, equals the newest one, or is there already. Old ones are thinned out.
   * @throws if neither disk nor window accepted it.
   */
  async add(target: PackTarget, newText: PackedText): Promise<void> {
    if (newText.text === '') return;
    const { account, scriptId, kind } = target;
    await getLock(`versions/${account}/${scriptId}/${kind}`)(async () => {
      for (let attempt = 0; attempt < MAX_TRIES; attempt++) if (await this.#addOnce(target, newText)) return;
      throw new Error('The text couldn’t be saved as a version.');
    });
  }

  /** Returns the versions of an entry, newest first; empty if the entry is not a pack. */
  async readVersions(entry: JournalEntry): Promise<readonly PackedVersion[]> {
    const { kind } = entry.value;
    const pack = kind === 'outline' || kind === 'script' ? await this.#getPack(entry) : null;
    if (!pack || (kind !== 'outline' && kind !== 'script')) return [];
    const id = entry.key.slice(entry.key.lastIndexOf('/') + 1);
    return pack.texts.map((one) => ({ ...one, id: `${id}-${one.at.getTime().toString(36)}`, kind }));
  }

  async #addOnce(target: PackTarget, newText: PackedText): Promise<boolean> {
    const { entry, pack } = (await this.#readNewestPack(target)) ?? { entry: null, pack: VersionPack.empty };
    if (pack.texts[0]?.text === newText.text) return true;
    let at = newText.at.getTime();
    // The id is made from the time, so no two texts share one.
    for (let existing = findTextAt(pack, at); existing; existing = findTextAt(pack, ++at))
      if (existing.text === newText.text) return true;
    const next = pack.add({ ...newText, at: new Date(at) }).thin(new Date());
    const key = entry?.key ?? `${packPrefix(target)}${crypto.randomUUID().slice(0, 8)}`;
    const newEntry = {
      key,
      rev: this.#revisions.getNextAfter(entry?.rev ?? 0),
      updated_at: new Date().toISOString(),
      value: { kind: target.kind, count: next.texts.length, pack: await next.write() },
    };
    const { disk, window } = await this.#store.put(newEntry, entry === null);
    if (disk.ok && disk.stale.length > 0) return false;
    if (!disk.ok && !window.ok) throw new Error('The text couldn’t be saved as a version.');
    this.#remember(key, newEntry.rev, Promise.resolve(next));
    return true;
  }

  /** Returns the pack that is written to, from the newer of both copies. */
  async #readNewestPack(target: PackTarget): Promise<{ entry: JournalEntry; pack: VersionPack } | null> {
    for (const key of [...(await this.#store.listKeys(packPrefix(target)))].sort().reverse()) {
      const entry = await this.#store.get(key);
      const pack = entry && (await this.#getPack(entry));
      if (entry && pack) return { entry, pack };
    }
    return null;
  }

  async #getPack(entry: JournalEntry): Promise<VersionPack | null> {
    const { key, rev, value } = entry;
    if (typeof value['pack'] !== 'string') return null;
    const cachedPack = this.#cache.get(key);
    const pack = cachedPack?.rev === rev ? cachedPack.pack : VersionPack.read(value['pack']);
    this.#remember(key, rev, pack);
    return pack.catch((error: unknown) => {
      log.failure('versions not readable')(error);
      return null;
    });
  }

  #remember(key: string, rev: number, pack: Promise<VersionPack>): void {
    this.#cache.delete(key);
    this.#cache.set(key, { rev, pack });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }
}

const findTextAt = (pack: VersionPack, time: number): PackedText | undefined =>
  pack.texts.find(({ at }) => at.getTime() === time);

const packPrefix = ({ account, scriptId, kind }: PackTarget): string =>
  `${getVersionPrefix(account, scriptId)}writing-${kind}-`;
