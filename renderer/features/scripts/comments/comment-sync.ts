import {
  writeScriptMessage,
  readQuotedComment,
  readScriptMessage,
  type ScriptMessage,
} from '#contract/script-comment.ts';
import type { ProjectComment } from '#contract/schema/project.ts';
import { toAnchor, type TextAnchor } from '#markdown/comments/text-anchor.ts';
import type { ApiClient, ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Lock } from '#renderer/storage/window-lock.ts';
import type { CommentStore } from './comment-store.ts';
import { STATE_AFTER, type CommentAuthor, type CommentThread, type StoredComment } from './comment-thread.ts';

/** Time a deletion can be undone before it is sent, in ms. */
const DELETION_DELAY_MS = 8000;
/** Longer quotes are shortened in the project's comment; the place has their full length. */
const MAX_QUOTE_LENGTH = 4000;
/** Shorter quotes from other clients are ignored, because they may match anywhere in the script. */
const MIN_QUOTE_LENGTH = 8;

/** Returns the id of a script's project, whose members see the comments. */
export const getProject = (scriptId: number): string => `project:v1:script:${scriptId}`;

type Origin = {
  readonly at: string;
  readonly author: CommentAuthor;
  readonly sent: number;
};

/** Exchanges a script's comments with its project. */
export class CommentSync {
  readonly #api: Pick<ApiClient, 'call'>;
  readonly #account: string;
  readonly #store: CommentStore;
  readonly #withLock: Lock;

  constructor(options: {
    readonly api: Pick<ApiClient, 'call'>;
    readonly account: string;
    readonly store: CommentStore;
    /** Lets one window send at a time. */
    readonly withLock: Lock;
  }) {
    this.#api = options.api;
    this.#account = options.account;
    this.#store = options.store;
    this.#withLock = options.withLock;
  }

  /** Stores the project's comments about the script; `text` is the script's text. */
  async receive(comments: readonly ProjectComment[], text: string): Promise<void> {
    for (const comment of [...comments].sort((a, b) => a.id - b.id)) {
      const message = readScriptMessage(comment.body);
      const origin: Origin = {
        at: comment.created_at,
        author: { id: comment.author.id, name: comment.author.name, mine: false },
        sent: comment.id,
      };
      if (message === null) await this.#receiveQuoted(comment, origin, text);
      else if (message.kind === 'comment') await this.#receiveThread(message, origin, text);
      else if (message.kind === 'reply') {
        const { thread, text: words, id } = message;
        await this.#receive(id, { type: 'reply', thread, text: words, ...origin });
      } else await this.#receiveState(message, origin);
    }
  }

  /** Sends comments and decisions the project does not have yet. Returns the first failure, or null. */
  send(project: string, now = Date.now()): Promise<ApiFailure | null> {
    return this.#withLock(async () => {
      for (const { id } of this.#store.threads) {
        const failure = await this.#sendThread(project, id, now);
        if (failure) return failure;
      }
      return null;
    });
  }

  async #receiveThread(
    message: Extract<ScriptMessage, { kind: 'comment' }>,
    origin: Origin,
    text: string,
  ): Promise<void> {
    const { id, quote, place, replacement, text: words } = message;
    const textAtPlace = text.slice(place.from, place.to);
    const isUnchanged = place.text === 'script' && quote !== '' && textAtPlace.startsWith(quote);
    const anchor: TextAnchor = isUnchanged ? toAnchor(text, place) : { quote, before: '', after: '', at: place.from };
    await this.#receive(id, { type: 'thread', kind: place.text, text: words, replacement, anchor, ...origin });
  }

  /** Stores a comment from another client, at the words it quotes. */
  async #receiveQuoted(comment: ProjectComment, origin: Origin, text: string): Promise<void> {
    const id = `p${comment.id}`;
    const quotedComment = readQuotedComment(comment.body);
    if (!quotedComment || this.#store.get(id) !== null || quotedComment.quote.length < MIN_QUOTE_LENGTH) return;
    const from = text.indexOf(quotedComment.quote);
    if (from < 0) return;
    const anchor = toAnchor(text, { from, to: from + quotedComment.quote.length });
    await this.#receive(id, {
      type: 'thread',
      kind: 'script',
      text: quotedComment.text,
      replacement: null,
      anchor,
      ...origin,
    });
  }

  /** Stores a remark, or marks it as sent if it is stored already. */
  async #receive(id: string, remark: Extract<StoredComment, { type: 'thread' | 'reply' }>): Promise<void> {
    const storedEntry = this.#store.get(id);
    if (storedEntry === null) await this.#store.put(id, remark);
    else if ((storedEntry.type === 'thread' || storedEntry.type === 'reply') && storedEntry.sent === null) {
      const { sent, author } = remark;
      await this.#store.put(id, { ...storedEntry, sent, author: { ...author, mine: storedEntry.author.mine } });
    }
  }

  async #receiveState(
    { kind, thread }: Exclude<ScriptMessage, { kind: 'comment' | 'reply' }>,
    origin: Origin,
  ): Promise<void> {
    const current = this.#store.threads.find(({ id }) => id === thread);
    if (!current || origin.sent <= current.state.seen) return;
    const { author, at, sent } = origin;
    // A decision made here since then is sent afterwards and wins.
    const state =
      current.state.unsent === null ? { ...STATE_AFTER[kind], by: author, at, unsent: null } : current.state;
    await this.#store.put(`${thread}-state`, { ...state, type: 'state', thread, seen: sent });
  }

  async #sendThread(project: string, id: string, now: number): Promise<ApiFailure | null> {
    const thread = this.#store.threads.find((thread) => thread.id === id);
    // Send only the person's own comments, never those by authors of an imported document.
    if (!thread || (thread.sent === null && (thread.state.deleted || !thread.author.mine))) return null;
    if (thread.sent === null) {
      const failure = await this.#sendRemark(project, id, createMessage(thread));
      if (failure) return failure;
    }
    const quote = thread.anchor.quote;
    for (const reply of thread.replies.filter(({ sent, author }) => sent === null && author.mine)) {
      const message = { kind: 'reply', id: reply.id, thread: id, quote, text: reply.text } as const;
      const failure = await this.#sendRemark(project, reply.id, message);
      if (failure) return failure;
    }
    return this.#sendState(project, id, now);
  }

  async #sendState(project: string, id: string, now: number): Promise<ApiFailure | null> {
    const thread = this.#store.threads.find((thread) => thread.id === id);
    const kind = thread?.state.unsent ?? null;
    if (!thread || kind === null) return null;
    if (kind === 'deleted' && now - Date.parse(thread.state.at) < DELETION_DELAY_MS) return null;
    const { at } = thread.state;
    const body = writeScriptMessage({ kind, thread: id, quote: thread.anchor.quote });
    const result = await this.#post(project, body, `${id}-${kind}-${Date.parse(at)}`);
    if ('failure' in result) return result.failure;
    const latest = this.#store.threads.find((thread) => thread.id === id)?.state;
    if (!latest) return null;
    const unsentChange = latest.at === at ? null : latest.unsent;
    await this.#store.put(`${id}-state`, {
      ...latest,
      type: 'state',
      thread: id,
      unsent: unsentChange,
      seen: result.comment.id,
    });
    return null;
  }

  async #sendRemark(project: string, id: string, message: ScriptMessage): Promise<ApiFailure | null> {
    const result = await this.#post(project, writeScriptMessage(message), id);
    if ('failure' in result) return result.failure;
    const storedEntry = this.#store.get(id);
    if (storedEntry?.type === 'thread' || storedEntry?.type === 'reply') {
      const { id: sentId, author } = result.comment;
      await this.#store.put(id, {
        ...storedEntry,
        sent: sentId,
        author: { id: author.id, name: author.name, mine: true },
      });
    }
    return null;
  }

  /** Posts a comment; with the same key it is created only once. */
  async #post(
    project: string,
    body: string,
    key: string,
  ): Promise<{ readonly comment: ProjectComment } | { readonly failure: ApiFailure }> {
    const result = await this.#api.call(this.#account, 'projects.comments.create', {
      params: { project },
      body: { body },
      idempotencyKey: `script-comment-${key}`,
      background: true,
    });
    return result.ok ? { comment: result.body.data } : { failure: result.failure };
  }
}

function createMessage({ id, anchor, text, replacement, kind }: CommentThread): ScriptMessage {
  const { quote, at } = anchor;
  const place = { text: kind, from: at, to: at + quote.length };
  return { kind: 'comment', id, quote: quote.slice(0, MAX_QUOTE_LENGTH), text, replacement, place };
}
