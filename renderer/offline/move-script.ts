import type { JournalEntry } from '#contract/bridge.ts';

import { FAMILIES, readDraftKey } from './keys.ts';
import type { WrittenStore } from './store.ts';

/**
 * Brings all that was written in a script that was made here under the id its service gave it. What arrives is on disk
 * before the old entry is emptied, so it can break off anywhere and be done again. False: some of it is still to do.
 */
export async function moveScript(store: WrittenStore, account: string, from: number, to: number): Promise<boolean> {
  let whole = true;
  for (const key of await keysOf(store, account, from)) {
    const entry = await store.get(key);
    if (!entry || 'moved_to' in entry.value) continue;
    const arrived = await arrive(store, entry, key.replace(`/${account}/${from}/`, `/${account}/${to}/`));
    if (!arrived) {
      whole = false;
      continue;
    }
    // Above what was taken along and below whatever anybody writes next: only the very text that arrived is emptied.
    const rev = entry.rev + 1;
    const { disk } = await store.put({ key, rev, updated_at: new Date().toISOString(), value: { moved_to: to } });
    whole = whole && disk.ok && disk.stale.length === 0;
  }
  return whole;
}

/** Whatever is kept under the script in either copy. */
async function keysOf(store: WrittenStore, account: string, id: number): Promise<ReadonlySet<string>> {
  const prefixes = FAMILIES.map((family) => `${family}/${account}/${id}/`);
  const lists = await Promise.all(prefixes.map((prefix) => store.list(prefix)));
  const onDisk = (await store.journal.list()) ?? [];
  const keys = [...lists.flat(), ...onDisk].map(({ key }) => key);
  return new Set(keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix))));
}

async function arrive(store: WrittenStore, entry: JournalEntry, key: string): Promise<boolean> {
  const there = await store.get(key);
  const copy = { ...entry, key };
  if (there && readDraftKey(key) === null) return true;
  const text = entry.value['text'];
  if (typeof text !== 'string' || text === '' || there?.value['text'] === text) return true;
  if (there && there.value['text'] !== '') return store.keepOlder(copy, 'Written before it was sent');
  const { disk } = await store.put(there ? { ...copy, rev: Math.max(there.rev, entry.rev) + 1 } : copy);
  return disk.ok;
}
