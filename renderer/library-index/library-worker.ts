/** Runs the library in a worker, because reading and indexing ten thousand drafts must not block a window. */
import { expose } from 'comlink';

import type { JournalEntry } from '#contract/journal.ts';
import { Database, type EntityRow } from '../storage/database.ts';
import { LibraryCatalog } from './library-catalog.ts';
import type { LibraryFacets, LibraryHit, LibraryPage, LibraryQuery } from './library-rows.ts';
import { DatabaseSource, MemorySource } from './library-source.ts';

const TOUCH_AFTER_MS = 800;

let memorySource: MemorySource | null = null;
let catalog = new LibraryCatalog(new DatabaseSource(new Database()));
const catalogLoad = catalog.load();
const pendingKeys = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let onChange: (scripts: number) => void = () => undefined;

const FUNCTIONS = {
  /** Sets what to call with the number of scripts after a change of the index. */
  watch(listener: (scripts: number) => void): void {
    onChange = listener;
  },

  async find(query: LibraryQuery): Promise<LibraryPage> {
    await catalogLoad;
    return catalog.find(query);
  },

  /** Returns the same rows with the text around the matches. */
  addSnippets: (rows: readonly LibraryHit[], query: string): Promise<readonly LibraryHit[]> =>
    catalog.addSnippets(rows, query),

  async listKeys(query: LibraryQuery): Promise<readonly string[]> {
    await catalogLoad;
    return catalog.listKeys(query);
  },

  async listFacets(): Promise<LibraryFacets> {
    await catalogLoad;
    return catalog.listFacets();
  },

  /** Indexes everything that changed. */
  async index(): Promise<void> {
    await catalogLoad;
    await catalog.index(() => onChange(catalog.size));
  },

  /** Indexes changes of these scripts. */
  async touch(keys: readonly string[]): Promise<void> {
    await catalogLoad;
    await catalog.indexChanges(keys);
  },

  /** Supplies the data to search if the browser has no database; from then on nothing else is searched. */
  async fill(entries: readonly JournalEntry[], scripts: readonly Pick<EntityRow, 'key' | 'value'>[]): Promise<void> {
    await catalogLoad;
    if (!memorySource) catalog = new LibraryCatalog((memorySource = new MemorySource()));
    memorySource.addAll(entries, scripts);
  },
};
export type LibraryFunctions = typeof FUNCTIONS;

expose(FUNCTIONS);

/** Runs when this or another window saved a script. */
function touchSoon(key: string): void {
  pendingKeys.add(key);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const keys = [...pendingKeys];
    pendingKeys.clear();
    void catalogLoad
      .then(() => catalog.indexChanges(keys))
      .then((isChanged) => {
        if (isChanged) onChange(catalog.size);
      });
  }, TOUCH_AFTER_MS);
}

new BroadcastChannel('cutaway-drafts').addEventListener('message', (event: MessageEvent<{ key: string }>) => {
  const [, account, id] = event.data.key.split('/');
  touchSoon(`${account}/${id}`);
});
new BroadcastChannel('cutaway-details').addEventListener('message', (event: MessageEvent<string>) => {
  const [, account, id, kind] = event.data.split('/');
  if (kind === 'script') touchSoon(`${account}/${id}`);
});
new BroadcastChannel('cutaway-outbox').addEventListener(
  'message',
  (event: MessageEvent<{ account: string; id: number }>) => touchSoon(`${event.data.account}/${event.data.id}`),
);
