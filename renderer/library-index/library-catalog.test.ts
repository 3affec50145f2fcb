import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';

import type { JournalEntry } from '#contract/journal.ts';

import { Database } from '../storage/database.ts';
import { getDetailsKey } from '../details/details-entry.ts';
import { draftKey, type TextKind } from '../storage/keys.ts';
import { LibraryCatalog } from './library-catalog.ts';
import { toCachedTextKey, findTextsToFetch } from './cached-texts.ts';
import { DatabaseSource, MemorySource } from './library-source.ts';
import type { LibraryQuery } from './library-rows.ts';
import { getMarkKey } from './marks.ts';

const ALL_SCRIPTS: LibraryQuery = {
  words: '',
  shelf: 'all',
  channel: null,
  format: null,
  sort: 'written',
  from: 0,
  count: 100,
};

/** Holds a window's database with drafts in it, and opens catalogs on it. */
class TestLibrary {
  readonly #factory = new IDBFactory();
  readonly database = new Database({ indexedDB: this.#factory, IDBKeyRange });
  #rev = 0;

  write(id: number, text: string, kind: TextKind = 'script', account = 'local') {
    const time = new Date(1_800_000_000_000 + ++this.#rev * 1000).toISOString();
    const entry = { key: draftKey(account, id, kind), rev: this.#rev, updated_at: time, value: { text } };
    return this.database.attempt((tables) => tables.entries.put(entry));
  }

  addScript(id: number, title: string, overrides: Record<string, unknown> = {}, account = 'local') {
    const value = { id, title, topic: 'A topic', channel_id: 1, ...overrides };
    const row = { key: `${account}/script/${id}`, of: `${account}/script`, value, at: '' };
    return this.database.attempt((tables) => tables.entities.put(row));
  }

  /** Stores the service's answer for a script's texts. */
  cacheTexts(id: number, script: string, time: string, version = 1) {
    const data = { script_id: id, outline: '', script, outline_version: 0, content_version: version };
    return this.database.attempt((tables) =>
      tables.lists.put({ key: toCachedTextKey('local', id), value: { data }, at: time }),
    );
  }

  mark(id: number, value: Record<string, unknown>) {
    const entry = { key: getMarkKey('local', id), rev: ++this.#rev, updated_at: '', value };
    return this.database.attempt((tables) => tables.entries.put(entry));
  }

  async open(): Promise<LibraryCatalog> {
    const catalog = new LibraryCatalog(new DatabaseSource(new Database({ indexedDB: this.#factory, IDBKeyRange })));
    await catalog.load();
    return catalog;
  }
}

const find = (catalog: LibraryCatalog, query: Partial<LibraryQuery> = {}) =>
  catalog.find({ ...ALL_SCRIPTS, ...query }).rows.map(({ key }) => key);

describe('LibraryCatalog', () => {
  it('filters by folder, tag, last edit and length, and never lists permanently deleted scripts', async () => {
    const shelf = new TestLibrary();
    await shelf.addScript(1, 'Night trains');
    await shelf.addScript(2, 'The ferry');
    await shelf.addScript(3, 'Deleted');
    await shelf.write(1, 'one two three four five');
    await shelf.write(2, 'one');
    await shelf.mark(1, { folder: 'Rails', tags: ['night', 'slow'] });
    await shelf.mark(2, { tags: ['slow'] });
    await shelf.mark(3, { deleted: '2027-01-01T00:00:00.000Z' });
    const catalog = await shelf.open();
    await catalog.index();
    expect(find(catalog)).toEqual(['local/2', 'local/1']);
    expect(find(catalog, { shelf: 'trash' })).toEqual([]);
    expect(find(catalog, { folder: 'Rails' })).toEqual(['local/1']);
    expect(find(catalog, { tag: 'slow' })).toEqual(['local/2', 'local/1']);
    expect(find(catalog, { tag: 'night' })).toEqual(['local/1']);
    expect(find(catalog, { between: [2, 100] })).toEqual(['local/1']);
    expect(find(catalog, { since: new Date(1_800_000_002_000).toISOString() })).toEqual(['local/2']);
    expect(find(catalog, { sort: 'newest' })).toEqual(['local/2', 'local/1']);
    expect(find(catalog, { sort: 'shortest' })).toEqual(['local/2', 'local/1']);
    expect(catalog.listFacets()).toEqual({
      folders: [['Rails', 1]],
      tags: [
        ['night', 1],
        ['slow', 2],
      ],
    });
  });

  it('shows values changed on this computer instead of the service’s', async () => {
    const shelf = new TestLibrary();
    await shelf.addScript(1, 'Before');
    const value = { fields: { title: 'Renamed here', format: 'News' }, waiting: ['title'], reason: null };
    const entry = { key: getDetailsKey('local', 'script', 1), rev: 1, updated_at: '', value };
    await shelf.database.attempt((tables) => tables.entries.put(entry));
    const catalog = await shelf.open();
    await catalog.index();
    expect(catalog.find({ ...ALL_SCRIPTS, words: 'renamed' }).rows).toMatchObject([
      { title: 'Renamed here', format: 'News' },
    ]);
    expect(find(catalog, { words: 'before' })).toEqual([]);
  });

  it('searches texts that only the service has, until the person edits them', async () => {
    const shelf = new TestLibrary();
    await shelf.addScript(1, 'Night trains', { has_script: true });
    await shelf.addScript(2, 'The ferry', { has_script: true });
    await shelf.addScript(3, 'Nothing yet', { has_script: false, has_outline: false });
    await shelf.addScript(4, 'Stations', { has_outline: true });
    await shelf.write(4, 'Here already.');
    const catalog = await shelf.open();
    await catalog.index();
    expect(find(catalog, { words: 'pillow' })).toEqual([]);
    expect(await findTextsToFetch(shelf.database, 'local', 9)).toEqual([2, 1]);

    await shelf.cacheTexts(1, 'People with pillows.', new Date().toISOString());
    await shelf.cacheTexts(2, 'A café at sea.', '2026-01-01T00:00:00.000Z');
    expect(await findTextsToFetch(shelf.database, 'local', 9)).toEqual([2]);
    expect(await catalog.index()).toBe(true);
    const { rows } = catalog.find({ ...ALL_SCRIPTS, words: 'pillow' });
    expect(rows).toMatchObject([{ key: 'local/1', words: 3, written: '' }]);
    expect((await catalog.addSnippets(rows, 'pillow'))[0]?.snippet?.text).toBe('People with pillows.');
    await shelf.cacheTexts(2, 'No more coffee.', '', 2);
    await catalog.indexChanges(['local/2']);
    expect(find(catalog, { words: 'cafe' })).toEqual([]);
    expect(find(catalog, { words: 'coffee' })).toEqual(['local/2']);

    await shelf.write(1, 'My own words.');
    await catalog.index();
    expect(find(catalog, { words: 'pillow' })).toEqual([]);
    expect(find(catalog, { words: 'own words' })).toEqual(['local/1']);
  });

  it('shows when the service last changed a script that was never edited here, and sorts by it', async () => {
    const shelf = new TestLibrary();
    const toTime = (day: number): string => `2027-01-${day}T08:00:00.000Z`;
    await shelf.addScript(1, 'One', { updated_at: toTime(10) });
    await shelf.addScript(2, 'Two', { updated_at: '2027-01-12T09:00:00+01:00' });
    await shelf.addScript(3, 'Three', { updated_at: toTime(20) });
    await shelf.write(3, 'Edited here before its service changed it.');
    await shelf.addScript(4, 'Four');
    const catalog = await shelf.open();
    await catalog.index();
    const { rows } = catalog.find(ALL_SCRIPTS);
    expect(rows.map(({ id, written }) => [id, written])).toEqual([
      [3, '2027-01-15T08:00:01.000Z'],
      [2, toTime(12)],
      [1, toTime(10)],
      [4, ''],
    ]);
  });

  it('lists scripts of all accounts by last edit, and searches titles and both texts', async () => {
    const shelf = new TestLibrary();
    await shelf.addScript(1, 'Night trains');
    await shelf.addScript(2, 'The ferry');
    await shelf.write(2, 'Berths on a boat', 'outline');
    await shelf.write(2, 'A café at sea, at night.');
    await shelf.write(7, 'Nobody knows its title', 'script', 'far-away');
    const catalog = await shelf.open();
    expect(await catalog.index()).toBe(true);
    expect(find(catalog)).toEqual(['far-away/7', 'local/2', 'local/1']);
    expect(find(catalog, { words: 'night' })).toEqual(['local/2', 'local/1']);
    expect(find(catalog, { words: 'CAFE ber' })).toEqual(['local/2']);
    expect(find(catalog, { words: '…' })).toEqual([]);
    const rows = await catalog.addSnippets(catalog.find({ ...ALL_SCRIPTS, words: 'cafe' }).rows, 'cafe');
    expect(rows[0]).toMatchObject({
      title: 'The ferry',
      snippet: { text: 'A café at sea, at night.', marks: [[2, 6]] },
    });
    expect(find(catalog, { sort: 'title' })).toEqual(['local/1', 'far-away/7', 'local/2']);
    expect(await catalog.index()).toBe(false);
  });

  it('reindexes changed texts when notified or on a scan, and forgets removed ones', async () => {
    const shelf = new TestLibrary();
    await shelf.write(1, 'First words');
    await shelf.write(2, 'Other words');
    const catalog = await shelf.open();
    await catalog.index();
    await shelf.write(1, 'Second thoughts');
    expect(await catalog.indexChanges(['local/1', 'local/2'])).toBe(true);
    expect(find(catalog, { words: 'second' })).toEqual(['local/1']);
    expect(find(catalog, { words: 'first' })).toEqual([]);
    await shelf.database.attempt((tables) => tables.entries.delete(draftKey('local', 2, 'script')));
    expect(await catalog.index()).toBe(true);
    expect(find(catalog)).toEqual(['local/1']);
    expect(catalog.size).toBe(1);
  });

  it('lists every script while changed ones are indexed', async () => {
    const shelf = new TestLibrary();
    for (const id of [1, 2, 3]) await shelf.write(id, `Words ${id}`);
    const catalog = await shelf.open();
    await catalog.index();
    for (const id of [1, 2, 3]) await shelf.write(id, `Changed words ${id}`);
    let done = false;
    const touching = catalog.indexChanges(['local/1', 'local/2', 'local/3']).finally(() => (done = true));
    const counts = new Set<number>();
    while (!done) {
      counts.add(find(catalog, { words: 'words' }).length);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await touching;
    expect([...counts]).toEqual([3]);
  });

  it('separates starred and trashed scripts', async () => {
    const shelf = new TestLibrary();
    for (const id of [1, 2, 3]) await shelf.write(id, `Words ${id}`);
    await shelf.mark(1, { starred: true, trashed: null });
    await shelf.mark(2, { starred: false, trashed: '2027-01-01' });
    const catalog = await shelf.open();
    await catalog.index();
    expect(find(catalog)).toEqual(['local/3', 'local/1']);
    expect(find(catalog, { shelf: 'starred' })).toEqual(['local/1']);
    expect(find(catalog, { shelf: 'trash', words: 'words' })).toEqual(['local/2']);
    await shelf.mark(2, { starred: false, trashed: null });
    await catalog.indexChanges(['local/2']);
    expect(find(catalog, { shelf: 'trash' })).toEqual([]);
  });

  it('persists its index for the next window, and rebuilds it when missing', async () => {
    const shelf = new TestLibrary();
    for (let id = 1; id <= 250; id += 1)
      await shelf.write(id, `Number ${id} of many, ${id % 7 === 0 ? 'seventh' : ''}`);
    const first = await shelf.open();
    await first.index();
    const sevenths = find(first, { words: 'sev' });
    expect(sevenths).toHaveLength(35);
    await shelf.write(251, 'A seventh written since');
    const second = await shelf.open();
    // The stored index answers at once.
    expect(find(second, { words: 'sev' })).toEqual(sevenths);
    await second.index();
    expect(find(second, { words: 'sev' })).toEqual(['local/251', ...sevenths]);
    await shelf.database.attempt((tables) => tables.meta.clear());
    const third = await shelf.open();
    expect(find(third)).toEqual([]);
    await third.index();
    expect(find(third, { words: 'sev' })).toEqual(['local/251', ...sevenths]);
  });

  it('indexes both texts of a script, even across read batches', async () => {
    const shelf = new TestLibrary();
    await shelf.write(1, 'odd one out');
    for (let id = 2; id <= 220; id += 1) {
      await shelf.write(id, 'outlined', 'outline');
      await shelf.write(id, 'written');
    }
    const catalog = await shelf.open();
    await catalog.index();
    expect(catalog.find({ ...ALL_SCRIPTS, words: 'outlined written' }).total).toBe(219);
  });

  it('works from memory without a database, and creates none', async () => {
    const factory = new IDBFactory();
    const storedIndex = await new DatabaseSource(new Database({ indexedDB: factory, IDBKeyRange })).readIndex();
    expect([storedIndex, await factory.databases()]).toEqual([undefined, []]);
    const memory = new MemorySource();
    const catalog = new LibraryCatalog(memory);
    await catalog.load();
    const createEntry = (key: string, value: JournalEntry['value']): JournalEntry => ({
      key,
      rev: 1,
      updated_at: '',
      value,
    });
    memory.addAll([createEntry('draft/local/2/script', { text: 'Berths, told' })], []);
    memory.addAll([], [{ key: 'local/script/2', value: { title: 'Night trains', channel_id: 3 } }]);
    await catalog.index();
    expect(find(catalog, { words: 'night berth', channel: 'local/3' })).toEqual(['local/2']);
    expect(find(catalog, { channel: 'local/4' })).toEqual([]);
    memory.addAll([createEntry(getMarkKey('local', 2), { starred: false, trashed: '2027-01-01' })], []);
    await catalog.indexChanges(['local/2']);
    expect(find(catalog)).toEqual([]);
    expect(find(catalog, { shelf: 'trash' })).toEqual(['local/2']);
  });
});
