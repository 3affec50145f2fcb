import { expect, it } from 'vitest';

import type { JournalEntry } from '#contract/journal.ts';
import { FakeJournal } from './fake-journal.ts';
import { FakeProfile, TestWindow } from '../drafts/test-window.ts';

const KEY = 'outbox/local/17';
const createEntry = (rev: number): JournalEntry => ({
  key: KEY,
  rev,
  updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, rev)).toISOString(),
  value: { state: 'done' },
});

async function openWith(first: JournalEntry) {
  const journal = new FakeJournal();
  const window = new TestWindow(new FakeProfile(), journal);
  await window.store.put(first);
  /** Runs `meanwhile` once the disk has removed the entry, before the window's database removes it. */
  const runDuringRemoval = (meanwhile: () => Promise<unknown>): void =>
    window.transport.handle('journal.remove', async ({ entries }) => {
      for (const { key, rev } of entries) if (journal.entries.get(key)?.rev === rev) journal.entries.delete(key);
      await meanwhile();
      return {};
    });
  return { window, journal, runDuringRemoval };
}

it('does not restore an entry that is read during its removal', async () => {
  const { window, journal, runDuringRemoval } = await openWith(createEntry(1));
  runDuringRemoval(() => window.store.get(KEY));
  await window.store.remove(createEntry(1));
  expect(journal.entries.has(KEY)).toBe(false);
  expect(await window.store.get(KEY)).toBeNull();
  expect(await window.store.list(KEY)).toEqual([]);
  await window.kill();
});

it('keeps a newer entry that is written during a removal', async () => {
  const { window, journal, runDuringRemoval } = await openWith(createEntry(1));
  runDuringRemoval(() => window.store.put(createEntry(2)));
  await window.store.remove(createEntry(1));
  expect(journal.entries.get(KEY)?.rev).toBe(2);
  expect((await window.store.get(KEY))?.rev).toBe(2);
  await window.kill();
});

it('keeps an entry in both copies if the disk cannot remove it', async () => {
  const { window, journal } = await openWith(createEntry(1));
  window.transport.handle('journal.remove', () => Promise.reject(new Error('gone')));
  await window.store.remove(createEntry(1));
  expect(journal.entries.get(KEY)?.rev).toBe(1);
  expect((await window.store.get(KEY))?.rev).toBe(1);
  await window.kill();
});
