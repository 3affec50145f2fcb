import type { JournalEntry } from '#contract/bridge.ts';

import { FAMILIES, formKey, readDraftKey, sourcesForm } from '../storage/keys.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

/**
 * Moves everything written in a locally created script to the id its service gave it. The copy is on disk before the
 * old entry is emptied, so a move can stop anywhere and be repeated. Returns false if something is left to move.
 */
export async function moveScript(store: MirroredStore, account: string, from: number, to: number): Promise<boolean> {
  let whole = true;
  const checks = (id: number): string => formKey(account, sourcesForm(id));
  for (const key of await keysOf(store, account, from)) {
    const entry = await store.get(key);
    if (!entry || 'moved_to' in entry.value) continue;
    const target = key === checks(from) ? checks(to) : key.replace(`/${account}/${from}/`, `/${account}/${to}/`);
    const arrived = await (key === checks(from) ? arriveChecks : arrive)(store, entry, target);
    if (!arrived) {
      whole = false;
      continue;
    }
    // Uses a revision above the copied one and below any later write, so that only the copied text is emptied.
    const rev = entry.rev + 1;
    const { disk } = await store.put({ key, rev, updated_at: new Date().toISOString(), value: { moved_to: to } });
    whole = whole && disk.ok && disk.stale.length === 0;
  }
  return whole;
}

/** Returns the local ids that still have unmoved content. */
export async function localScripts(store: MirroredStore, account: string): Promise<ReadonlySet<number>> {
  const checks = formKey(account, sourcesForm(''));
  const lists = await Promise.all([store.list(`draft/${account}/-`), store.list(`${checks}-`)]);
  const staying = lists.flat().filter(({ value }) => !('moved_to' in value));
  return new Set(staying.map(({ key }) => readDraftKey(key)?.scriptId ?? Number(key.slice(checks.length))));
}

/** Returns every key of the script, from either copy. */
async function keysOf(store: MirroredStore, account: string, id: number): Promise<ReadonlySet<string>> {
  const prefixes = FAMILIES.map((family) => `${family}/${account}/${id}/`);
  const lists = await Promise.all(prefixes.map((prefix) => store.list(prefix)));
  const onDisk = (await store.journal.list()) ?? [];
  const keys = [...lists.flat(), ...onDisk].map(({ key }) => key);
  const own = keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
  return new Set([...own, formKey(account, sourcesForm(id))]);
}

async function arrive(store: MirroredStore, entry: JournalEntry, key: string): Promise<boolean> {
  const there = await store.get(key);
  const copy = { ...entry, key };
  if (there && readDraftKey(key) === null) return true;
  if (key.startsWith('mark/')) return (await store.put(copy)).disk.ok;
  const text = entry.value['text'];
  if (typeof text !== 'string' || text === '' || there?.value['text'] === text) return true;
  if (there && there.value['text'] !== '') return store.keepOlder(copy, 'beforeSending');
  const { disk } = await store.put(there ? { ...copy, rev: Math.max(there.rev, entry.rev) + 1 } : copy);
  return disk.ok;
}

/** Merges the checked sentences of both ids. */
async function arriveChecks(store: MirroredStore, entry: JournalEntry, key: string): Promise<boolean> {
  const there = await store.get(key);
  const [mine, known] = [checkedIn(entry), checkedIn(there)];
  if (mine.every((one) => known.includes(one))) return true;
  const rev = Math.max(there?.rev ?? 0, entry.rev) + 1;
  const { disk } = await store.put({
    ...entry,
    key,
    rev,
    value: { fields: { checked: [...new Set([...known, ...mine])] } },
  });
  return disk.ok;
}

function checkedIn(entry: JournalEntry | null): readonly unknown[] {
  const fields = entry?.value['fields'] as { checked?: unknown } | null | undefined;
  return Array.isArray(fields?.checked) ? fields.checked : [];
}
