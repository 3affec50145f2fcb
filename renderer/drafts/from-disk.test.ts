import { describe, expect, it } from 'vitest';

import type { JournalEntry } from '#contract/bridge.ts';
import { FakeJournal } from '../storage/fake-journal.ts';
import { FakeProfile, TestWindow } from './test-window.ts';

const KEY = 'draft/local/14/script';
const entry = (rev: number, text: string): JournalEntry => ({
  key: KEY,
  rev,
  updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, rev / 1024)).toISOString(),
  value: { text, base_version: null },
});

/** Opens the disk's draft in a window that has `inWindow` as its own copy. */
async function openWith(inWindow: JournalEntry | null, onDisk: JournalEntry) {
  const [profile, journal] = [new FakeProfile(), new FakeJournal()];
  const before = new TestWindow(profile, journal);
  if (inWindow) await before.store.writeWindow(inWindow);
  await before.kill();
  journal.entries.set(KEY, onDisk);
  const window = new TestWindow(profile, journal);
  const { draft, compare } = window.drafts.fromDisk('local', 14, 'script', [onDisk])!;
  const shown: string[] = [];
  draft.onReplaced((text) => shown.push(text));
  const kept = async () =>
    (await window.versions.list('local', 14, 'script')).map(({ text, reason }) => `${reason}: ${text}`);
  const inProfile = async () => (await window.database.peek('entries', [KEY]))?.[0]?.value['text'];
  return { window, profile, journal, draft, compare, shown, kept, inProfile };
}

const onDisk = (journal: FakeJournal) => journal.entries.get(KEY)?.value['text'];

describe('a draft opened as the disk has it', () => {
  it('is there before anybody was asked', async () => {
    const { window, draft } = await openWith(null, entry(1024, 'kept'));
    expect(draft.text).toBe('kept');
    expect(draft.status).toMatchObject({ state: 'saved', place: 'disk' });
    expect(window.transport.calls).toEqual([]);
    expect(await window.drafts.open('local', 14, 'script')).toBe(draft);
    expect(window.drafts.fromDisk('local', 15, 'script', [entry(1024, 'kept')])).toBeNull();
    await window.kill();
  });

  it.each([
    ['has none', null],
    ['has the same', entry(1024, 'kept')],
    ['has an older one', entry(0, 'older')],
  ])('stays as it is where the window %s', async (_how, own) => {
    const { window, draft, compare, shown, kept } = await openWith(own, entry(1024, 'kept'));
    await compare();
    expect([draft.text, shown, await kept()]).toEqual(['kept', [], []]);
    await window.kill();
  });

  it('gives way to a newer one of the window, on the disk as well, and is a version then', async () => {
    const { window, journal, draft, compare, shown, kept } = await openWith(entry(2048, 'newer'), entry(1024, 'kept'));
    await compare();
    expect([draft.text, shown]).toEqual(['newer', ['newer']]);
    await draft.flush();
    expect(onDisk(journal)).toBe('newer');
    expect(await kept()).toEqual(['beside: kept']);
    await window.kill();
  });

  // The first save here has a revision above or below the window's own copy.
  it.each([2048, 9000])(
    'goes on where somebody writes already, and a newer one (%d) becomes a version',
    async (rev) => {
      const { window, journal, draft, compare, shown, kept, inProfile } = await openWith(
        entry(rev, 'newer'),
        entry(1024, 'kept'),
      );
      draft.change('kept, and on');
      await expect.poll(() => onDisk(journal)).toBe('kept, and on');
      // The window's own copy must not be overwritten before it was compared.
      expect(await inProfile()).toBe('newer');
      await compare();
      expect((await draft.flush()).place).toBe('disk');
      expect([draft.text, shown]).toEqual(['kept, and on', []]);
      expect([onDisk(journal), await inProfile()]).toEqual(['kept, and on', 'kept, and on']);
      expect(await kept()).toContain('otherWindow: newer');
      await window.kill();
    },
  );

  it('and a newer one of the window are both found after a kill before the two were compared', async () => {
    const { window, profile, journal, draft } = await openWith(entry(2048, 'newer'), entry(1024, 'kept'));
    draft.change('kept, and on');
    await expect.poll(() => onDisk(journal)).toBe('kept, and on');
    await window.kill();
    const after = new TestWindow(profile, journal);
    const opened = await after.drafts.open('local', 14, 'script');
    const texts = (await after.versions.list('local', 14, 'script')).map(({ text }) => text);
    expect([opened.text, ...texts].sort()).toEqual(['kept, and on', 'newer']);
    await after.kill();
  });

  it('is saved as ever where the browser has no database', async () => {
    const { window, profile, journal } = await openWith(null, entry(1024, 'kept'));
    await window.kill();
    profile.factory = null;
    const bare = new TestWindow(profile, journal);
    const { draft, compare } = bare.drafts.fromDisk('local', 14, 'script', [entry(1024, 'kept')])!;
    draft.change('kept, and on');
    await compare();
    expect((await draft.flush()).place).toBe('disk');
    expect(onDisk(journal)).toBe('kept, and on');
    await bare.kill();
  });
});
