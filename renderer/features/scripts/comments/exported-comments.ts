import type { DocumentComment, DocumentRemark } from '#markdown/comments/document-comment.ts';
import { findAnchor } from '#markdown/comments/text-anchor.ts';
import type { MirroredStore } from '#renderer/storage/mirrored-store.ts';
import { CommentStore } from './comment-store.ts';
import type { CommentThread, Remark } from './comment-thread.ts';

/** Names the person here in a document as long as no service has told their name. */
const NAMELESS = 'Script author';

/** Returns the comments on a script's text for a document. Offsets count a line end as one character. */
export async function exportedComments(
  store: MirroredStore,
  account: string,
  scriptId: number,
  markdown: string,
): Promise<readonly DocumentComment[]> {
  const commentStore = new CommentStore({ store, account, scriptId, channel: null });
  await commentStore.load();
  const text = markdown.replace(/\r\n?/g, '\n');
  const threads = commentStore.threads.filter(({ kind, state }) => kind === 'script' && !state.deleted);
  const own = threads.flatMap((thread) => [thread, ...thread.replies]).find(({ author }) => author.mine && author.name);
  const me = own?.author.name ?? NAMELESS;
  return threads.map((thread) => documentComment(thread, text, me)).sort((a, b) => a.from - b.from);
}

function documentComment(thread: CommentThread, text: string, me: string): DocumentComment {
  const remark = ({ author, at, text: words }: Remark): DocumentRemark => ({
    author: author.name ?? (author.mine ? me : ''),
    at,
    text: words,
  });
  const { anchor, removed, replacement, replies, state } = thread;
  const place = findAnchor(text, anchor, { strict: removed });
  return {
    ...remark(thread),
    from: place?.from ?? 0,
    to: place?.to ?? 0,
    quote: place ? text.slice(place.from, place.to) : anchor.quote,
    removed: place === null,
    replacement,
    resolved: state.status !== 'open',
    replies: replies.map(remark),
  };
}
