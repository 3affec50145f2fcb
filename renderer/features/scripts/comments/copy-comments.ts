import type { MirroredStore } from '#renderer/storage/mirrored-store.ts';
import { CommentStore } from './comment-store.ts';
import { newCommentId } from './comment-thread.ts';

/**
 * Copies the open comments and suggestions of a script, with their replies, to a copy of it. They get ids of their own,
 * so the project of the copy is told of one's own ones; the others stay on this computer. Returns false if one could not
 * be stored.
 */
export async function copyComments(store: MirroredStore, account: string, from: number, to: number): Promise<boolean> {
  const [own, copy] = [from, to].map((scriptId) => new CommentStore({ store, account, scriptId, channel: null }));
  if (!own || !copy) return false;
  await own.load();
  const open = own.threads.filter(({ state }) => state.status === 'open' && !state.deleted);
  const results: boolean[] = [];
  for (const { kind, replacement, anchor, author, at, text, replies } of open) {
    const id = newCommentId();
    results.push(await copy.put(id, { type: 'thread', kind, replacement, anchor, author, at, text, sent: null }));
    for (const reply of replies) {
      const fields = { author: reply.author, at: reply.at, text: reply.text, sent: null };
      results.push(await copy.put(newCommentId(), { type: 'reply', thread: id, ...fields }));
    }
  }
  return results.every(Boolean);
}
