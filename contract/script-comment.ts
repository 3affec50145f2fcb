/**
 * Writes comments on a script as comments of its project. People read them in any client: the words they are about as a
 * quote, then what was said. The last line is for programs: what it is, its id, and where the words stand.
 */
import { createExcerpt } from './excerpt.ts';

export const SETTLED_STATES = ['resolved', 'reopened', 'accepted', 'rejected', 'deleted', 'restored'] as const;
export type Settled = (typeof SETTLED_STATES)[number];

export interface CommentPlace {
  readonly text: 'script' | 'outline';
  readonly from: number;
  readonly to: number;
}

export type ScriptMessage =
  | {
      readonly kind: 'comment';
      readonly id: string;
      readonly quote: string;
      readonly text: string;
      /** Replaces the quoted words; null if none are suggested. */
      readonly replacement: string | null;
      readonly place: CommentPlace;
    }
  | {
      readonly kind: 'reply';
      readonly id: string;
      readonly thread: string;
      readonly quote: string;
      readonly text: string;
    }
  | { readonly kind: Settled; readonly thread: string; readonly quote: string };

const SUGGESTION_HEADING = 'Suggested change:';
const DELETION_HEADING = 'Suggested change: delete this.';
const REPLY_PREFIX = 'Re: ';
const MAX_EXCERPT_LENGTH = 120;

const SENTENCES: Readonly<Record<Settled, string>> = {
  resolved: 'Resolved the comment on',
  reopened: 'Reopened the comment on',
  accepted: 'Accepted the change to',
  rejected: 'Rejected the change to',
  deleted: 'Deleted the comment on',
  restored: 'Restored the comment on',
};

const toQuote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

export function writeScriptMessage(message: ScriptMessage): string {
  if (message.kind === 'comment') {
    const { id, quote, text, replacement, place } = message;
    const suggestion =
      replacement === null ? [] : replacement === '' ? [DELETION_HEADING] : [SUGGESTION_HEADING, toQuote(replacement)];
    const kind = replacement === null ? 'comment' : 'suggestion';
    const reference = `[${kind} ${id} on ${place.text} ${place.from}-${place.to}]`;
    return [toQuote(quote), ...suggestion, ...(text === '' ? [] : [text]), reference].join('\n\n');
  }
  if (message.kind === 'reply')
    return [
      toQuote(`${REPLY_PREFIX}${createExcerpt(message.quote, MAX_EXCERPT_LENGTH)}`),
      message.text,
      `[reply ${message.id} to ${message.thread}]`,
    ].join('\n\n');
  return [
    `${SENTENCES[message.kind]} “${createExcerpt(message.quote, MAX_EXCERPT_LENGTH)}”.`,
    `[${message.kind} ${message.thread}]`,
  ].join('\n\n');
}

const COMMENT = /^\[(comment|suggestion) ([a-z0-9]{4,40}) on (script|outline) (\d{1,9})-(\d{1,9})\]$/;
const REPLY = /^\[reply ([a-z0-9]{4,40}) to ([a-z0-9]{4,40})\]$/;
const STATE = new RegExp(`^\\[(${SETTLED_STATES.join('|')}) ([a-z0-9]{4,40})\\]$`);

/** Takes the quote from the beginning of a text. */
function takeQuote(text: string): { readonly quote: string; readonly rest: string } {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('>'));
  const count = end < 0 ? lines.length : end;
  const quote = lines.slice(0, count).map((line) => line.replace(/^> ?/, ''));
  return { quote: quote.join('\n'), rest: lines.slice(count).join('\n').trim() };
}

/** Splits the last line from a body. */
function withoutLastLine(body: string): { readonly text: string; readonly last: string } {
  const lines = body.replace(/\r\n?/g, '\n').trimEnd().split('\n');
  const last = (lines.pop() ?? '').trim();
  return { text: lines.join('\n').trim(), last };
}

/** Reads the body of a project's comment; null if it is not about a script's words. */
export function readScriptMessage(body: string): ScriptMessage | null {
  const { text: message, last } = withoutLastLine(body);
  const comment = COMMENT.exec(last);
  const { quote, rest } = takeQuote(message);
  if (comment) {
    const [, kind, id = '', text, from, to] = comment;
    const place: CommentPlace = { text: text === 'outline' ? 'outline' : 'script', from: Number(from), to: Number(to) };
    if (kind === 'comment') return { kind: 'comment', id, quote, text: rest, replacement: null, place };
    if (rest.startsWith(DELETION_HEADING))
      return { kind: 'comment', id, quote, text: rest.slice(DELETION_HEADING.length).trim(), replacement: '', place };
    const change = takeQuote(rest.replace(SUGGESTION_HEADING, '').trimStart());
    return { kind: 'comment', id, quote, text: change.rest, replacement: change.quote, place };
  }
  const [, id, thread] = REPLY.exec(last) ?? [];
  if (id !== undefined && thread !== undefined) {
    return { kind: 'reply', id, thread, quote: quote.replace(REPLY_PREFIX, ''), text: rest };
  }
  const [, state, threadId] = STATE.exec(last) ?? [];
  const settledKind = SETTLED_STATES.find((kind) => kind === state);
  return settledKind !== undefined && threadId !== undefined
    ? { kind: settledKind, thread: threadId, quote: '' }
    : null;
}

/** Reads a comment that somebody wrote in another client about quoted words; null if it quotes nothing. */
export function readQuotedComment(body: string): { readonly quote: string; readonly text: string } | null {
  const { quote, rest } = takeQuote(body.replace(/\r\n?/g, '\n').trim());
  return quote.trim() === '' || quote.startsWith(REPLY_PREFIX) ? null : { quote: quote.trim(), text: rest };
}

/** Returns a body without the line for programs. */
export const withoutReference = (body: string): string =>
  readScriptMessage(body) === null ? body : withoutLastLine(body).text;
