import type { JournalEntry } from '#contract/journal.ts';

import {
  FAMILIES,
  getFormKey,
  readDraftKey,
  getRemarkForm,
  getResearchForm,
  rewriteForm,
  getSourcesForm,
  getTakesForm,
  TEXT_KINDS,
} from '../storage/keys.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';
import type { VersionReason } from '../storage/version-reasons.ts';

/**
 * Moves everything written in a locally created script to the id its service gave it. The copy is on disk before the
 * old entry is emptied, so a move can stop anywhere and be repeated. Returns false if something is left to move.
 */
export async function moveScript(store: MirroredStore, account: string, from: number, to: number): Promise<boolean> {
  let isComplete = true;
  const formMoves = new Map<string, { target: string; place: typeof placeEntry }>([
    [
      getFormKey(account, getSourcesForm(from)),
      { target: getFormKey(account, getSourcesForm(to)), place: mergeChecks },
    ],
    [
      getFormKey(account, getResearchForm(from)),
      { target: getFormKey(account, getResearchForm(to)), place: mergeResearch },
    ],
    [getFormKey(account, getTakesForm(from)), { target: getFormKey(account, getTakesForm(to)), place: placeEntry }],
    ...TEXT_KINDS.map(
      (kind) =>
        [
          getFormKey(account, rewriteForm(kind, from)),
          { target: getFormKey(account, rewriteForm(kind, to)), place: placeEntry },
        ] as const,
    ),
  ]);
  for (const key of await listScriptKeys(store, account, from)) {
    const entry = await store.get(key);
    if (!entry || 'moved_to' in entry.value) continue;
    const move = formMoves.get(key) ?? {
      target: key.replace(`/${account}/${from}/`, `/${account}/${to}/`),
      place: placeEntry,
    };
    if (!(await move.place(store, entry, move.target))) {
      isComplete = false;
      continue;
    }
    // Uses a revision above the copied one and below any later write, so that only the copied text is emptied.
    const rev = entry.rev + 1;
    const { disk } = await store.put({ key, rev, updated_at: new Date().toISOString(), value: { moved_to: to } });
    isComplete = isComplete && disk.ok && disk.stale.length === 0;
  }
  return isComplete;
}

/** Returns the keys of a script's forms; for '', their common prefixes. */
const listFormKeys = (account: string, id: number | ''): readonly string[] =>
  [getSourcesForm(id), getResearchForm(id), getTakesForm(id), ...TEXT_KINDS.map((kind) => rewriteForm(kind, id))].map(
    (name) => getFormKey(account, name),
  );

/** Returns the local ids that still have unmoved content. */
export async function findLocalScripts(store: MirroredStore, account: string): Promise<ReadonlySet<number>> {
  const forms = listFormKeys(account, '');
  const prefixes = [`draft/${account}/`, `comment/${account}/`, `details/${account}/`, ...forms];
  const lists = await Promise.all(prefixes.map((prefix) => store.list(`${prefix}-`)));
  const unmovedEntries = lists.flat().filter(({ value }) => !('moved_to' in value));
  const readId = (key: string): number => {
    const form = forms.find((one) => key.startsWith(one));
    return Number(form === undefined ? key.split('/')[2] : key.slice(form.length));
  };
  return new Set(unmovedEntries.map(({ key }) => readId(key)));
}

/** Returns every key of the script, from either copy. */
async function listScriptKeys(store: MirroredStore, account: string, id: number): Promise<ReadonlySet<string>> {
  const prefixes = FAMILIES.map((family) => `${family}/${account}/${id}/`);
  const lists = await Promise.all(prefixes.map((prefix) => store.list(prefix)));
  const onDisk = (await store.journal.list()) ?? [];
  const keys = [...lists.flat(), ...onDisk].map(({ key }) => key);
  const scriptKeys = keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
  return new Set([...scriptKeys, ...listFormKeys(account, id)]);
}

/** Copies an entry to a key that may have an entry of its own. Returns whether the copy is on disk. */
export async function placeEntry(
  store: MirroredStore,
  entry: JournalEntry,
  key: string,
  reason: VersionReason = 'beforeSending',
): Promise<boolean> {
  const existingEntry = await store.get(key);
  const copy = { ...entry, key };
  if (existingEntry && readDraftKey(key) === null) return true;
  // These entries are not texts, so they are copied without a comparison.
  const isPut = /^(?:base|mark|comment|details|form)\//.test(key) || 'pack' in entry.value;
  if (isPut) return (await store.put(copy)).disk.ok;
  const text = entry.value['text'];
  if (typeof text !== 'string' || text === '' || existingEntry?.value['text'] === text) return true;
  if (existingEntry && existingEntry.value['text'] !== '') return store.keepOlder(copy, reason);
  const { disk } = await store.put(existingEntry ? { ...copy, rev: Math.max(existingEntry.rev, entry.rev) + 1 } : copy);
  return disk.ok;
}

/** Merges the checked sentences, and the sources attached to sentences, of both ids. */
async function mergeChecks(store: MirroredStore, entry: JournalEntry, key: string): Promise<boolean> {
  const existingEntry = await store.get(key);
  const [mine, theirs] = [getFields(entry), getFields(existingEntry)];
  const fields = {
    checked: [...new Set([...theirs.checked, ...mine.checked])],
    attached: Object.fromEntries(
      [...new Set([...Object.keys(theirs.attached), ...Object.keys(mine.attached)])].map((sentence) => [
        sentence,
        mergeSources(theirs.attached[sentence], mine.attached[sentence]),
      ]),
    ),
  };
  if (JSON.stringify(fields) === JSON.stringify(theirs)) return true;
  const rev = Math.max(existingEntry?.rev ?? 0, entry.rev) + 1;
  const { disk } = await store.put({ ...entry, key, rev, value: { fields } });
  return disk.ok;
}

interface AttachedSources {
  readonly sources: readonly { readonly id: string }[];
}

/** Removes everything written in a script from both copies, except its mark. */
export async function removeScript(store: MirroredStore, account: string, id: number): Promise<void> {
  const formKeys = TEXT_KINDS.map((kind) => getFormKey(account, getRemarkForm(kind, id)));
  for (const key of [...(await listScriptKeys(store, account, id)), ...formKeys]) {
    const entry = key.startsWith('mark/') ? null : await store.get(key);
    if (entry) await store.remove(entry);
  }
}
interface Fields {
  readonly checked: readonly string[];
  readonly attached: Readonly<Record<string, AttachedSources>>;
}

function getFields(entry: JournalEntry | null): Fields {
  const fields = entry?.value['fields'] as Partial<Fields> | null | undefined;
  return { checked: fields?.checked ?? [], attached: fields?.attached ?? {} };
}

function mergeSources(
  theirs: AttachedSources | undefined,
  mine: AttachedSources | undefined,
): AttachedSources | undefined {
  if (!theirs || !mine) return theirs ?? mine;
  const ids = new Set(theirs.sources.map(({ id }) => id));
  return { ...theirs, sources: [...theirs.sources, ...mine.sources.filter(({ id }) => !ids.has(id))] };
}

/** Merges the research collected for both ids. */
async function mergeResearch(store: MirroredStore, entry: JournalEntry, key: string): Promise<boolean> {
  const existingEntry = await store.get(key);
  const [mine, theirs] = [getItems(entry), getItems(existingEntry)];
  const ids = new Set(theirs.map(({ id }) => id));
  const newItems = mine.filter(({ id }) => !ids.has(id));
  if (existingEntry && newItems.length === 0) return true;
  const rev = Math.max(existingEntry?.rev ?? 0, entry.rev) + 1;
  const fields = { ...readFormFields(entry), ...readFormFields(existingEntry), items: [...newItems, ...theirs] };
  return (await store.put({ ...entry, key, rev, value: { fields } })).disk.ok;
}

const readFormFields = (entry: JournalEntry | null): object => (entry?.value['fields'] as object | undefined) ?? {};
const getItems = (entry: JournalEntry | null): readonly { readonly id: string }[] =>
  (readFormFields(entry) as { items?: readonly { readonly id: string }[] }).items ?? [];
