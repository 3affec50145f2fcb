import type { JournalEntry } from '#contract/bridge.ts';

import {
  FAMILIES,
  formKey,
  readDraftKey,
  remarkForm,
  researchForm,
  rewriteForm,
  sourcesForm,
  takesForm,
  TEXT_KINDS,
} from '../storage/keys.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

/**
 * Moves everything written in a locally created script to the id its service gave it. The copy is on disk before the
 * old entry is emptied, so a move can stop anywhere and be repeated. Returns false if something is left to move.
 */
export async function moveScript(store: MirroredStore, account: string, from: number, to: number): Promise<boolean> {
  let whole = true;
  const moves = new Map<string, { target: string; arrive: typeof arrive }>([
    [formKey(account, sourcesForm(from)), { target: formKey(account, sourcesForm(to)), arrive: arriveChecks }],
    [formKey(account, researchForm(from)), { target: formKey(account, researchForm(to)), arrive: arriveResearch }],
    [formKey(account, takesForm(from)), { target: formKey(account, takesForm(to)), arrive }],
    ...TEXT_KINDS.map(
      (kind) =>
        [
          formKey(account, rewriteForm(kind, from)),
          { target: formKey(account, rewriteForm(kind, to)), arrive },
        ] as const,
    ),
  ]);
  for (const key of await keysOf(store, account, from)) {
    const entry = await store.get(key);
    if (!entry || 'moved_to' in entry.value) continue;
    const move = moves.get(key) ?? { target: key.replace(`/${account}/${from}/`, `/${account}/${to}/`), arrive };
    if (!(await move.arrive(store, entry, move.target))) {
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

/** Returns the keys of a script's forms; of '', what they begin with. */
const formsOf = (account: string, id: number | ''): readonly string[] =>
  [sourcesForm(id), researchForm(id), takesForm(id), ...TEXT_KINDS.map((kind) => rewriteForm(kind, id))].map((name) =>
    formKey(account, name),
  );

/** Returns the local ids that still have unmoved content. */
export async function localScripts(store: MirroredStore, account: string): Promise<ReadonlySet<number>> {
  const forms = formsOf(account, '');
  const prefixes = [`draft/${account}/`, `comment/${account}/`, `details/${account}/`, ...forms];
  const lists = await Promise.all(prefixes.map((prefix) => store.list(`${prefix}-`)));
  const staying = lists.flat().filter(({ value }) => !('moved_to' in value));
  const idIn = (key: string): number => {
    const form = forms.find((one) => key.startsWith(one));
    return Number(form === undefined ? key.split('/')[2] : key.slice(form.length));
  };
  return new Set(staying.map(({ key }) => idIn(key)));
}

/** Returns every key of the script, from either copy. */
async function keysOf(store: MirroredStore, account: string, id: number): Promise<ReadonlySet<string>> {
  const prefixes = FAMILIES.map((family) => `${family}/${account}/${id}/`);
  const lists = await Promise.all(prefixes.map((prefix) => store.list(prefix)));
  const onDisk = (await store.journal.list()) ?? [];
  const keys = [...lists.flat(), ...onDisk].map(({ key }) => key);
  const own = keys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
  return new Set([...own, ...formsOf(account, id)]);
}

async function arrive(store: MirroredStore, entry: JournalEntry, key: string): Promise<boolean> {
  const there = await store.get(key);
  const copy = { ...entry, key };
  if (there && readDraftKey(key) === null) return true;
  // These hold no text of their own.
  const isPut = /^(?:mark|comment|details|form)\//.test(key) || 'pack' in entry.value;
  if (isPut) return (await store.put(copy)).disk.ok;
  const text = entry.value['text'];
  if (typeof text !== 'string' || text === '' || there?.value['text'] === text) return true;
  if (there && there.value['text'] !== '') return store.keepOlder(copy, 'beforeSending');
  const { disk } = await store.put(there ? { ...copy, rev: Math.max(there.rev, entry.rev) + 1 } : copy);
  return disk.ok;
}

/** Merges the checked sentences, and the sources attached to sentences, of both ids. */
async function arriveChecks(store: MirroredStore, entry: JournalEntry, key: string): Promise<boolean> {
  const there = await store.get(key);
  const [mine, theirs] = [fieldsOf(entry), fieldsOf(there)];
  const fields = {
    checked: [...new Set([...theirs.checked, ...mine.checked])],
    attached: Object.fromEntries(
      [...new Set([...Object.keys(theirs.attached), ...Object.keys(mine.attached)])].map((sentence) => [
        sentence,
        bothOf(theirs.attached[sentence], mine.attached[sentence]),
      ]),
    ),
  };
  if (JSON.stringify(fields) === JSON.stringify(theirs)) return true;
  const rev = Math.max(there?.rev ?? 0, entry.rev) + 1;
  const { disk } = await store.put({ ...entry, key, rev, value: { fields } });
  return disk.ok;
}

interface AttachedSources {
  readonly sources: readonly { readonly id: string }[];
}

/** Removes everything written in a script from both copies, except its mark. */
export async function removeScript(store: MirroredStore, account: string, id: number): Promise<void> {
  const unsent = TEXT_KINDS.map((kind) => formKey(account, remarkForm(kind, id)));
  for (const key of [...(await keysOf(store, account, id)), ...unsent]) {
    const entry = key.startsWith('mark/') ? null : await store.get(key);
    if (entry) await store.remove(entry);
  }
}
interface Fields {
  readonly checked: readonly string[];
  readonly attached: Readonly<Record<string, AttachedSources>>;
}

function fieldsOf(entry: JournalEntry | null): Fields {
  const fields = entry?.value['fields'] as Partial<Fields> | null | undefined;
  return { checked: fields?.checked ?? [], attached: fields?.attached ?? {} };
}

function bothOf(theirs: AttachedSources | undefined, mine: AttachedSources | undefined): AttachedSources | undefined {
  if (!theirs || !mine) return theirs ?? mine;
  const ids = new Set(theirs.sources.map(({ id }) => id));
  return { ...theirs, sources: [...theirs.sources, ...mine.sources.filter(({ id }) => !ids.has(id))] };
}

/** Merges what was collected for both ids. */
async function arriveResearch(store: MirroredStore, entry: JournalEntry, key: string): Promise<boolean> {
  const there = await store.get(key);
  const [mine, theirs] = [itemsOf(entry), itemsOf(there)];
  const ids = new Set(theirs.map(({ id }) => id));
  const added = mine.filter(({ id }) => !ids.has(id));
  if (there && added.length === 0) return true;
  const rev = Math.max(there?.rev ?? 0, entry.rev) + 1;
  const fields = { ...fieldsIn(entry), ...fieldsIn(there), items: [...added, ...theirs] };
  return (await store.put({ ...entry, key, rev, value: { fields } })).disk.ok;
}

const fieldsIn = (entry: JournalEntry | null): object => (entry?.value['fields'] as object | undefined) ?? {};
const itemsOf = (entry: JournalEntry | null): readonly { readonly id: string }[] =>
  (fieldsIn(entry) as { items?: readonly { readonly id: string }[] }).items ?? [];
