import type { JournalEntry } from '#contract/journal.ts';

import { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

/** A person's marks on a script in their library; saved like everything they write. */
export interface Mark {
  readonly starred: boolean;
  /** An ISO time; null if it is not in the trash. */
  readonly trashed: string | null;
  readonly tags: readonly string[];
  /** Null if the script is in no folder. */
  readonly folder: string | null;
  /** The ISO time of the permanent deletion here; its service may still have it. */
  readonly deleted: string | null;
  /** The ISO time at which it was created here, so that a new script is among those edited last. */
  readonly made: string | null;
}

export const NO_MARK: Mark = { starred: false, trashed: null, tags: [], folder: null, deleted: null, made: null };

export const getMarkKey = (account: string, id: number): string => `mark/${account}/${id}/script`;

const toNonEmptyText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function readMark(entry: JournalEntry | null | undefined): Mark {
  if (!entry) return NO_MARK;
  const { starred, trashed, tags, folder, deleted, made } = entry.value;
  return {
    starred: starred === true,
    trashed: toNonEmptyText(trashed),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    folder: toNonEmptyText(folder),
    deleted: toNonEmptyText(deleted),
    made: toNonEmptyText(made),
  };
}

/** Reads tags separated by commas; ignores duplicates that differ only in case. */
export function parseTags(text: string): readonly string[] {
  const tagsByKey = new Map<string, string>();
  for (const part of text.split(',')) {
    const tag = part.trim().replace(/\s+/g, ' ');
    if (tag !== '' && !tagsByKey.has(tag.toLowerCase())) tagsByKey.set(tag.toLowerCase(), tag);
  }
  return [...tagsByKey.values()];
}

const revisions = new RevisionCounter();
let channel: BroadcastChannel | null | undefined;

/** The running change of each mark, so that the next one builds on it. */
const runningChanges = new Map<string, Promise<unknown>>();

/** Changes the mark of a script and returns the previous mark. */
export function changeMark(
  store: MirroredStore,
  account: string,
  id: number,
  change: (mark: Mark) => Mark,
): Promise<Mark> {
  const key = getMarkKey(account, id);
  const previousMark = (runningChanges.get(key) ?? Promise.resolve()).then(() => writeMark(store, account, id, change));
  const completion = previousMark
    .catch(() => undefined) // reported to the caller
    .finally(() => {
      if (runningChanges.get(key) === completion) runningChanges.delete(key);
    });
  runningChanges.set(key, completion);
  return previousMark;
}

async function writeMark(
  store: MirroredStore,
  account: string,
  id: number,
  change: (mark: Mark) => Mark,
): Promise<Mark> {
  const key = getMarkKey(account, id);
  const entry = await store.get(key);
  const previous = readMark(entry);
  const rev = revisions.getNextAfter(entry?.rev ?? 0);
  await store.put({ key, rev, updated_at: new Date().toISOString(), value: { ...change(previous) } });
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('cutaway-details');
  channel?.postMessage(key);
  return previous;
}

/** Returns the scripts of an account that are in the trash or were deleted. */
export async function readHiddenScripts(
  store: Pick<MirroredStore, 'list'>,
  account: string,
): Promise<ReadonlySet<number>> {
  const hiddenEntries = (await store.list(`mark/${account}/`)).filter((entry) => {
    const { trashed, deleted } = readMark(entry);
    return trashed !== null || deleted !== null;
  });
  return new Set(hiddenEntries.map(({ key }) => Number(key.split('/')[2])));
}
