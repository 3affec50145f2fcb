/** Runs the library in a worker, because reading and indexing ten thousand drafts must not block a window. */
import { expose } from 'comlink';

import type { JournalEntry } from '#contract/bridge.ts';
import { Database, type EntityRow } from '../storage/database.ts';
import { LibraryCatalog } from './library-catalog.ts';
import type { LibraryFacets, LibraryHit, LibraryPage, LibraryQuery } from './library-rows.ts';
import { DatabaseSource, MemorySource } from './library-source.ts';

const TOUCH_AFTER_MS = 800;

let memory: MemorySource | null = null;
let catalog = new LibraryCatalog(new DatabaseSource(new Database()));
const loaded = catalog.load();
const touched = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let onChange: (scripts: number) => void = () => undefined;

const FUNCTIONS = {
  /** Sets what to call with the number of scripts after a change of the index. */
  watch(listener: (scripts: number) => void): void {
    onChange = listener;
  },

  async find(query: LibraryQuery): Promise<LibraryPage> {
    await loaded;
    return catalog.find(query);
  },

  /** Returns the same rows with the text around the matches. */
  withSnippets: (rows: readonly LibraryHit[], words: string): Promise<readonly LibraryHit[]> =>
    catalog.withSnippets(rows, words),

  async keys(query: LibraryQuery): Promise<readonly string[]> {
    await loaded;
    return catalog.keys(query);
  },

  async facets(): Promise<LibraryFacets> {
    await loaded;
    return catalog.facets();
  },

  /** Indexes everything that changed. */
  async look(): Promise<void> {
    await loaded;
    await catalog.look(() => onChange(catalog.size));
  },

  /** Indexes changes of these scripts. */
  async touch(keys: readonly string[]): Promise<void> {
    await loaded;
    await catalog.touch(keys);
  },

  /** Supplies the data to search if the browser has no database; from then on nothing else is searched. */
  async fill(entries: readonly JournalEntry[], scripts: readonly Pick<EntityRow, 'key' | 'value'>[]): Promise<void> {
    await loaded;
    if (!memory) catalog = new LibraryCatalog((memory = new MemorySource()));
    memory.take(entries, scripts);
  },
};
export type LibraryFunctions = typeof FUNCTIONS;

expose(FUNCTIONS);

/** Runs when this or another window saved a script. */
function saved(key: string): void {
  touched.add(key);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const keys = [...touched];
    touched.clear();
    void loaded
      .then(() => catalog.touch(keys))
      .then((changed) => {
        if (changed) onChange(catalog.size);
      });
  }, TOUCH_AFTER_MS);
}

new BroadcastChannel('cutaway-drafts').addEventListener('message', (event: MessageEvent<{ key: string }>) => {
  const [, account, id] = event.data.key.split('/');
  saved(`${account}/${id}`);
});
new BroadcastChannel('cutaway-details').addEventListener('message', (event: MessageEvent<string>) => {
  const [, account, id, kind] = event.data.split('/');
  if (kind === 'script') saved(`${account}/${id}`);
});
new BroadcastChannel('cutaway-outbox').addEventListener(
  'message',
  (event: MessageEvent<{ account: string; id: number }>) => saved(`${event.data.account}/${event.data.id}`),
);
