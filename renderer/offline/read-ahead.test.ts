import { describe, expect, it } from 'vitest';

import type { JournalEntry } from '#contract/bridge.ts';
import { FakeJournal } from './fake-journal.ts';
import { FakeProfile, TestWindow } from './test-window.ts';

const KEY = 'draft/local/14/script';
const entry = (rev: number, text: string): JournalEntry => ({
  key: KEY,
  rev,
  updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, rev)).toISOString(),
  value: { text, base_version: null },
});

/** A window that begins with these two copies. */
async function openWith(inWindow: JournalEntry | null, onDisk: JournalEntry | null) {
  const [profile, journal] = [new FakeProfile(), new FakeJournal()];
  if (inWindow) {
    const before = new TestWindow(profile, journal);
    await before.store.writeWindow(inWindow);
    await before.kill();
  }
  if (onDisk) journal.entries.set(KEY, onDisk);
  return { window: new TestWindow(profile, journal), journal, profile };
}

describe('what is read ahead', () => {
  it.each([
    ['the disk', entry(1, 'older'), entry(2, 'newer')],
    ['the window', entry(2, 'newer'), entry(1, 'older')],
    ['the disk alone', null, entry(2, 'newer')],
    ['the window alone', entry(2, 'newer'), null],
  ])('is the newer copy where %s has it, and the other copy follows', async (_who, inWindow, onDisk) => {
    const { window, journal } = await openWith(inWindow, onDisk);
    window.store.readAhead([KEY]);
    expect(await window.store.look(KEY)).toMatchObject({ entry: { rev: 2, value: { text: 'newer' } }, onDisk: true });
    expect(journal.entries.get(KEY)?.value['text']).toBe('newer');
    // Asked once for both; the next look asks anew.
    expect(window.transport.calls.filter(({ name }) => name === 'journal.read')).toHaveLength(1);
    expect((await window.store.look(KEY)).entry?.rev).toBe(2);
    await window.kill();
  });

  it('gives way to what was written since', async () => {
    const { window } = await openWith(entry(1, 'older'), entry(1, 'older'));
    window.store.readAhead([KEY]);
    await window.store.put(entry(2, 'newer'));
    expect((await window.store.look(KEY)).entry?.value['text']).toBe('newer');
    await window.kill();
  });

  it('is the disk’s where the browser has no database, and nothing is made up where nobody has it', async () => {
    const { window, profile, journal } = await openWith(null, entry(1, 'kept'));
    await window.kill();
    profile.factory = null;
    const bare = new TestWindow(profile, journal);
    bare.store.readAhead([KEY, 'draft/local/15/script']);
    expect((await bare.store.look(KEY)).entry?.value['text']).toBe('kept');
    expect(await bare.store.look('draft/local/15/script')).toEqual({ entry: null, onDisk: true });
    await bare.kill();
  });

  it('of a journal that does not answer says what the window has, and that it is not on disk for certain', async () => {
    const { window } = await openWith(entry(2, 'mine'), null);
    window.transport.connect('lost');
    window.store.readAhead([KEY]);
    expect(await window.store.look(KEY)).toMatchObject({ entry: { value: { text: 'mine' } }, onDisk: false });
    await window.kill();
  });
});
