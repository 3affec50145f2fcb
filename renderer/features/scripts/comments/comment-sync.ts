import {
  writeScriptMessage,
  readQuotedComment,
  readScriptMessage,
  type ScriptMessage,
} from '#contract/script-comment.ts';
import type { ProjectComment } from '#contract/schema/project.ts';
import { anchorOf, type TextAnchor } from '#markdown/comments/text-anchor.ts';
import type { ApiClient, ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Lock } from '#renderer/storage/window-lock.ts';
import type { CommentStore } from './comment-store.ts';
import { AFTER, type CommentThread, type StoredComment } from './comment-thread.ts';

/** Delays telling of a deletion until its undo is gone, in ms. */
const DELETION_WAITS = 8000;
/** Longer words are shortened in the project's comment; their place says how far they go. */
const MAX_QUOTE = 4000;
/** A shorter quote of another client may be any words of the script. */
const SHORTEST_QUOTE = 8;

/** Identifies the project of a script, whose comments everybody on it sees. */
export const projectOf = (scriptId: number): string => `project:v1:script:${scriptId}`;

type Origin = {
  readonly at: string;
  readonly author: { readonly name: string; readonly mine: boolean };
  readonly sent: number;
};

/** Exchanges a script's comments with its project. */
export class CommentSync {
  readonly #api: Pick<ApiClient, 'call'>;
  readonly #account: string;
  readonly #store: CommentStore;
  readonly #locked: Lock;

  constructor(of: {
    readonly api: Pick<ApiClient, 'call'>;
    readonly account: string;
    readonly store: CommentStore;
    /** Lets one window send at a time. */
    readonly locked: Lock;
  }) {
    this.#api = of.api;
    this.#account = of.account;
    this.#store = of.store;
    this.#locked = of.locked;
  }

  /** Takes over what the project's comments say about the script; `textOf` returns its texts. */
  async receive(comments: readonly ProjectComment[], text: string): Promise<void> {
    for (const comment of [...comments].sort((a, b) => a.id - b.id)) {
      const message = readScriptMessage(comment.body);
      const origin: Origin = {
        at: comment.created_at,
        author: { name: comment.author.name, mine: false },
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

  /** Sends what the project does not have yet. Returns why something could not be sent, or null. */
  send(project: string, now = Date.now()): Promise<ApiFailure | null> {
    return this.#locked(async () => {
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
    const there = text.slice(place.from, place.to);
    const isThere = place.text === 'script' && quote !== '' && there.startsWith(quote);
    const anchor: TextAnchor = isThere ? anchorOf(text, place) : { quote, before: '', after: '', at: place.from };
    await this.#receive(id, { type: 'thread', kind: place.text, text: words, replacement, anchor, ...origin });
  }

  /** Takes a comment that somebody wrote in another client about words that it quotes. */
  async #receiveQuoted(comment: ProjectComment, origin: Origin, text: string): Promise<void> {
    const id = `p${comment.id}`;
    const quoted = readQuotedComment(comment.body);
    if (!quoted || this.#store.get(id) !== null || quoted.quote.length < SHORTEST_QUOTE) return;
    const from = text.indexOf(quoted.quote);
    if (from < 0) return;
    const anchor = anchorOf(text, { from, to: from + quoted.quote.length });
    await this.#receive(id, {
      type: 'thread',
      kind: 'script',
      text: quoted.text,
      replacement: null,
      anchor,
      ...origin,
    });
  }

  /** Stores a remark, or notes that the project has the one that is here already. */
  async #receive(id: string, remark: Extract<StoredComment, { type: 'thread' | 'reply' }>): Promise<void> {
    const here = this.#store.get(id);
    if (here === null) await this.#store.put(id, remark);
    else if ((here.type === 'thread' || here.type === 'reply') && here.sent === null) {
      const { sent, author } = remark;
      await this.#store.put(id, { ...here, sent, author: { name: author.name, mine: here.author.mine } });
    }
  }

  async #receiveState(
    { kind, thread }: Exclude<ScriptMessage, { kind: 'comment' | 'reply' }>,
    origin: Origin,
  ): Promise<void> {
    const found = this.#store.threads.find(({ id }) => id === thread);
    if (!found || origin.sent <= found.state.seen) return;
    const { author, at, sent } = origin;
    // A decision made here since then is sent afterwards and wins.
    const state = found.state.unsent === null ? { ...AFTER[kind], by: author, at, unsent: null } : found.state;
    await this.#store.put(`${thread}-state`, { ...state, type: 'state', thread, seen: sent });
  }

  async #sendThread(project: string, id: string, now: number): Promise<ApiFailure | null> {
    const thread = this.#store.threads.find((one) => one.id === id);
    // Only one's own words are sent: nobody speaks for the authors of an imported document.
    if (!thread || (thread.sent === null && (thread.state.deleted || !thread.author.mine))) return null;
    if (thread.sent === null) {
      const failure = await this.#sendRemark(project, id, commentMessage(thread));
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
    const thread = this.#store.threads.find((one) => one.id === id);
    const kind = thread?.state.unsent ?? null;
    if (!thread || kind === null) return null;
    if (kind === 'deleted' && now - Date.parse(thread.state.at) < DELETION_WAITS) return null;
    const { at } = thread.state;
    const body = writeScriptMessage({ kind, thread: id, quote: thread.anchor.quote });
    const result = await this.#post(project, body, `${id}-${kind}-${Date.parse(at)}`);
    if ('failure' in result) return result.failure;
    const latest = this.#store.threads.find((one) => one.id === id)?.state;
    if (!latest) return null;
    const unsent = latest.at === at ? null : latest.unsent;
    await this.#store.put(`${id}-state`, { ...latest, type: 'state', thread: id, unsent, seen: result.comment.id });
    return null;
  }

  async #sendRemark(project: string, id: string, message: ScriptMessage): Promise<ApiFailure | null> {
    const result = await this.#post(project, writeScriptMessage(message), id);
    if ('failure' in result) return result.failure;
    const here = this.#store.get(id);
    if (here?.type === 'thread' || here?.type === 'reply') {
      const { id: sent, author } = result.comment;
      await this.#store.put(id, { ...here, sent, author: { name: author.name, mine: true } });
    }
    return null;
  }

  /** The key makes one comment of a text, however often it is sent. */
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

function commentMessage({ id, anchor, text, replacement, kind }: CommentThread): ScriptMessage {
  const { quote, at } = anchor;
  const place = { text: kind, from: at, to: at + quote.length };
  return { kind: 'comment', id, quote: quote.slice(0, MAX_QUOTE), text, replacement, place };
}
