import { describe, expect, it, vi } from 'vitest';

import { FakeJournal } from '../storage/fake-journal.ts';
import type { LibraryAnswer, LibraryCall } from './library-calls.ts';
import { LibraryCatalog } from './library-catalog.ts';
import { DatabaseSource } from './library-source.ts';
import { Library, type LibraryThread } from './library.svelte.ts';
import { FakeProfile, TestWindow } from '../drafts/test-window.ts';

const ALL = { words: '', shelf: 'all', channel: null, format: null, sort: 'written' } as const;

/** Fakes the library's worker, which answers when told to. */
class Thread implements LibraryThread {
  readonly #catalog: LibraryCatalog;
  #calls: readonly LibraryCall[] = [];
  #hear: (event: MessageEvent<LibraryAnswer>) => void = () => undefined;

  constructor(catalog: LibraryCatalog) {
    this.#catalog = catalog;
  }

  postMessage(call: LibraryCall): void {
    this.#calls = [...this.#calls, call];
  }

  addEventListener(_type: 'message', hear: (event: MessageEvent<LibraryAnswer>) => void): void {
    this.#hear = hear;
  }

  async answer(kind: 'find' | 'look'): Promise<void> {
    const call = await vi.waitUntil(() => this.#calls.find((one) => one.kind === kind));
    this.#calls = this.#calls.filter((one) => one !== call);
    if (call.kind === 'find') this.#tell({ kind: 'found', id: call.id, page: this.#catalog.find(call.query) });
    else this.#tell({ kind: 'looked', id: call.id, changed: await this.#catalog.look() });
  }

  #tell(data: LibraryAnswer): void {
    this.#hear(new MessageEvent('message', { data }));
  }
}

/** Opens a window that shows its database's list and has called its worker for that list and a full pass. */
async function openLibrary() {
  const window = new TestWindow(new FakeProfile(), new FakeJournal());
  const script = (id: number, title: string) => ({
    key: `local/script/${id}`,
    of: 'local/script',
    at: '',
    value: { id, title, topic: '', channel_id: 1 },
  });
  await window.database.attempt((tables) =>
    tables.entities.bulkPut([script(1, 'Night trains'), script(2, 'The ferry')]),
  );
  // An earlier window indexed them; there are too few to store an index.
  await new LibraryCatalog(new DatabaseSource(window.database)).look();
  const thread = new Thread(new LibraryCatalog(new DatabaseSource(window.database)));
  const library = new Library(window.store, thread);
  const asked = library.ask(ALL);
  const looked = library.look();
  await vi.waitUntil(() => library.rows !== null);
  const titles = (): readonly string[] => (library.rows ?? []).map(({ title }) => title);
  return { window, library, thread, asked, looked, titles };
}

describe('the library of a window', () => {
  it('keeps showing what the database lists until its thread has looked through everything', async () => {
    const { window, thread, asked, looked, titles } = await openLibrary();
    expect(titles()).toEqual(['The ferry', 'Night trains']);
    await thread.answer('find');
    await asked;
    expect(titles()).toEqual(['The ferry', 'Night trains']);
    await thread.answer('look');
    await thread.answer('find');
    await looked;
    expect(titles()).toEqual(['The ferry', 'Night trains']);
    await window.kill();
  });

  it('takes away what the thread did not find any more', async () => {
    const { window, thread, asked, looked, titles } = await openLibrary();
    await window.database.attempt((tables) => tables.entities.delete('local/script/2'));
    await thread.answer('find');
    await asked;
    await thread.answer('look');
    await thread.answer('find');
    await looked;
    expect(titles()).toEqual(['Night trains']);
    await window.kill();
  });

  it('shows what another filter leaves at once', async () => {
    const { window, library, thread, titles } = await openLibrary();
    const starred = library.ask({ ...ALL, shelf: 'starred' });
    await thread.answer('find');
    await thread.answer('find');
    await starred;
    expect(titles()).toEqual([]);
    await window.kill();
  });
});
