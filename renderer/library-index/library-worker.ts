/** Runs the library in a worker, because reading and indexing ten thousand drafts must not block a window. */
import { Database } from '../storage/database.ts';
import { LibraryCatalog } from './library-catalog.ts';
import type { LibraryAnswer, LibraryCall } from './library-calls.ts';
import { DatabaseSource, MemorySource } from './library-source.ts';

const TOUCH_AFTER_MS = 800;

let memory: MemorySource | null = null;
let catalog = new LibraryCatalog(new DatabaseSource(new Database()));
const loaded = catalog.load();
const touched = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

const tell = (answer: LibraryAnswer): void => self.postMessage(answer);

/** Switches to a catalog of the data the window sends, replacing the database's. */
function fill({ entries, scripts }: Extract<LibraryCall, { kind: 'fill' }>): void {
  if (!memory) catalog = new LibraryCatalog((memory = new MemorySource()));
  memory.take(entries, scripts);
}

async function carryOut(call: LibraryCall): Promise<void> {
  await loaded;
  if (call.kind === 'find') {
    const page = catalog.find(call.query);
    tell({ kind: 'found', id: call.id, page });
    const rows = await catalog.withSnippets(page.rows, call.query.words);
    if (rows !== page.rows) tell({ kind: 'snippets', of: call.id, rows });
  }
  if (call.kind === 'keys') tell({ kind: 'keys', id: call.id, keys: catalog.keys(call.query) });
  if (call.kind === 'fill') {
    fill(call);
    tell({ kind: 'looked', id: call.id, changed: false });
  }
  if (call.kind === 'touch') tell({ kind: 'looked', id: call.id, changed: await catalog.touch(call.keys) });
  if (call.kind === 'look') {
    const progress = (): void => tell({ kind: 'progress', scripts: catalog.size });
    tell({ kind: 'looked', id: call.id, changed: await catalog.look(progress) });
  }
}

self.addEventListener('message', (event: MessageEvent<LibraryCall>) => void carryOut(event.data));

/** Called when this or another window saved a script. */
function saved(key: string): void {
  touched.add(key);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const keys = [...touched];
    touched.clear();
    void loaded
      .then(() => catalog.touch(keys))
      .then((changed) => {
        if (changed) tell({ kind: 'progress', scripts: catalog.size });
      });
  }, TOUCH_AFTER_MS);
}

new BroadcastChannel('cutaway-drafts').addEventListener('message', (event: MessageEvent<{ key: string }>) => {
  const [, account, id] = event.data.key.split('/');
  saved(`${account}/${id}`);
});
new BroadcastChannel('cutaway-outbox').addEventListener(
  'message',
  (event: MessageEvent<{ account: string; id: number }>) => saved(`${event.data.account}/${event.data.id}`),
);
