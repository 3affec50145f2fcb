import { describe, expect, it } from 'vitest';

import { restoreVersion, getMergeBase, settleReview, findUndecided } from './version-review.ts';
import { FakeJournal } from '../storage/fake-journal.ts';
import { FakeProfile, TestWindow } from './test-window.ts';
import type { VersionHit } from './versions.ts';

const target = { account: 'local', scriptId: 14, kind: 'script' } as const;

async function openWindow(profile = new FakeProfile(), journal = new FakeJournal()) {
  const window = new TestWindow(profile, journal);
  const draft = await window.drafts.open('local', 14, 'script');
  const listTexts = async () => (await window.versions.list('local', 14)).map(({ text }) => text);
  return { window, draft, versions: window.versions, journal, listTexts };
}

describe('snapshots', () => {
  it('store the same text once for any reason, and a named one always', async () => {
    const { window, versions, listTexts } = await openWindow();
    const text = 'The same';
    await Promise.all([
      versions.snapshot({ ...target, text }, 'close'),
      versions.snapshot({ ...target, text }, 'script'),
    ]);
    expect(await versions.snapshot({ ...target, text }, 'humanize')).toBeNull();
    expect(await versions.snapshot({ ...target, text: '' }, 'close')).toBeNull();
    expect(await listTexts()).toEqual(['The same']);
    await versions.snapshot({ ...target, text }, 'named', { name: 'A name' });
    expect((await versions.list('local', 14)).map(({ name }) => name)).toContain('A name');
    await window.kill();
  });

  it('are stored in the window while the host is unreachable, and go to disk once it is back', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = await openWindow(profile, journal);
    first.window.transport.connect('lost');
    await first.versions.snapshot({ ...target, text: 'Offline' }, 'close');
    expect(journal.entries.size).toBe(0);
    await first.window.kill();
    const second = await openWindow(profile, journal);
    await second.window.store.recover();
    profile.wipe();
    const third = await openWindow(profile, journal);
    await third.window.store.recover();
    expect(await third.listTexts()).toEqual(['Offline']);
    await Promise.all([second.window.kill(), third.window.kill()]);
  });

  it('reach the disk before the text that replaces them', async () => {
    const { window, draft, versions, journal } = await openWindow();
    draft.change('Old');
    await draft.flush();
    window.transport.connect('lost');
    await restoreVersion(versions, draft, 'Older');
    await draft.flush();
    window.transport.connect('connected');
    expect(await draft.flush()).toMatchObject({ state: 'saved', place: 'disk' });
    const onDisk = [...journal.entries.values()].map(({ value }) => value['text']);
    expect(onDisk.sort()).toEqual(['Old', 'Older']);
    await window.kill();
  });
});

describe('version search', () => {
  it('finds words in all versions of one script or of all, in any case', async () => {
    const { window, versions } = await openWindow();
    for (let n = 0; n < 45; n++) {
      await versions.snapshot(
        { ...target, scriptId: n % 2 === 0 ? 14 : 15, text: `Line one\nThe FERRY ${n} sails` },
        'close',
      );
    }
    const search = async (target: { account: string; scriptId?: number }, words: string) => {
      const batch: VersionHit[] = [];
      for await (const hits of versions.search(target, words, new AbortController().signal)) batch.push(...hits);
      return batch;
    };
    expect(await search({ account: 'local' }, 'ferry')).toHaveLength(45);
    expect(await search({ account: 'local', scriptId: 15 }, ' ferry ')).toHaveLength(22);
    expect(await search({ account: 'local' }, 'ferry 44 sails')).toMatchObject([
      { matchCount: 1, excerpt: { before: 'The ', match: 'FERRY 44 sails', after: '' } },
    ]);
    expect(await search({ account: 'other' }, 'ferry')).toEqual([]);
    await versions.snapshot(
      { ...target, scriptId: 16, text: `Vor der ${'🇩🇪'.repeat(30)} Straße am Café, Straße` },
      'close',
    );
    expect(await search({ account: 'local' }, 'STRASSE am cafe')).toMatchObject([
      { matchCount: 1, excerpt: { before: expect.stringMatching(/^(?:🇩🇪)+ $/u) as string, match: 'Straße am Café' } },
    ]);
    await window.kill();
  });
});

describe('another text of the same script', () => {
  it('merges with the person’s from their common base, and both remain', async () => {
    const { window, draft, versions, listTexts } = await openWindow();
    await draft.receive('Shared', 1);
    expect(await findUndecided(versions, draft)).toBeNull();
    draft.change('Shared, and mine');
    await draft.receive('Shared, and theirs', 2);
    const newVersion = await findUndecided(versions, draft);
    expect(newVersion).toMatchObject({ source: 'service', text: 'Shared, and theirs' });
    expect(getMergeBase(draft, newVersion!)).toBe('Shared');
    await settleReview(versions, draft, newVersion!, 'Shared, and ours', newVersion!.serviceVersion);
    expect(draft.text).toBe('Shared, and ours');
    expect(draft.base).toEqual({ text: 'Shared, and theirs', version: 2 });
    expect((await listTexts()).sort()).toEqual(['Shared', 'Shared, and mine', 'Shared, and theirs']);
    expect(await findUndecided(versions, draft)).toBeNull();
    await window.kill();
  });

  it('that a run generated is still offered after the window closed, until it is reviewed', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const { window, draft, versions } = await openWindow(profile, journal);
    draft.change('Mine');
    const { account, scriptId, kind } = draft;
    const target = { account, scriptId, kind };
    const partial = await versions.add({ ...target, source: 'generated', text: 'Half of it', reason: 'partialDraft' });
    expect(await findUndecided(versions, draft)).toBeNull();
    draft.setReview({ version: partial.id, open: true });
    await draft.flush();
    await window.kill();

    const nextWindow = await openWindow(profile, journal);
    expect(nextWindow.draft.review).toEqual({ version: partial.id, open: true });
    expect(await findUndecided(nextWindow.versions, nextWindow.draft)).toMatchObject({ text: 'Half of it' });
    await settleReview(nextWindow.versions, nextWindow.draft, partial, 'Mine', null);
    expect(nextWindow.draft.review).toBeNull();
    expect(await findUndecided(nextWindow.versions, nextWindow.draft)).toBeNull();
    await nextWindow.window.kill();
  });

  it('that was adopted but not saved before the window closed is adopted again', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = await openWindow(profile, journal);
    await first.draft.receive('Theirs', 1);
    await first.window.kill();
    journal.entries.delete(first.draft.key);
    profile.wipe();
    const second = await openWindow(profile, journal);
    expect(second.draft.text).toBe('Theirs');
    await second.window.kill();
  });
});
