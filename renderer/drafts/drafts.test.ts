import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { expectMeasured } from '#test/support/expect-measured.ts';

import { FakeJournal } from '../storage/fake-journal.ts';
import { FakeProfile, TestWindow } from './test-window.ts';

const open = (window: TestWindow) => window.drafts.open('local', 14, 'script');

describe('drafts', () => {
  it('are saved to disk and in the window, and found again', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = new TestWindow(profile, journal);
    const draft = await open(first);
    expect(draft.rev).toBe(0);
    draft.change('Hello');
    expect(draft.status).toMatchObject({ state: 'saving', place: 'screen' });
    expect(await draft.flush()).toMatchObject({ state: 'saved', place: 'disk', message: null });
    expect(journal.entries.get('draft/local/14/script')?.value).toEqual({ text: 'Hello', base_version: null });
    await first.kill();

    profile.wipe();
    expect((await open(new TestWindow(profile, journal))).text).toBe('Hello');
    journal.entries.clear();
  });

  it('keep the unresolved changes of a merge', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = new TestWindow(profile, journal);
    const draft = await open(first);
    const review = { version: 'v', pieces: [{ from: 0, to: 3, text: 'Won', parts: [] }], merged: null, incoming: [] };
    draft.change('One', () => ({ ...review, of: 'One' }));
    draft.change('One. More.');
    await draft.flush();
    await first.kill();

    const next = new TestWindow(profile, journal);
    const reopenedDraft = await open(next);
    expect(reopenedDraft).toMatchObject({ text: 'One. More.', reviewProgress: { ...review, of: 'One' } });
    reopenedDraft.replace('Decided.');
    expect(reopenedDraft.reviewProgress).toBeNull();
    await next.kill();
  });

  it('save within 500 ms even if typing never pauses', async () => {
    const journal = new FakeJournal();
    const window = new TestWindow(new FakeProfile(), journal);
    const draft = await open(window);
    const began = performance.now();
    let typedText = '';
    while (!journal.entries.has(draft.key) && performance.now() - began < 60_000) {
      draft.change((typedText += 'x'));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expectMeasured(performance.now() - began, 500);
    await window.kill();
  });

  it('report where they are saved while the host is unreachable, and go to disk once it is back', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const window = new TestWindow(profile, journal);
    const draft = await open(window);
    window.transport.connect('lost');
    draft.change('Offline');
    expect(await draft.flush()).toMatchObject({
      state: 'unsaved',
      place: 'window',
      message: 'Saved in this window, not yet on disk',
    });
    draft.change('Offline still');
    // A window that closes now may lose the last keystrokes, so it must not claim them.
    expect(draft.status).toMatchObject({ state: 'unsaved', message: 'Saving in this window, not yet on disk' });
    await draft.flush();
    expect(draft.status.message).toBe('Saved in this window, not yet on disk');
    expect(journal.entries.size).toBe(0);
    expect(window.transport.retries, 'each save checks whether the host is back').toBeGreaterThan(0);
    window.transport.connect('connected');
    await draft.flush();
    expect(draft.status.state).toBe('saved');
    expect(journal.entries.get(draft.key)?.value['text']).toBe('Offline still');
    await window.kill();
  });

  it('written while the host was unreachable are sent by the next window', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = new TestWindow(profile, journal);
    const draft = await open(first);
    first.transport.connect('lost');
    draft.change('Offline');
    await draft.flush();
    await first.kill();
    const second = new TestWindow(profile, journal);
    expect(await second.store.recover()).toMatchObject({ sent: 1 });
    expect(journal.entries.get('draft/local/14/script')?.value['text']).toBe('Offline');
    await second.kill();
  });

  it('are saved only to disk when the browser has no database', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    profile.factory = null;
    const window = new TestWindow(profile, journal);
    const draft = await open(window);
    draft.change('No database');
    expect(await draft.flush()).toMatchObject({
      state: 'saved',
      message: 'Saved to disk. The browser doesn’t provide a database.',
    });
    await window.versions.add({
      account: 'local',
      scriptId: 14,
      kind: 'script',
      source: 'person',
      text: 'kept',
      reason: 'named',
    });
    expect(await window.versions.list('local', 14)).toHaveLength(1);
    await window.kill();
  });

  it('report a full disk, and are saved once there is space', async () => {
    const journal = new FakeJournal();
    const window = new TestWindow(new FakeProfile(), journal);
    const draft = await open(window);
    journal.failure = 'The disk is full.';
    draft.change('Too much');
    expect(await draft.flush()).toMatchObject({
      state: 'unsaved',
      message: 'Saved in this window, not on disk. The disk is full.',
    });
    journal.failure = null;
    await draft.flush();
    expect(draft.status.state).toBe('saved');
    await window.kill();
  });

  it('keep the service’s text as a version beside the person’s, never in its place', async () => {
    const window = new TestWindow(new FakeProfile(), new FakeJournal());
    const draft = await open(window);
    draft.change('Mine');
    expect(await draft.receive('Theirs', 3)).toBe('beside');
    expect(await draft.receive('Theirs', 3)).toBe('beside');
    expect(draft.text).toBe('Mine');
    const versions = await window.versions.list('local', 14, 'script');
    expect(versions.map(({ source, text }) => [source, text])).toEqual([['service', 'Theirs']]);
    // The service stored the person's text, but a text generated from it must still not replace it.
    draft.noteStored('Mine', 4);
    expect(await draft.receive('Made of mine', 5)).toBe('beside');
    expect(draft.text).toBe('Mine');
    await window.kill();
  });

  it('recognize their own text from the service after its answer was lost', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = new TestWindow(profile, journal);
    const draft = await open(first);
    await draft.receive('Stored', 1);
    draft.change('Sent, and never answered');
    await draft.noteSending(draft.text);
    draft.change('Sent, and never answered. More.');
    await draft.flush();
    await first.kill();

    const second = new TestWindow(profile, journal);
    const reopenedDraft = await open(second);
    expect(await reopenedDraft.receive('Sent, and never answered', 2)).toBe('same');
    expect(reopenedDraft.text).toBe('Sent, and never answered. More.');
    expect(reopenedDraft.base).toEqual({ text: 'Sent, and never answered', version: 2 });
    expect((await second.versions.list('local', 14)).map(({ text }) => text)).toEqual(['Stored']);
    expect(await reopenedDraft.receive('Somebody else’s', 3)).toBe('beside');
    await second.kill();
  });

  it('remember the service’s text that they are based on, even if the window closes before it is stored', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = new TestWindow(profile, journal);
    const draft = await open(first);
    vi.spyOn(first.versions, 'snapshot').mockReturnValue(new Promise(() => undefined));
    void draft.receive('Told by the service', 1);
    draft.change('Changed at once');
    await draft.flush();
    await first.kill();

    const second = new TestWindow(profile, journal);
    const reopenedDraft = await open(second);
    expect(await reopenedDraft.receive('Told by the service', 1)).toBe('same');
    expect([reopenedDraft.text, reopenedDraft.base]).toEqual([
      'Changed at once',
      { text: 'Told by the service', version: 1 },
    ]);
    expect((await second.versions.list('local', 14)).map(({ text }) => text)).toEqual(['Told by the service']);
    await second.kill();

    const third = new TestWindow(profile, journal);
    expect(await (await open(third)).receive('Somebody else’s', 2)).toBe('beside');
    await third.kill();
  });

  it('edited in two windows keep both texts', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const name = crypto.randomUUID();
    const [one, two] = [
      new TestWindow(profile, journal, new BroadcastChannel(name)),
      new TestWindow(profile, journal, new BroadcastChannel(name)),
    ];
    const [a, b] = [await open(one), await open(two)];
    const follows = new Promise<string>((resolve) => b.onReplaced(resolve));
    a.change('From the first');
    await a.flush();
    expect(await follows).toBe('From the first');

    one.transport.connect('lost');
    a.change('First, apart');
    b.change('Second, apart');
    await Promise.all([a.flush(), b.flush()]);
    one.transport.connect('connected');
    await a.flush();
    await b.flush();
    const listVersionTexts = async (window: TestWindow) =>
      (await window.versions.list('local', 14)).map(({ text }) => text);
    await expect.poll(async () => [...(await listVersionTexts(one)), a.text, b.text].sort()).toContain('First, apart');
    await expect.poll(async () => [...(await listVersionTexts(one)), a.text, b.text].sort()).toContain('Second, apart');
    await Promise.all([one.kill(), two.kill()]);
  });

  it('become a version if another window wrote at the same time', async () => {
    const window = new TestWindow(new FakeProfile(), new FakeJournal());
    const draft = await open(window);
    draft.change('Mine');
    await draft.flush();
    const followText = async (text: string, parent: number): Promise<void> => {
      const rev = draft.rev + 1;
      await window.store.put({ key: draft.key, rev, updated_at: '2026-01-02T00:00:00.000Z', value: { text } });
      await draft.follow(rev, parent);
    };
    const listVersionTexts = async () => (await window.versions.list('local', 14)).map(({ text }) => text);
    // The other window had read the text before it wrote, so nothing is lost.
    await followText('Mine and more', draft.rev);
    expect([draft.text, await listVersionTexts()]).toEqual(['Mine and more', []]);
    await followText('Theirs', draft.rev - 1);
    expect([draft.text, await listVersionTexts()]).toEqual(['Theirs', ['Mine and more']]);
    await window.kill();
  });

  it('never overwrite a newer revision in the window’s database', async () => {
    const profile = new FakeProfile();
    const [one, other] = [new TestWindow(profile, new FakeJournal()), new TestWindow(profile, new FakeJournal())];
    const createEntry = (rev: number) => ({
      key: 'draft/local/14/script',
      rev,
      updated_at: '',
      value: { text: `${rev}` },
    });
    const listStoredRevisions = async () => (await one.store.list('draft/')).map(({ rev }) => rev);
    // The newer entry wins, whether this window wrote both at once or another window wrote it.
    await Promise.all([one.store.writeWindow(createEntry(2)), one.store.writeWindow(createEntry(1))]);
    expect(await listStoredRevisions()).toEqual([2]);
    await other.store.writeWindow(createEntry(5));
    one.store.database.invalidate(createEntry(5).key);
    await one.store.writeWindow(createEntry(4));
    expect(await listStoredRevisions()).toEqual([5]);
    await one.store.writeWindow(createEntry(6));
    expect(await listStoredRevisions()).toEqual([6]);
    await Promise.all([one.kill(), other.kill()]);
  });

  it('that differ between disk and window keep the newer text and make the older a version', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = new TestWindow(profile, journal);
    const draft = await open(first);
    draft.change('Window');
    await draft.flush();
    await first.kill();
    const entry = journal.entries.get('draft/local/14/script')!;
    journal.entries.set(entry.key, { ...entry, rev: entry.rev + 5000, value: { text: 'Disk', base_version: null } });
    const second = new TestWindow(profile, journal);
    expect((await open(second)).text).toBe('Disk');
    expect((await second.versions.list('local', 14)).map(({ text, source }) => [text, source])).toEqual([
      ['Window', 'recovered'],
    ]);
    await second.kill();
  });
});

describe('forms', () => {
  it('keep their input until it is sent', async () => {
    const [profile, journal] = [new FakeProfile(), new FakeJournal()];
    const first = new TestWindow(profile, journal);
    const form = await first.forms.open<{ title: string }>('local', 'idea-3');
    form.change({ title: 'Night trains' });
    await form.flush();
    await first.kill();
    profile.wipe();
    const second = new TestWindow(profile, journal);
    const reopenedForm = await second.forms.open<{ title: string }>('local', 'idea-3');
    expect(reopenedForm.value).toEqual({ title: 'Night trains' });
    await reopenedForm.clear();
    expect((await second.forms.open('local', 'idea-3')).isEmpty).toBe(true);
    await second.kill();
  });
});

type Action = 'type' | 'flush' | 'lose' | 'back' | 'full' | 'room' | 'kill' | 'wipe' | 'recover';
const ACTIONS: readonly Action[] = [
  'type',
  'type',
  'type',
  'flush',
  'flush',
  'lose',
  'back',
  'full',
  'room',
  'kill',
  'wipe',
  'recover',
];

/** Plays a history and returns the acknowledged texts that are found nowhere at the end. */
async function playAndFindLost(history: readonly Action[], dropsWrites: boolean): Promise<string[]> {
  const [profile, journal] = [new FakeProfile(), new FakeJournal()];
  journal.dropsWrites = dropsWrites;
  const savedTexts: string[] = [];
  let typedCount = 0;
  let window = new TestWindow(profile, journal);
  let draft = await open(window);
  const restart = async (): Promise<void> => {
    await window.kill();
    window = new TestWindow(profile, journal);
    draft = await open(window);
  };
  const actions: Record<Action, () => unknown> = {
    type: () => draft.change(`text ${++typedCount}`),
    flush: async () => {
      const text = draft.text;
      if ((await draft.flush()).state === 'saved' && text !== '') savedTexts.push(text);
    },
    lose: () => window.transport.connect('lost'),
    back: () => window.transport.connect('connected'),
    full: () => (journal.failure = 'The disk is full.'),
    room: () => (journal.failure = null),
    kill: restart,
    wipe: () => {
      profile.wipe();
      return restart();
    },
    recover: () => window.store.recover(),
  };
  for (const action of history) await actions[action]();
  journal.failure = null;
  await restart();
  await window.store.recover();
  // Texts are written in order, so a newer one covers those before it.
  const numbers = [draft.text, ...(await window.versions.list('local', 14)).map(({ text }) => text)].map((text) =>
    Number(text.slice(5)),
  );
  await window.kill();
  return savedTexts.filter((text) => !numbers.some((number) => number >= Number(text.slice(5))));
}

describe('random histories of typing, kills, full disks and lost databases', () => {
  const histories = fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 25 });

  it('lose no text that was reported as saved', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        expect(await playAndFindLost(history, false)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('control: lose texts when the journal falsely reports success', async () => {
    const result = await fc.check(
      fc.asyncProperty(histories, async (history) => {
        expect(await playAndFindLost(history, true)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(result.failed).toBe(true);
  });
});
