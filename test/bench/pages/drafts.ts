import localforage from 'localforage';
import { Bridge } from '../../../renderer/bridge/bridge.ts';
import { FakeTransport } from '../../../renderer/bridge/fake-transport.ts';
import { Database } from '../../../renderer/storage/database.ts';
import { Drafts } from '../../../renderer/drafts/drafts.ts';
import { Journal } from '../../../renderer/storage/journal.ts';
import { RevisionCounter } from '../../../renderer/storage/revision-counter.ts';
import { MirroredStore } from '../../../renderer/storage/mirrored-store.ts';
import { Versions } from '../../../renderer/drafts/versions.ts';
import { sampleScript } from '../sample-script.ts';

// The journal answers at once, because only this window's part is compared.
const transport = new FakeTransport({
  'journal.list': () => ({ entries: [] }),
  'journal.read': () => ({ entries: [] }),
  'journal.write': () => ({ ok: true, stale: [] }),
});
const store = new MirroredStore(new Database(), new Journal(new Bridge(transport)));
const versions = new Versions(store);
const drafts = new Drafts(store, versions, { revisions: new RevisionCounter(), channel: null });
const text = sampleScript(20_000);

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(String(request.error)));
  });
}

async function openBareDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('bare');
  opening.onupgradeneeded = () => opening.result.createObjectStore('entries', { keyPath: 'key' });
  return toPromise(opening);
}

/** Saves with a single put, until it is complete. */
function putBare(database: IDBDatabase, entry: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('entries', 'readwrite');
    transaction.objectStore('entries').put(entry);
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(new Error(String(transaction.error)));
  });
}

type Times = Record<'ours' | 'theirs', number[]>;

async function measureInterleaved(
  rounds: number,
  ours: (round: number) => unknown,
  theirs: (round: number) => unknown,
) {
  const times: Times = { ours: [], theirs: [] };
  const sides = [
    [times.ours, ours],
    [times.theirs, theirs],
  ] as const;
  for (let round = 0; round < rounds; round += 1) {
    for (const [sideTimes, work] of round % 2 === 0 ? sides : [...sides].reverse()) {
      const start = performance.now();
      await work(round);
      sideTimes.push(performance.now() - start);
    }
  }
  return times;
}

Object.assign(window, {
  /** Measures the time from a changed text to “Saved”, and of a bare put of the same entry, in ms. */
  async autosave(rounds: number): Promise<Times> {
    const draft = await drafts.open('local', 1, 'script');
    const database = await openBareDatabase();
    const times = await measureInterleaved(
      rounds,
      async (round) => {
        draft.change(`${text}${round}`);
        const { state } = await draft.flush();
        // The fake records all calls, which a real journal would not keep in the window's memory.
        transport.calls.length = 0;
        if (state !== 'saved') throw new Error(`It is ${state}.`);
      },
      (round) =>
        putBare(database, {
          key: 'draft/local/1/script',
          rev: round,
          updated_at: new Date().toISOString(),
          value: { text: `${text}${round}`, base_version: null },
        }),
    );
    const storedDraft = await store.database.attempt((tables) => tables.entries.get('draft/local/1/script'));
    if (!storedDraft.ok || storedDraft.value?.value['text'] !== `${text}${rounds - 1}`)
      throw new Error('The last text is not there');
    database.close();
    return times;
  },

  /** Measures storing versions of a long script and reading them back, in ms. */
  async snapshots(rounds: number): Promise<{ keep: Times; read: Times }> {
    const script = { account: 'local', scriptId: 2, kind: 'script' } as const;
    const peer = localforage.createInstance({ name: 'peer', driver: localforage.INDEXEDDB });
    const keep = await measureInterleaved(
      rounds,
      (round) => versions.snapshot({ ...script, text: `${text}${round}` }, 'named', { name: `Version ${round}` }),
      (round) => peer.setItem(`version-${round}`, { ...script, text: `${text}${round}`, label: `Version ${round}` }),
    );
    let [ours, theirs]: [number, number] = [0, 0];
    const read = await measureInterleaved(
      9,
      async () => {
        const storedVersions = await versions.list('local', 2);
        ours = storedVersions.reduce((sum, version) => sum + version.text.length, 0);
      },
      async () => {
        const keys = await peer.keys();
        const storedVersions = await Promise.all(keys.map((key) => peer.getItem<{ text: string }>(key)));
        theirs = storedVersions.reduce((sum, version) => sum + (version?.text.length ?? 0), 0);
      },
    );
    if (ours !== theirs || ours < rounds * text.length) throw new Error('Some versions were not read back');
    return { keep, read };
  },
});
