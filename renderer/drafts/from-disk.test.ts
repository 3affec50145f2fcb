import { describe, expect, it } from 'vitest';

import type { JournalEntry } from '#contract/journal.ts';
import { FakeJournal } from '../storage/fake-journal.ts';
import { FakeProfile, TestWindow } from './test-window.ts';

const KEY = 'draft/local/14/script';
const createEntry = (rev: number, text: string): JournalEntry => ({
  key: KEY,
  rev,
  updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, rev / 1024)).toISOString(),
  value: { text, base_version: null },
});

/** Opens the disk's draft in a window whose own copy is `inWindow`. */
async function openWith(inWindow: JournalEntry | null, onDisk: JournalEntry) {
  const [profile, journal] = [new FakeProfile(), new FakeJournal()];
  const earlierWindow = new TestWindow(profile, journal);
  if (inWindow) await earlierWindow.store.writeWindow(inWindow);
  await earlierWindow.kill();
  journal.entries.set(KEY, onDisk);
  const window = new TestWindow(profile, journal);
  const { draft, compare } = window.drafts.openFromDisk('local', 14, 'script', [onDisk])!;
  const shownTexts: string[] = [];
  draft.onReplaced((text) => shownTexts.push(text));
  const listTexts = async () =>
    (await window.versions.list('local', 14, 'script')).map(({ text, reason }) => `${reason}: ${text}`);
  const readFromProfile = async () => (await window.database.peek('entries', [KEY]))?.[0]?.value['text'];
  return { window, profile, journal, draft, compare, shownTexts, listTexts, readFromProfile };
}

const onDisk = (journal: FakeJournal) => journal.entries.get(KEY)?.value['text'];

describe('a draft opened from disk', () => {
  it('is available without any call', async () => {
    const { window, draft } = await openWith(null, createEntry(1024, 'kept'));
    expect(draft.text).toBe('kept');
    expect(draft.status).toMatchObject({ state: 'saved', place: 'disk' });
    expect(window.transport.calls).toEqual([]);
    expect(await window.drafts.open('local', 14, 'script')).toBe(draft);
    expect(window.drafts.openFromDisk('local', 15, 'script', [createEntry(1024, 'kept')])).toBeNull();
    await window.kill();
  });

  it.each([
    ['has no copy', null],
    ['has the same copy', createEntry(1024, 'kept')],
    ['has an older copy', createEntry(0, 'older')],
  ])('stays unchanged when the window %s', async (_how, windowCopy) => {
    const { window, draft, compare, shownTexts, listTexts } = await openWith(windowCopy, createEntry(1024, 'kept'));
    await compare();
    expect([draft.text, shownTexts, await listTexts()]).toEqual(['kept', [], []]);
    await window.kill();
  });

  it('is replaced by a newer copy of the window, also on disk, and becomes a version', async () => {
    const { window, journal, draft, compare, shownTexts, listTexts } = await openWith(
      createEntry(2048, 'newer'),
      createEntry(1024, 'kept'),
    );
    await compare();
    expect([draft.text, shownTexts]).toEqual(['newer', ['newer']]);
    await draft.flush();
    expect(onDisk(journal)).toBe('newer');
    expect(await listTexts()).toEqual(['beside: kept']);
    await window.kill();
  });

  // The first save here has a revision above or below the window's own copy.
  it.each([2048, 9000])(
    'stays in place once the person types, and a newer copy (%d) becomes a version',
    async (rev) => {
      const { window, journal, draft, compare, shownTexts, listTexts, readFromProfile } = await openWith(
        createEntry(rev, 'newer'),
        createEntry(1024, 'kept'),
      );
      draft.change('kept, and on');
      await expect.poll(() => onDisk(journal)).toBe('kept, and on');
      // The window's own copy must not be overwritten before it was compared.
      expect(await readFromProfile()).toBe('newer');
      await compare();
      expect((await draft.flush()).place).toBe('disk');
      expect([draft.text, shownTexts]).toEqual(['kept, and on', []]);
      expect([onDisk(journal), await readFromProfile()]).toEqual(['kept, and on', 'kept, and on']);
      expect(await listTexts()).toContain('otherWindow: newer');
      await window.kill();
    },
  );

  it('survives a kill before it is compared with the window’s newer copy, which survives too', async () => {
    const { window, profile, journal, draft } = await openWith(createEntry(2048, 'newer'), createEntry(1024, 'kept'));
    draft.change('kept, and on');
    await expect.poll(() => onDisk(journal)).toBe('kept, and on');
    await window.kill();
    const nextWindow = new TestWindow(profile, journal);
    const openedDraft = await nextWindow.drafts.open('local', 14, 'script');
    const texts = (await nextWindow.versions.list('local', 14, 'script')).map(({ text }) => text);
    expect([openedDraft.text, ...texts].sort()).toEqual(['kept, and on', 'newer']);
    await nextWindow.kill();
  });

  it('follows writes that reached the disk after the page was sent, such as those before a reload', async () => {
    const { window, journal, draft, compare, shownTexts, listTexts, readFromProfile } = await openWith(
      null,
      createEntry(1024, 'kept'),
    );
    journal.entries.set(KEY, createEntry(2048, 'kept, and last words'));
    await compare();
    expect([draft.text, shownTexts]).toEqual(['kept, and last words', ['kept, and last words']]);
    expect(draft.status).toMatchObject({ state: 'saved', place: 'disk' });
    await expect.poll(readFromProfile).toBe('kept, and last words');
    draft.change('kept, and last words, and on');
    await draft.flush();
    expect([onDisk(journal), await listTexts()]).toEqual(['kept, and last words, and on', []]);
    await window.kill();
  });

  // The first save here has a revision above or below that of the disk.
  it.each([2048, 9000])(
    'stays in place once the person types, and what reached the disk meanwhile (%d) becomes a version',
    async (rev) => {
      const { window, journal, draft, compare, shownTexts, listTexts } = await openWith(
        null,
        createEntry(1024, 'kept'),
      );
      journal.entries.set(KEY, createEntry(rev, 'kept, and last words'));
      draft.change('kept, and on');
      await compare();
      expect((await draft.flush()).place).toBe('disk');
      expect([draft.text, shownTexts, onDisk(journal)]).toEqual(['kept, and on', [], 'kept, and on']);
      expect(await listTexts()).toContain('otherWindow: kept, and last words');
      await window.kill();
    },
  );

  it('uses the window’s own copy if the disk has an older state of it', async () => {
    const { window, journal, draft, compare, listTexts } = await openWith(
      createEntry(3072, 'one two three'),
      createEntry(1024, 'one'),
    );
    journal.entries.set(KEY, createEntry(2048, 'one two'));
    await compare();
    expect((await draft.flush()).place).toBe('disk');
    expect([draft.text, onDisk(journal)]).toEqual(['one two three', 'one two three']);
    expect(await listTexts()).toContain('otherWindow: one two');
    await window.kill();
  });

  it('is saved as usual when the browser has no database', async () => {
    const { window, profile, journal } = await openWith(null, createEntry(1024, 'kept'));
    await window.kill();
    profile.factory = null;
    const nextWindow = new TestWindow(profile, journal);
    const { draft, compare } = nextWindow.drafts.openFromDisk('local', 14, 'script', [createEntry(1024, 'kept')])!;
    draft.change('kept, and on');
    await compare();
    expect((await draft.flush()).place).toBe('disk');
    expect(onDisk(journal)).toBe('kept, and on');
    await nextWindow.kill();
  });
});
