import type { DocumentComment, DocumentRemark } from '#markdown/comments/document-comment.ts';
import { findAnchor } from '#markdown/comments/text-anchor.ts';
import type { MirroredStore } from '#renderer/storage/mirrored-store.ts';
import { CommentStore } from './comment-store.ts';
import type { CommentThread, Remark } from './comment-thread.ts';

/** The person's name in a document until a service has reported their name. */
const DEFAULT_AUTHOR = 'Script author';

/** Returns the comments on a script's text for a document. Offsets count a line end as one character. */
export async function readDocumentComments(
  store: MirroredStore,
  account: string,
  scriptId: number,
  markdown: string,
): Promise<readonly DocumentComment[]> {
  const commentStore = new CommentStore({ store, account, scriptId, channel: null });
  await commentStore.load();
  const text = markdown.replace(/\r\n?/g, '\n');
  const threads = commentStore.threads.filter(({ kind, state }) => kind === 'script' && !state.deleted);
  const ownRemark = threads
    .flatMap((thread) => [thread, ...thread.replies])
    .find(({ author }) => author.mine && author.name);
  const ownName = ownRemark?.author.name ?? DEFAULT_AUTHOR;
  return threads.map((thread) => toDocumentComment(thread, text, ownName)).sort((a, b) => a.from - b.from);
}

function toDocumentComment(thread: CommentThread, text: string, ownName: string): DocumentComment {
  const toDocumentRemark = ({ author, at, text: words }: Remark): DocumentRemark => ({
    author: author.name ?? (author.mine ? ownName : ''),
    at,
    text: words,
  });
  const { anchor, removed, replacement, replies, state } = thread;
  const place = findAnchor(text, anchor, { strict: removed });
  return {
    ...toDocumentRemark(thread),
    from: place?.from ?? 0,
    to: place?.to ?? 0,
    quote: place ? text.slice(place.from, place.to) : anchor.quote,
    removed: place === null,
    replacement,
    resolved: state.status !== 'open',
    replies: replies.map(toDocumentRemark),
  };
}
