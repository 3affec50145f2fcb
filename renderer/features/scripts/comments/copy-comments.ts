import type { MirroredStore } from '#renderer/storage/mirrored-store.ts';
import { CommentStore } from './comment-store.ts';
import { createCommentId } from './comment-thread.ts';

/**
 * Copies the open comments and suggestions of a script, with their replies, to a copy of it. The copied comments get
 * new ids; the person's own are sent to the copy's project, the others stay on this computer. Returns false if a
 * comment could not be stored.
 */
export async function copyComments(
  store: MirroredStore,
  account: string,
  scriptId: number,
  copyId: number,
): Promise<boolean> {
  const [original, copy] = [scriptId, copyId].map(
    (scriptId) => new CommentStore({ store, account, scriptId, channel: null }),
  );
  if (!original || !copy) return false;
  await original.load();
  const open = original.threads.filter(({ state }) => state.status === 'open' && !state.deleted);
  const results: boolean[] = [];
  for (const { kind, replacement, anchor, author, at, text, replies } of open) {
    const id = createCommentId();
    results.push(await copy.put(id, { type: 'thread', kind, replacement, anchor, author, at, text, sent: null }));
    for (const reply of replies) {
      const fields = { author: reply.author, at: reply.at, text: reply.text, sent: null };
      results.push(await copy.put(createCommentId(), { type: 'reply', thread: id, ...fields }));
    }
  }
  return results.every(Boolean);
}
