import type { Remote } from 'comlink';
import { describe, expect, it, vi } from 'vitest';

import { FakeJournal } from '../storage/fake-journal.ts';
import { LibraryCatalog } from './library-catalog.ts';
import type { LibraryQuery } from './library-rows.ts';
import { DatabaseSource } from './library-source.ts';
import { Library, type LibraryWorker } from './library.svelte.ts';
import type { LibraryFunctions } from './library-worker.ts';
import { FakeProfile, TestWindow } from '../drafts/test-window.ts';

const ALL_SCRIPTS = { words: '', shelf: 'all', channel: null, format: null, sort: 'written' } as const;

/** Fakes the library's worker, which answers on request. */
class Thread implements LibraryWorker {
  readonly #remote: Remote<LibraryFunctions>;
  #waitingCalls: readonly { name: string; go: () => void }[] = [];

  constructor(catalog: LibraryCatalog) {
    const functions = {
      watch: () => Promise.resolve(),
      find: (query: LibraryQuery) => this.#pause('find', () => catalog.find(query)),
      index: () => this.#pause('index', () => catalog.index()),
      listFacets: () => Promise.resolve(catalog.listFacets()),
    };
    this.#remote = functions as unknown as Remote<LibraryFunctions>;
  }

  call<R>(use: (remote: Remote<LibraryFunctions>) => Promise<R>): Promise<R> {
    return use(this.#remote);
  }

  async answer(name: 'find' | 'index'): Promise<void> {
    const call = await vi.waitUntil(() => this.#waitingCalls.find((one) => one.name === name));
    this.#waitingCalls = this.#waitingCalls.filter((one) => one !== call);
    call.go();
  }

  async #pause<R>(name: string, work: () => R | Promise<R>): Promise<R> {
    await new Promise<void>((go) => (this.#waitingCalls = [...this.#waitingCalls, { name, go }]));
    return work();
  }
}

/** Opens a window that shows its database's list and has called its worker for that list and a full pass. */
async function openLibrary() {
  const window = new TestWindow(new FakeProfile(), new FakeJournal());
  const createScript = (id: number, title: string) => ({
    key: `local/script/${id}`,
    of: 'local/script',
    at: '',
    value: { id, title, topic: '', channel_id: 1 },
  });
  await window.database.attempt((tables) =>
    tables.entities.bulkPut([createScript(1, 'Night trains'), createScript(2, 'The ferry')]),
  );
  // An earlier window indexed them; there are too few to store an index.
  await new LibraryCatalog(new DatabaseSource(window.database)).index();
  const thread = new Thread(new LibraryCatalog(new DatabaseSource(window.database)));
  const library = new Library(window.store, thread);
  const request = library.search(ALL_SCRIPTS);
  const indexing = library.index();
  await vi.waitUntil(() => library.rows !== null);
  const getTitles = (): readonly string[] => (library.rows ?? []).map(({ title }) => title);
  return { window, library, thread, request, indexing, titles: getTitles };
}

describe('Library', () => {
  it('shows the database’s list until its worker has scanned everything', async () => {
    const { window, thread, request, indexing, titles } = await openLibrary();
    expect(titles()).toEqual(['The ferry', 'Night trains']);
    await thread.answer('find');
    await request;
    expect(titles()).toEqual(['The ferry', 'Night trains']);
    await thread.answer('index');
    await thread.answer('find');
    await indexing;
    expect(titles()).toEqual(['The ferry', 'Night trains']);
    await window.kill();
  });

  it('removes scripts the worker no longer finds', async () => {
    const { window, thread, request, indexing, titles } = await openLibrary();
    await window.database.attempt((tables) => tables.entities.delete('local/script/2'));
    await thread.answer('find');
    await request;
    await thread.answer('index');
    await thread.answer('find');
    await indexing;
    expect(titles()).toEqual(['Night trains']);
    await window.kill();
  });

  it('shows another shelf at once, without rows of the previous shelf', async () => {
    const { window, library, thread, titles } = await openLibrary();
    const searching = library.search({ ...ALL_SCRIPTS, shelf: 'starred' });
    expect(library.rows).toBe(null);
    await thread.answer('find');
    await thread.answer('find');
    await searching;
    expect(titles()).toEqual([]);
    await window.kill();
  });
});
