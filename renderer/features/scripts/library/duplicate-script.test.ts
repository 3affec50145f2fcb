/** Tests that a copy gets a script's open comments, and that deleting the script removes all of them. */
import { expect, test } from 'vitest';

import { FakeProfile } from '#renderer/drafts/test-window.ts';
import { FakeService, OutboxWindow } from '#renderer/outbox/test-outbox.ts';
import { removeScript } from '#renderer/outbox/move-script.ts';
import { getRemarkForm } from '#renderer/storage/keys.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { toAnchor } from '#markdown/comments/text-anchor.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { CommentStore } from '../comments/comment-store.ts';
import { OPEN_STATE, type CommentThread } from '../comments/comment-thread.ts';
import { duplicateScript } from './duplicate-script.ts';

const TEXT = 'The line sold 41 berths in 1994. It was late.';
const AT = '2026-11-21T10:00:00.000Z';

async function createScript() {
  const service = new FakeService();
  const id = service.add('Night trains');
  const window = new OutboxWindow(new FakeProfile(), new FakeJournal(), service);
  const draft = await window.drafts.open('local', id, 'script');
  draft.change(TEXT);
  await window.drafts.close(draft);
  const loadComments = async (scriptId: number): Promise<readonly CommentThread[]> => {
    const store = new CommentStore({ store: window.store, account: 'local', scriptId, channel: null });
    await store.load();
    return store.threads;
  };
  const store = new CommentStore({ store: window.store, account: 'local', scriptId: id, channel: null });
  const createThread = (words: string, replacement: string | null = null) =>
    ({
      type: 'thread',
      kind: 'script',
      replacement,
      anchor: toAnchor(TEXT, { from: TEXT.indexOf(words), to: TEXT.indexOf(words) + words.length }),
      author: { name: 'Ada', mine: true },
      at: AT,
      text: `About ${words}`,
      sent: 5,
    }) as const;
  await store.put('open', createThread('41 berths'));
  await store.put('suggested', createThread('late', 'on time'));
  const reply = { author: { name: 'Ben', mine: false }, at: AT, text: 'Sure?', sent: 6 };
  await store.put('reply', { type: 'reply', thread: 'suggested', ...reply });
  for (const [name, state] of [
    ['resolved', { status: 'resolved' }],
    ['deleted', { deleted: true }],
  ] as const) {
    await store.put(name, createThread('1994'));
    await store.put(`${name}-state`, { type: 'state', thread: name, ...OPEN_STATE, ...state });
  }
  return { window, id, loadComments };
}

test('a copy gets the open comments and suggestions, unsent to its own project', async () => {
  const { window, id, loadComments } = await createScript();
  const cache = { readEntity: () => Promise.resolve(null) };
  // The service can't be reached, so the copy gets the text on this computer.
  const api = { call: () => Promise.resolve({ ok: false }) };
  const app = { ...window, api, cache } as unknown as AppState;
  const source = { account: 'local', id, channelId: 3, title: 'Night trains' };
  const copy = await duplicateScript(app, source, '(copy)');
  if (!('item' in copy)) throw new Error('The script was not duplicated');
  const copyId = copy.item.made ?? copy.item.id;
  expect(copyId).not.toBe(id);
  const threads = await loadComments(copyId);
  expect(
    threads.map(({ text, replacement, author, at, sent, anchor, replies }) => {
      const replyFields = replies.map((reply) => [reply.author.name, reply.text, reply.sent]);
      return [text, replacement, author.name, at, sent, anchor.quote, replyFields];
    }),
  ).toEqual(
    expect.arrayContaining([
      ['About 41 berths', null, 'Ada', AT, null, '41 berths', []],
      ['About late', 'on time', 'Ada', AT, null, 'late', [['Ben', 'Sure?', null]]],
    ]),
  );
  expect(threads).toHaveLength(2);
  const originalThreads = await loadComments(id);
  expect(originalThreads).toHaveLength(4);
  expect(originalThreads.map((thread) => thread.id).filter((id) => threads.some((thread) => thread.id === id))).toEqual(
    [],
  );
  await window.kill();
});

test('deleting a script permanently removes its comments', async () => {
  const { window, id, loadComments } = await createScript();
  const form = await window.forms.open('local', getRemarkForm('script', id));
  form.change({ composing: { text: 'Half a' } });
  await form.close();
  await removeScript(window.store, 'local', id);
  expect(await loadComments(id)).toEqual([]);
  expect((await window.forms.open<Record<string, unknown>>('local', getRemarkForm('script', id))).value).toEqual({});
  await window.kill();
});
