import { EditorSelection } from '@codemirror/state';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { moveScript } from '#renderer/outbox/move-script.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { mergeThreeWays } from '#markdown/three-way-merge.ts';
import { getRounds } from '#test/support/rounds.ts';
import { ScriptEditorView } from '../editor/script-editor-view.ts';
import { commentsImported } from '../editor/imported-comments.ts';
import { CommentStore } from './comment-store.ts';
import { ScriptComments, type ShownThread } from './script-comments.svelte.ts';

const TEXT = '## Opening\n\nThe line sold 41 berths in 1994. It was late.\n\nThe bridge was opened in May.\n';

/** Waits until a check passes, long enough for a busy machine. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000 });

let journal = new FakeJournal();
let profile = new FakeProfile();
const cleanups: (() => void)[] = [];
beforeEach(() => {
  [journal, profile] = [new FakeJournal(), new FakeProfile()];
});
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
});

async function open(text = TEXT, scriptId = 14) {
  const testWindow = new TestWindow(profile, journal);
  const editor = new ScriptEditorView();
  editor.open(text);
  editor.link(document.body.appendChild(document.createElement('div')));
  const store = new CommentStore({ store: testWindow.store, account: 'local', scriptId, channel: null });
  const comments = new ScriptComments({ store, forms: testWindow.forms, account: 'local', kind: 'script' });
  const unlink = comments.link(editor, window);
  cleanups.push(unlink, () => editor.unlink());
  await eventually(() => expect(comments.isLoaded).toBe(true));
  return { window: testWindow, editor, comments, store };
}
type OpenWindow = Awaited<ReturnType<typeof open>>;

const selectWords = ({ editor }: OpenWindow, words: string): void => {
  const from = editor.getText().indexOf(words);
  editor.apply({ selection: EditorSelection.range(from, from + words.length) });
};
async function addComment(session: OpenWindow, words: string, text = 'Source?', replacement: string | null = null) {
  selectWords(session, words);
  expect(session.comments.beginComment()).toBe(true);
  const { composing } = session.comments.draft;
  if (composing) session.comments.draft.setComposing({ ...composing, text, replacement });
  expect(await session.comments.submit()).toBe(true);
  return session.comments.activeId ?? '';
}
const replaceWords = ({ editor }: OpenWindow, words: string, insert: string): void => {
  const from = editor.getText().indexOf(words);
  editor.apply({ changes: { from, to: from + words.length, insert } });
};
/** Returns the words of each thread; null if they were removed. */
const getShownWords = ({ comments, editor }: OpenWindow, threads: readonly ShownThread[] = comments.threads) => {
  comments.savePlaces();
  return threads.map(({ id }) => {
    const place = comments.threads.find((thread) => thread.id === id)?.place;
    return place ? editor.getText().slice(place.from, place.to) : null;
  });
};
const killWindow = ({ window: killed }: OpenWindow): Promise<void> => killed.kill();

describe('comments on a script', () => {
  it('stay on their words while the text around and inside them is edited', async () => {
    const session = await open();
    await addComment(session, 'sold 41 berths');
    replaceWords(session, '## Opening', '## A much longer opening');
    replaceWords(session, '41', 'about 41');
    expect(getShownWords(session)).toEqual(['sold about 41 berths']);
  });

  it('are kept when their words are deleted, and return with the words', async () => {
    const session = await open();
    await addComment(session, 'It was late.');
    replaceWords(session, ' It was late.', '');
    expect(getShownWords(session)).toEqual([null]);
    expect(session.comments.threads).toMatchObject([
      { text: 'Source?', removed: true, anchor: { quote: 'It was late.' } },
    ]);
    session.editor.undo();
    expect(getShownWords(session)).toEqual(['It was late.']);
  });

  it('follow a merged, restored or newer text to their words', async () => {
    const session = await open();
    await addComment(session, 'sold 41 berths');
    await addComment(session, 'The bridge was opened in May.');
    const theirs = TEXT.replace('It was late.', 'It was very late, and it rained.').replace('in May', 'in June');
    const mine = `A new beginning.\n\n${session.editor.getText()}`;
    session.editor.setText(mergeThreeWays(TEXT, mine, theirs).mine);
    expect(getShownWords(session)).toEqual(['sold 41 berths', 'The bridge was opened in']);
    session.editor.setText('Nothing of it is left.');
    expect(getShownWords(session)).toEqual([null, null]);
    session.editor.setText(TEXT);
    expect(getShownWords(session)).toEqual(['sold 41 berths', 'The bridge was opened in']);
  });

  it('are removed with their words, even if the following words begin with the same letters', async () => {
    const session = await open('We saw night trains and nightingales.');
    await addComment(session, 'night');
    session.editor.setText('We saw nightingales.');
    expect(getShownWords(session)).toEqual([null]);
  });

  it('keep all letters of their words when preceding words with the same beginning are removed', async () => {
    const session = await open('We saw night trains and nightingales.');
    await addComment(session, 'nightingales');
    session.editor.setText('We saw nightingales.');
    expect(getShownWords(session)).toEqual(['nightingales']);
  });

  it('find their words again in a text that was changed while it was closed', async () => {
    const first = await open();
    await addComment(first, 'sold 41 berths');
    first.comments.savePlaces();
    await killWindow(first);
    const second = await open(`Before.\n\n${TEXT.replace('41', '42')}`);
    expect(getShownWords(second)).toEqual(['sold 42 berths']);
  });

  it('can be replied to, resolved, reopened, deleted and restored', async () => {
    const session = await open();
    const id = await addComment(session, 'sold 41 berths');
    session.comments.draft.setReply(id, 'The yearbook.');
    await session.comments.reply(id);
    expect(session.comments.draft.getReply(id)).toBe('');
    expect(session.comments.threads[0]?.replies).toMatchObject([{ text: 'The yearbook.', author: { mine: true } }]);
    await session.comments.resolve(id);
    expect(session.comments.openThreads).toEqual([]);
    await session.comments.reopen(id);
    await session.comments.remove(id);
    expect(session.comments.threads).toEqual([]);
    await session.comments.restore(id);
    expect(session.comments.openThreads).toHaveLength(1);
  });
});

describe('a suggestion', () => {
  it('is applied by Accept; one undo reverts and reopens it', async () => {
    const session = await open();
    const id = await addComment(session, 'It was late.', '', 'It was late:\nthe train left.');
    session.comments.accept(id);
    expect(session.editor.getText()).toContain('in 1994. It was late:\nthe train left.\n');
    await eventually(() => expect(session.comments.settledThreads).toMatchObject([{ state: { status: 'accepted' } }]));
    session.editor.undo();
    expect(session.editor.getText()).toBe(TEXT);
    await eventually(() => expect(session.comments.openThreads).toHaveLength(1));
    expect(getShownWords(session)).toEqual(['It was late.']);
  });

  it('is closed by Reject, and the text stays', async () => {
    const session = await open();
    const id = await addComment(session, 'It was late.', '', '');
    await session.comments.reject(id);
    expect(session.editor.getText()).toBe(TEXT);
    expect(session.comments.settledThreads).toMatchObject([{ replacement: '', state: { status: 'rejected' } }]);
  });
});

describe('a killed window', () => {
  it.each(['with', 'without'])('loses no comment, %s the window’s database', async (database) => {
    const first = await open();
    const id = await addComment(first, 'sold 41 berths', 'Which year?');
    first.comments.draft.setReply(id, '1994.');
    await first.comments.reply(id);
    await first.comments.resolve(id);
    await addComment(first, 'It was late.', 'Cut?');
    selectWords(first, 'bridge');
    first.comments.beginComment();
    const { composing } = first.comments.draft;
    if (composing) first.comments.draft.setComposing({ ...composing, text: 'Half a thou' });
    await eventually(() =>
      expect(journal.entries.get('form/local/remark-script-14')?.value).toMatchObject({
        fields: { composing: { text: 'Half a thou' } },
      }),
    );
    await killWindow(first);
    if (database === 'without') profile.wipe();
    const second = await open();
    expect(second.comments.settledThreads).toMatchObject([{ text: 'Which year?', replies: [{ text: '1994.' }] }]);
    expect(second.comments.openThreads).toMatchObject([{ text: 'Cut?' }]);
    expect(second.comments.draft.composing).toMatchObject({ text: 'Half a thou', anchor: { quote: 'bridge' } });
  });

  it('control: loses comments if the journal stores nothing', async () => {
    journal.dropsWrites = true;
    const first = await open();
    await addComment(first, 'sold 41 berths');
    await killWindow(first);
    profile.wipe();
    expect((await open()).comments.threads).toEqual([]);
  });

  it('keeps a comment that could not be saved in its text field', async () => {
    const session = await open();
    journal.failure = 'The disk is full.';
    await killWindow(session);
    selectWords(session, 'It was late.');
    session.comments.beginComment();
    expect(await session.comments.submit()).toBe(false);
    expect(session.comments.draft.composing).not.toBe(null);
    expect(session.comments.threads).toEqual([]);
  });
});

it('loses nothing when two windows write about one comment', async () => {
  const first = await open();
  const id = await addComment(first, 'sold 41 berths');
  const second = await open();
  for (const [one, text] of [
    [first, 'From one.'],
    [second, 'From the other.'],
  ] as const)
    one.comments.draft.setReply(id, text);
  await Promise.all([
    first.comments.reply(id),
    second.comments.reply(id),
    first.comments.resolve(id),
    second.comments.reopen(id),
  ]);
  const third = await open();
  expect(third.comments.threads[0]?.replies.map(({ text }) => text).sort()).toEqual(['From one.', 'From the other.']);
});

it('imports comments with a Word document that is dropped into the text', async () => {
  const session = await open();
  const markdown = 'Trains are late. Again.';
  const at = session.editor.getText().length;
  session.editor.apply({ changes: { from: at, insert: `\n${markdown}` } });
  const fields = { author: 'Ben', at: null, text: 'Always?', quote: 'are late', removed: false, replacement: null };
  const comment = {
    ...fields,
    from: 7,
    to: 15,
    resolved: false,
    replies: [{ author: 'Ada', at: null, text: 'Mostly.' }],
  };
  session.editor.apply({ effects: commentsImported.of({ comments: [comment], at, markdown }) });
  await eventually(() => expect(session.comments.threads[0]?.replies).toMatchObject([{ text: 'Mostly.' }]));
  expect(session.comments.threads).toMatchObject([{ author: { name: 'Ben', mine: false }, text: 'Always?' }]);
  expect(getShownWords(session)).toEqual(['are late']);
});

it('shows comments of one window in the others', async () => {
  const [first, second] = [new TestWindow(profile, journal), new TestWindow(profile, journal)];
  const [firstStore, secondStore] = [first, second].map(
    ({ store }) =>
      new CommentStore({ store, account: 'local', scriptId: 14, channel: new BroadcastChannel('test-comments') }),
  );
  await Promise.all([firstStore?.load(), secondStore?.load()]);
  const anchor = { quote: 'words', before: '', after: '', at: 0 };
  const author = { name: null, mine: true };
  const fields = { kind: 'script', author, at: '2026-11-21T10:00:00.000Z', text: 'Here.', replacement: null } as const;
  await firstStore?.put('thread000001', { type: 'thread', anchor, sent: null, ...fields });
  await eventually(() => expect(secondStore?.threads).toMatchObject([{ text: 'Here.' }]));
  firstStore?.close();
  secondStore?.close();
});

it('moves comments to the id that the service gave the script', async () => {
  const first = await open(TEXT, -3);
  await addComment(first, 'sold 41 berths');
  first.comments.savePlaces();
  await killWindow(first);
  const mover = new TestWindow(profile, journal);
  await mover.store.recover();
  expect(await moveScript(mover.store, 'local', -3, 14)).toBe(true);
  await mover.kill();
  const second = await open(TEXT, 14);
  expect(getShownWords(second)).toEqual(['sold 41 berths']);
  await second.comments.changeScriptId(14);
  expect((await open(TEXT, -3)).comments.threads).toEqual([]);
});

it('keeps every comment on its words, or reports them as removed, through random edits, undo, merges and kills', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), at: fc.nat(), remove: fc.nat(5), add: fc.nat(3) }),
    fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), remove: fc.nat(9), add: fc.nat(6) }),
    fc.record({ kind: fc.constant('kill' as const), at: fc.nat(), remove: fc.nat(0), add: fc.nat(0) }),
  );
  let wordCount = 0;
  const createWords = (count: number): string[] => Array.from({ length: count }, () => `w${(wordCount += 1)}x`);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), fc.nat(), fc.nat(6), async (steps, at, length) => {
      [journal, profile] = [new FakeJournal(), new FakeProfile()];
      let list = createWords(40);
      const joinWords = (): string => list.map((one, i) => one + (i % 8 === 7 ? '.\n\n' : ' ')).join('');
      let session = await open(joinWords());
      const first = at % list.length;
      const commentedWords = list.slice(first, first + length + 1);
      const text = session.editor.getText();
      const from = text.indexOf(`${commentedWords[0]}`);
      const last = commentedWords.at(-1) ?? '';
      session.editor.apply({ selection: EditorSelection.range(from, text.indexOf(last) + last.length) });
      session.comments.beginComment();
      await session.comments.submit();
      for (const { kind, at: position, remove, add } of steps) {
        if (kind === 'kill') {
          session.comments.savePlaces();
          await eventually(() => expect(journal.entries.has('comment/local/14/places-script')).toBe(true));
          await killWindow(session);
          session = await open(session.editor.getText());
          continue;
        }
        list.splice(position % (list.length + 1), remove, ...createWords(add));
        if (kind === 'replace') session.editor.setText(joinWords());
        else {
          // The smallest change of whole words, as a person makes it.
          const [before, after] = [session.editor.getText(), joinWords()];
          let start = 0;
          while (start < after.length && before[start] === after[start]) start += 1;
          while (start > 0 && /\S/.test(before[start - 1] ?? '')) start -= 1;
          let end = 0;
          while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
            end += 1;
          while (end > 0 && /\S/.test(before.at(-end) ?? '')) end -= 1;
          session.editor.apply({
            changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
          });
        }
        expect(session.editor.getText()).toBe(joinWords());
      }
      const [shownWords] = getShownWords(session);
      expect(session.comments.threads).toHaveLength(1);
      const remaining = commentedWords.filter((one) => list.includes(one));
      const inside = (shownWords ?? '').split(/[\s.]+/).filter((one) => commentedWords.includes(one));
      if (remaining.length === 0) expect(shownWords).toBe(null);
      else expect(inside).toEqual(remaining);
      list = [];
      for (const cleanup of cleanups.splice(0)) cleanup();
    }),
    { numRuns: getRounds(40, 400) },
  );
});
