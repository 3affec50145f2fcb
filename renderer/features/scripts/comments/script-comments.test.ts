import { EditorSelection } from '@codemirror/state';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeProfile, TestWindow } from '#renderer/drafts/test-window.ts';
import { moveScript } from '#renderer/outbox/move-script.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { threeWayMerge } from '#markdown/three-way-merge.ts';
import { rounds } from '#test/support/rounds.ts';
import { ScriptEditorView } from '../editor/script-editor-view.ts';
import { commentsImported } from '../editor/imported-comments.ts';
import { CommentStore } from './comment-store.ts';
import { ScriptComments, type ShownThread } from './script-comments.svelte.ts';

const TEXT = '## Opening\n\nThe line sold 41 berths in 1994. It was late.\n\nThe bridge was opened in May.\n';

beforeAll(() => {
  // jsdom has no layout, but CodeMirror asks for rectangles.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

/** Waits as long as a busy machine may take. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000 });

let journal = new FakeJournal();
let profile = new FakeProfile();
const ends: (() => void)[] = [];
beforeEach(() => {
  [journal, profile] = [new FakeJournal(), new FakeProfile()];
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
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
  ends.push(unlink, () => editor.unlink());
  await soon(() => expect(comments.loaded).toBe(true));
  return { window: testWindow, editor, comments, store };
}
type OpenWindow = Awaited<ReturnType<typeof open>>;

const select = ({ editor }: OpenWindow, words: string): void => {
  const from = editor.text().indexOf(words);
  editor.apply({ selection: EditorSelection.range(from, from + words.length) });
};
async function comment(opened: OpenWindow, words: string, text = 'Source?', replacement: string | null = null) {
  select(opened, words);
  expect(opened.comments.begin()).toBe(true);
  const { composing } = opened.comments.draft;
  if (composing) opened.comments.draft.compose({ ...composing, text, replacement });
  expect(await opened.comments.submit()).toBe(true);
  return opened.comments.active ?? '';
}
const change = ({ editor }: OpenWindow, words: string, insert: string): void => {
  const from = editor.text().indexOf(words);
  editor.apply({ changes: { from, to: from + words.length, insert } });
};
/** Returns the words each thread is shown on; null for those whose words are gone. */
const shownOn = ({ comments, editor }: OpenWindow, threads: readonly ShownThread[] = comments.threads) => {
  comments.settle();
  return threads.map(({ id }) => {
    const place = comments.threads.find((one) => one.id === id)?.place;
    return place ? editor.text().slice(place.from, place.to) : null;
  });
};
const kill = ({ window: killed }: OpenWindow): Promise<void> => killed.kill();

describe('comments on a script', () => {
  it('stay on their words while the text around and inside them is edited', async () => {
    const opened = await open();
    await comment(opened, 'sold 41 berths');
    change(opened, '## Opening', '## A much longer opening');
    change(opened, '41', 'about 41');
    expect(shownOn(opened)).toEqual(['sold about 41 berths']);
  });

  it('are kept when their words are deleted, and return with the words', async () => {
    const opened = await open();
    await comment(opened, 'It was late.');
    change(opened, ' It was late.', '');
    expect(shownOn(opened)).toEqual([null]);
    expect(opened.comments.threads).toMatchObject([
      { text: 'Source?', removed: true, anchor: { quote: 'It was late.' } },
    ]);
    opened.editor.undo();
    expect(shownOn(opened)).toEqual(['It was late.']);
  });

  it('follow a merged, restored or newer text to their words', async () => {
    const opened = await open();
    await comment(opened, 'sold 41 berths');
    await comment(opened, 'The bridge was opened in May.');
    const theirs = TEXT.replace('It was late.', 'It was very late, and it rained.').replace('in May', 'in June');
    const mine = `A new beginning.\n\n${opened.editor.text()}`;
    opened.editor.setText(threeWayMerge(TEXT, mine, theirs).mine);
    expect(shownOn(opened)).toEqual(['sold 41 berths', 'The bridge was opened in']);
    opened.editor.setText('Nothing of it is left.');
    expect(shownOn(opened)).toEqual([null, null]);
    opened.editor.setText(TEXT);
    expect(shownOn(opened)).toEqual(['sold 41 berths', 'The bridge was opened in']);
  });

  it('are removed with their words, also if the words that follow begin with the same letters', async () => {
    const opened = await open('We saw night trains and nightingales.');
    await comment(opened, 'night');
    opened.editor.setText('We saw nightingales.');
    expect(shownOn(opened)).toEqual([null]);
  });

  it('keep all letters of their words when words before that begin alike are removed', async () => {
    const opened = await open('We saw night trains and nightingales.');
    await comment(opened, 'nightingales');
    opened.editor.setText('We saw nightingales.');
    expect(shownOn(opened)).toEqual(['nightingales']);
  });

  it('find their words again in a text that was changed while nobody looked', async () => {
    const first = await open();
    await comment(first, 'sold 41 berths');
    first.comments.settle();
    await kill(first);
    const second = await open(`Before.\n\n${TEXT.replace('41', '42')}`);
    expect(shownOn(second)).toEqual(['sold 42 berths']);
  });

  it('have replies, are resolved and reopened, and come back when a deletion is undone', async () => {
    const opened = await open();
    const id = await comment(opened, 'sold 41 berths');
    opened.comments.draft.reply(id, 'The yearbook.');
    await opened.comments.reply(id);
    expect(opened.comments.draft.replyTo(id)).toBe('');
    expect(opened.comments.threads[0]?.replies).toMatchObject([{ text: 'The yearbook.', author: { mine: true } }]);
    await opened.comments.resolve(id);
    expect(opened.comments.open).toEqual([]);
    await opened.comments.reopen(id);
    await opened.comments.remove(id);
    expect(opened.comments.threads).toEqual([]);
    await opened.comments.restore(id);
    expect(opened.comments.open).toHaveLength(1);
  });
});

describe('a suggestion', () => {
  it('is put into the text by Accept; one undo takes it out and opens it again', async () => {
    const opened = await open();
    const id = await comment(opened, 'It was late.', '', 'It was late:\nthe train left.');
    opened.comments.accept(id);
    expect(opened.editor.text()).toContain('in 1994. It was late:\nthe train left.\n');
    await soon(() => expect(opened.comments.settled).toMatchObject([{ state: { status: 'accepted' } }]));
    opened.editor.undo();
    expect(opened.editor.text()).toBe(TEXT);
    await soon(() => expect(opened.comments.open).toHaveLength(1));
    expect(shownOn(opened)).toEqual(['It was late.']);
  });

  it('is dropped by Reject, and the text stays', async () => {
    const opened = await open();
    const id = await comment(opened, 'It was late.', '', '');
    await opened.comments.reject(id);
    expect(opened.editor.text()).toBe(TEXT);
    expect(opened.comments.settled).toMatchObject([{ replacement: '', state: { status: 'rejected' } }]);
  });
});

describe('across a kill', () => {
  it.each(['with', 'without'])('nothing that was said is lost, %s the window’s database', async (database) => {
    const first = await open();
    const id = await comment(first, 'sold 41 berths', 'Which year?');
    first.comments.draft.reply(id, '1994.');
    await first.comments.reply(id);
    await first.comments.resolve(id);
    await comment(first, 'It was late.', 'Cut?');
    select(first, 'bridge');
    first.comments.begin();
    const { composing } = first.comments.draft;
    if (composing) first.comments.draft.compose({ ...composing, text: 'Half a thou' });
    await soon(() =>
      expect(journal.entries.get('form/local/remark-script-14')?.value).toMatchObject({
        fields: { composing: { text: 'Half a thou' } },
      }),
    );
    await kill(first);
    if (database === 'without') profile.wipe();
    const second = await open();
    expect(second.comments.settled).toMatchObject([{ text: 'Which year?', replies: [{ text: '1994.' }] }]);
    expect(second.comments.open).toMatchObject([{ text: 'Cut?' }]);
    expect(second.comments.draft.composing).toMatchObject({ text: 'Half a thou', anchor: { quote: 'bridge' } });
  });

  it('control: a journal that stores nothing loses them', async () => {
    journal.dropsWrites = true;
    const first = await open();
    await comment(first, 'sold 41 berths');
    await kill(first);
    profile.wipe();
    expect((await open()).comments.threads).toEqual([]);
  });

  it('a comment that could not be saved stays in its field', async () => {
    const opened = await open();
    journal.failure = 'The disk is full.';
    await kill(opened);
    select(opened, 'It was late.');
    opened.comments.begin();
    expect(await opened.comments.submit()).toBe(false);
    expect(opened.comments.draft.composing).not.toBe(null);
    expect(opened.comments.threads).toEqual([]);
  });
});

it('two windows that write about one comment lose nothing', async () => {
  const first = await open();
  const id = await comment(first, 'sold 41 berths');
  const second = await open();
  for (const [one, text] of [
    [first, 'From one.'],
    [second, 'From the other.'],
  ] as const)
    one.comments.draft.reply(id, text);
  await Promise.all([
    first.comments.reply(id),
    second.comments.reply(id),
    first.comments.resolve(id),
    second.comments.reopen(id),
  ]);
  const third = await open();
  expect(third.comments.threads[0]?.replies.map(({ text }) => text).sort()).toEqual(['From one.', 'From the other.']);
});

it('come along with a Word document that is dropped into the text', async () => {
  const opened = await open();
  const markdown = 'Trains are late. Again.';
  const at = opened.editor.text().length;
  opened.editor.apply({ changes: { from: at, insert: `\n${markdown}` } });
  const fields = { author: 'Ben', at: null, text: 'Always?', quote: 'are late', removed: false, replacement: null };
  const comment = {
    ...fields,
    from: 7,
    to: 15,
    resolved: false,
    replies: [{ author: 'Ada', at: null, text: 'Mostly.' }],
  };
  opened.editor.apply({ effects: commentsImported.of({ comments: [comment], at, markdown }) });
  await soon(() => expect(opened.comments.threads[0]?.replies).toMatchObject([{ text: 'Mostly.' }]));
  expect(opened.comments.threads).toMatchObject([{ author: { name: 'Ben', mine: false }, text: 'Always?' }]);
  expect(shownOn(opened)).toEqual(['are late']);
});

it('what is said in one window is shown in the others', async () => {
  const [one, other] = [new TestWindow(profile, journal), new TestWindow(profile, journal)];
  const [here, there] = [one, other].map(
    ({ store }) =>
      new CommentStore({ store, account: 'local', scriptId: 14, channel: new BroadcastChannel('test-comments') }),
  );
  await Promise.all([here?.load(), there?.load()]);
  const anchor = { quote: 'words', before: '', after: '', at: 0 };
  const author = { name: null, mine: true };
  const fields = { kind: 'script', author, at: '2026-11-21T10:00:00.000Z', text: 'Here.', replacement: null } as const;
  await here?.put('thread000001', { type: 'thread', anchor, sent: null, ...fields });
  await soon(() => expect(there?.threads).toMatchObject([{ text: 'Here.' }]));
  here?.close();
  there?.close();
});

it('move to the id that the service gave the script', async () => {
  const first = await open(TEXT, -3);
  await comment(first, 'sold 41 berths');
  first.comments.settle();
  await kill(first);
  const mover = new TestWindow(profile, journal);
  await mover.store.recover();
  expect(await moveScript(mover.store, 'local', -3, 14)).toBe(true);
  await mover.kill();
  const second = await open(TEXT, 14);
  expect(shownOn(second)).toEqual(['sold 41 berths']);
  await second.comments.become(14);
  expect((await open(TEXT, -3)).comments.threads).toEqual([]);
});

it('random edits, undo, merges and kills keep every comment on its words, or say that they were removed', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), at: fc.nat(), remove: fc.nat(5), add: fc.nat(3) }),
    fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), remove: fc.nat(9), add: fc.nat(6) }),
    fc.record({ kind: fc.constant('kill' as const), at: fc.nat(), remove: fc.nat(0), add: fc.nat(0) }),
  );
  let fresh = 0;
  const words = (count: number): string[] => Array.from({ length: count }, () => `w${(fresh += 1)}x`);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), fc.nat(), fc.nat(6), async (steps, at, length) => {
      [journal, profile] = [new FakeJournal(), new FakeProfile()];
      let list = words(40);
      const joined = (): string => list.map((one, i) => one + (i % 8 === 7 ? '.\n\n' : ' ')).join('');
      let opened = await open(joined());
      const first = at % list.length;
      const commented = list.slice(first, first + length + 1);
      const text = opened.editor.text();
      const from = text.indexOf(`${commented[0]}`);
      const last = commented.at(-1) ?? '';
      opened.editor.apply({ selection: EditorSelection.range(from, text.indexOf(last) + last.length) });
      opened.comments.begin();
      await opened.comments.submit();
      for (const { kind, at: where, remove, add } of steps) {
        if (kind === 'kill') {
          opened.comments.settle();
          await soon(() => expect(journal.entries.has('comment/local/14/places-script')).toBe(true));
          await kill(opened);
          opened = await open(opened.editor.text());
          continue;
        }
        list.splice(where % (list.length + 1), remove, ...words(add));
        if (kind === 'replace') opened.editor.setText(joined());
        else {
          // The smallest change of whole words, as a person makes it.
          const [before, after] = [opened.editor.text(), joined()];
          let start = 0;
          while (start < after.length && before[start] === after[start]) start += 1;
          while (start > 0 && /\S/.test(before[start - 1] ?? '')) start -= 1;
          let end = 0;
          while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
            end += 1;
          while (end > 0 && /\S/.test(before.at(-end) ?? '')) end -= 1;
          opened.editor.apply({
            changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
          });
        }
        expect(opened.editor.text()).toBe(joined());
      }
      const [shown] = shownOn(opened);
      expect(opened.comments.threads).toHaveLength(1);
      const left = commented.filter((one) => list.includes(one));
      const inside = (shown ?? '').split(/[\s.]+/).filter((one) => commented.includes(one));
      if (left.length === 0) expect(shown).toBe(null);
      else expect(inside).toEqual(left);
      list = [];
      for (const end of ends.splice(0)) end();
    }),
    { numRuns: rounds(40, 400) },
  );
});
