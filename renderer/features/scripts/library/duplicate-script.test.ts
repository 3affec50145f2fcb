/** Tests what of a script's comments a copy has, and what is left of them once the script is deleted for good. */
import { expect, test } from 'vitest';

import { FakeProfile } from '#renderer/drafts/test-window.ts';
import { FakeService, OutboxWindow } from '#renderer/outbox/test-outbox.ts';
import { removeScript } from '#renderer/outbox/move-script.ts';
import { remarkForm } from '#renderer/storage/keys.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { anchorOf } from '#markdown/comments/text-anchor.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { CommentStore } from '../comments/comment-store.ts';
import { OPEN, type CommentThread } from '../comments/comment-thread.ts';
import { duplicateScript } from './duplicate-script.ts';

const TEXT = 'The line sold 41 berths in 1994. It was late.';
const AT = '2026-11-21T10:00:00.000Z';

async function written() {
  const service = new FakeService();
  const id = service.add('Night trains');
  const window = new OutboxWindow(new FakeProfile(), new FakeJournal(), service);
  const draft = await window.drafts.open('local', id, 'script');
  draft.change(TEXT);
  await window.drafts.close(draft);
  const commentsOf = async (scriptId: number): Promise<readonly CommentThread[]> => {
    const store = new CommentStore({ store: window.store, account: 'local', scriptId, channel: null });
    await store.load();
    return store.threads;
  };
  const store = new CommentStore({ store: window.store, account: 'local', scriptId: id, channel: null });
  const thread = (words: string, replacement: string | null = null) =>
    ({
      type: 'thread',
      kind: 'script',
      replacement,
      anchor: anchorOf(TEXT, { from: TEXT.indexOf(words), to: TEXT.indexOf(words) + words.length }),
      author: { name: 'Ada', mine: true },
      at: AT,
      text: `About ${words}`,
      sent: 5,
    }) as const;
  await store.put('open', thread('41 berths'));
  await store.put('suggested', thread('late', 'on time'));
  const reply = { author: { name: 'Ben', mine: false }, at: AT, text: 'Sure?', sent: 6 };
  await store.put('reply', { type: 'reply', thread: 'suggested', ...reply });
  for (const [name, state] of [
    ['resolved', { status: 'resolved' }],
    ['deleted', { deleted: true }],
  ] as const) {
    await store.put(name, thread('1994'));
    await store.put(`${name}-state`, { type: 'state', thread: name, ...OPEN, ...state });
  }
  return { window, id, commentsOf };
}

test('a copy has the open comments and suggestions, to be told to its own project', async () => {
  const { window, id, commentsOf } = await written();
  const cache = { entity: () => Promise.resolve(null) };
  // The service is away, so what was written here is the text.
  const api = { call: () => Promise.resolve({ ok: false }) };
  const app = { ...window, api, cache } as unknown as AppState;
  const of = { account: 'local', id, channelId: 3, title: 'Night trains' };
  const copy = await duplicateScript(app, of, '(copy)');
  if (!('item' in copy)) throw new Error('The script was not duplicated');
  const made = copy.item.made ?? copy.item.id;
  expect(made).not.toBe(id);
  const threads = await commentsOf(made);
  expect(
    threads.map(({ text, replacement, author, at, sent, anchor, replies }) => {
      const rows = replies.map((reply) => [reply.author.name, reply.text, reply.sent]);
      return [text, replacement, author.name, at, sent, anchor.quote, rows];
    }),
  ).toEqual(
    expect.arrayContaining([
      ['About 41 berths', null, 'Ada', AT, null, '41 berths', []],
      ['About late', 'on time', 'Ada', AT, null, 'late', [['Ben', 'Sure?', null]]],
    ]),
  );
  expect(threads).toHaveLength(2);
  const before = await commentsOf(id);
  expect(before).toHaveLength(4);
  expect(before.map((thread) => thread.id).filter((one) => threads.some((thread) => thread.id === one))).toEqual([]);
  await window.kill();
});

test('a script that is deleted for good leaves no comment', async () => {
  const { window, id, commentsOf } = await written();
  const form = await window.forms.open('local', remarkForm('script', id));
  form.change({ composing: { text: 'Half a' } });
  await form.close();
  await removeScript(window.store, 'local', id);
  expect(await commentsOf(id)).toEqual([]);
  expect((await window.forms.open<Record<string, unknown>>('local', remarkForm('script', id))).value).toEqual({});
  await window.kill();
});
