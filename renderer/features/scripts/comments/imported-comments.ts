import type { DocumentComment, DocumentRemark } from '#markdown/comments/document-comment.ts';
import { toAnchor } from '#markdown/comments/text-anchor.ts';
import type { TextKind } from '#renderer/storage/keys.ts';
import type { CommentStore } from './comment-store.ts';
import { createCommentId, OPEN_STATE, type CommentAuthor } from './comment-thread.ts';

const readAuthor = ({ author }: DocumentRemark): CommentAuthor => ({
  name: author === '' ? null : author,
  mine: false,
});

/**
 * Stores the comments of an imported document as comments on a script's text, in which the document's own text begins
 * at `offset`. Returns false if a comment could not be saved.
 */
export async function storeImportedComments(
  store: CommentStore,
  {
    comments,
    markdown,
    offset = 0,
    kind = 'script',
  }: {
    readonly comments: readonly DocumentComment[];
    readonly markdown: string;
    readonly offset?: number;
    readonly kind?: TextKind;
  },
): Promise<boolean> {
  const now = Date.now();
  const results: boolean[] = [];
  for (const [index, comment] of comments.entries()) {
    const id = createCommentId();
    const { from, to, quote, removed, text, replacement, resolved, replies } = comment;
    const anchorInDocument = removed ? { quote, before: '', after: '', at: 0 } : toAnchor(markdown, { from, to });
    const anchor = { ...anchorInDocument, at: anchorInDocument.at + offset };
    // Comments without dates keep their order.
    const at = comment.at ?? new Date(now + index).toISOString();
    const remark = { author: readAuthor(comment), at, text, sent: null };
    results.push(await store.put(id, { type: 'thread', kind, replacement, anchor, ...remark }));
    for (const [number, reply] of replies.entries()) {
      const fields = {
        author: readAuthor(reply),
        at: reply.at ?? new Date(now + number + 1).toISOString(),
        text: reply.text,
      };
      results.push(await store.put(createCommentId(), { type: 'reply', thread: id, sent: null, ...fields }));
    }
    if (!resolved) continue;
    const state = { ...OPEN_STATE, status: 'resolved', at, by: null } as const;
    results.push(await store.put(`${id}-state`, { type: 'state', thread: id, ...state }));
  }
  return results.every(Boolean);
}
