import type { Settled } from '#contract/script-comment.ts';
import type { TextAnchor } from '#markdown/comments/text-anchor.ts';
import type { TextKind } from '#renderer/storage/keys.ts';

export interface CommentAuthor {
  /** The person's id at the service; absent for authors of imported documents, and in older entries. */
  readonly id?: number;
  /** Null for this window's person until a service has named them. */
  readonly name: string | null;
  readonly mine: boolean;
}

/** The first comment of a thread, or a reply. It never changes after it is written. */
export interface Remark {
  readonly id: string;
  readonly author: CommentAuthor;
  /** An ISO time. */
  readonly at: string;
  readonly text: string;
  /** The id of the project's comment; null if the message is on this computer only. */
  readonly sent: number | null;
}

export type ThreadStatus = 'open' | 'resolved' | 'accepted' | 'rejected';

export interface CommentThread extends Remark {
  readonly kind: TextKind;
  /** Replaces the commented words; null if no change is suggested. */
  readonly replacement: string | null;
  /** The commented words as last seen, with the text around them. */
  readonly anchor: TextAnchor;
  /** True when the words are no longer in the text. */
  readonly removed: boolean;
  readonly replies: readonly Remark[];
  readonly state: ThreadState;
}

/** The decision about a thread. */
export interface ThreadState {
  readonly status: ThreadStatus;
  readonly deleted: boolean;
  readonly by: CommentAuthor | null;
  readonly at: string;
  /** The change to send to the project; null if it is sent. */
  readonly unsent: Settled | null;
  /** The id of the project's newest comment that changed the state. */
  readonly seen: number;
}

export const OPEN_STATE: ThreadState = { status: 'open', deleted: false, by: null, at: '', unsent: null, seen: 0 };

export const STATE_AFTER: Readonly<Record<Settled, Pick<ThreadState, 'status' | 'deleted'>>> = {
  resolved: { status: 'resolved', deleted: false },
  reopened: { status: 'open', deleted: false },
  accepted: { status: 'accepted', deleted: false },
  rejected: { status: 'rejected', deleted: false },
  deleted: { status: 'open', deleted: true },
  restored: { status: 'open', deleted: false },
};

/** The last known anchors of a text's comments, by thread id. */
export type StoredPlaces = Readonly<Record<string, { readonly anchor: TextAnchor; readonly removed: boolean }>>;

/** One stored entry; each is written separately, so that two windows never overwrite each other's words. */
export type StoredComment =
  | ({ readonly type: 'thread' } & Omit<CommentThread, 'id' | 'removed' | 'replies' | 'state'>)
  | ({ readonly type: 'reply'; readonly thread: string } & Omit<Remark, 'id'>)
  | ({ readonly type: 'state'; readonly thread: string } & ThreadState)
  | { readonly type: 'places'; readonly kind: TextKind; readonly places: StoredPlaces };

export const createCommentId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

/** Builds the threads from the stored entries, by their ids. Leaves out replies and states without a thread. */
export function buildThreads(entries: ReadonlyMap<string, StoredComment>): CommentThread[] {
  const replies = new Map<string, Remark[]>();
  const states = new Map<string, ThreadState>();
  const places = new Map<string, StoredPlaces[string]>();
  for (const [id, entry] of entries) {
    if (entry.type === 'reply') {
      const { author, at, text, sent, thread } = entry;
      replies.set(thread, [...(replies.get(thread) ?? []), { id, author, at, text, sent }]);
    } else if (entry.type === 'state') states.set(entry.thread, entry);
    else if (entry.type === 'places')
      for (const [threadId, place] of Object.entries(entry.places)) places.set(threadId, place);
  }
  return [...entries].flatMap(([id, entry]): CommentThread[] => {
    if (entry.type !== 'thread') return [];
    const { type: _type, ...thread } = entry;
    const { anchor = entry.anchor, removed = false } = places.get(id) ?? {};
    const sortedReplies = (replies.get(id) ?? []).sort((a, b) => a.at.localeCompare(b.at));
    return [{ ...thread, id, anchor, removed, replies: sortedReplies, state: states.get(id) ?? OPEN_STATE }];
  });
}
