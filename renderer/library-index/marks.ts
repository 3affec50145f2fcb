import type { JournalEntry } from '#contract/bridge.ts';

import { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

/** Records what a person did with a script in their library; saved like everything they write. */
export interface Mark {
  readonly starred: boolean;
  /** Is an ISO time; null if it is not in the trash. */
  readonly trashed: string | null;
  readonly tags: readonly string[];
  /** Is null if it is in no folder. */
  readonly folder: string | null;
  /** Is the ISO time of the permanent deletion here; its service may still have it. */
  readonly deleted: string | null;
  /** Is the ISO time at which it was created here, so that a new script stands among those edited last. */
  readonly made: string | null;
}

export const NO_MARK: Mark = { starred: false, trashed: null, tags: [], folder: null, deleted: null, made: null };

export const markKey = (account: string, id: number): string => `mark/${account}/${id}/script`;

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function readMark(entry: JournalEntry | null | undefined): Mark {
  if (!entry) return NO_MARK;
  const { starred, trashed, tags, folder, deleted, made } = entry.value;
  return {
    starred: starred === true,
    trashed: textOr(trashed),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    folder: textOr(folder),
    deleted: textOr(deleted),
    made: textOr(made),
  };
}

/** Reads tags written with commas between them; a tag counts once, whatever its capitals. */
export function tagsIn(text: string): readonly string[] {
  const found = new Map<string, string>();
  for (const part of text.split(',')) {
    const tag = part.trim().replace(/\s+/g, ' ');
    if (tag !== '' && !found.has(tag.toLowerCase())) found.set(tag.toLowerCase(), tag);
  }
  return [...found.values()];
}

const revisions = new RevisionCounter();
let channel: BroadcastChannel | null | undefined;

/** Holds the running change of each mark, so that the next one builds on it. */
const running = new Map<string, Promise<unknown>>();

/** Changes the mark of a script and returns the one before. */
export function changeMark(
  store: MirroredStore,
  account: string,
  id: number,
  change: (now: Mark) => Mark,
): Promise<Mark> {
  const key = markKey(account, id);
  const next = (running.get(key) ?? Promise.resolve()).then(() => write(store, account, id, change));
  const settled = next
    .catch(() => undefined) // reported to the caller
    .finally(() => {
      if (running.get(key) === settled) running.delete(key);
    });
  running.set(key, settled);
  return next;
}

async function write(store: MirroredStore, account: string, id: number, change: (now: Mark) => Mark): Promise<Mark> {
  const key = markKey(account, id);
  const there = await store.get(key);
  const before = readMark(there);
  const rev = revisions.after(there?.rev ?? 0);
  await store.put({ key, rev, updated_at: new Date().toISOString(), value: { ...change(before) } });
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cutaway-details');
  channel?.postMessage(key);
  return before;
}

/** Returns the scripts of an account that are in the trash or were deleted. */
export async function hiddenScripts(store: Pick<MirroredStore, 'list'>, account: string): Promise<ReadonlySet<number>> {
  const hidden = (await store.list(`mark/${account}/`)).filter((entry) => {
    const { trashed, deleted } = readMark(entry);
    return trashed !== null || deleted !== null;
  });
  return new Set(hidden.map(({ key }) => Number(key.split('/')[2])));
}
