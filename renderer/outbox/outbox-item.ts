import type { JournalEntry } from '#contract/journal.ts';

/** The operations that work while the service is unreachable. Neither accepts an Idempotency-Key. */
const QUEUED_OPERATIONS = ['ideas.create', 'scripts.create'] as const;
export type QueuedOperation = (typeof QUEUED_OPERATIONS)[number];

const STATES = [
  /** The service certainly has not received it. */
  'waiting',
  /** Stored before sending; an item found in this state later has an unclear outcome and is looked up. */
  'sending',
  /** The request was never answered and the lookup was inconclusive, so the person decides. */
  'asking',
  /** The service refused it and said why. */
  'refused',
  /** The service needs a topic and a length, which the person has not given yet. */
  'incomplete',
  /** The service has it; its content has yet to move to the new id. */
  'made',
  'done',
  'discarded',
] as const;
type QueuedState = (typeof STATES)[number];

/** An idea or a script created here that its service may not have yet. */
export interface QueuedItem {
  /** Negative, so that it is never mistaken for an id of the service. Newer ids are lower. */
  readonly id: number;
  readonly account: string;
  readonly channelId: number;
  readonly operation: QueuedOperation;
  readonly title: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly state: QueuedState;
  /** Explains in plain words why it waits, was refused or needs a decision. */
  readonly reason: string | null;
  /** Ids that had the same title before sending, so they cannot be this item. */
  readonly before: readonly number[];
  /** Ids on the service that may be this item; it is set with `asking`. */
  readonly candidates: readonly number[];
  /** The service's id. */
  readonly made: number | null;
  /** The state to restore a discarded item to. */
  readonly was: QueuedState | null;
  readonly rev: number;
  /** An ISO time. */
  readonly at: string;
}

export const isLocalId = (id: number): boolean => id < 0;

export const OUTBOX = 'outbox/';
export const getOutboxKey = (account: string, id: number): string => `outbox/${account}/${-id}`;

let lastId = 0;
/**
 * Returns a new id of milliseconds and a random thousandth, to tell two windows apart: below 2^53 until the year 2255.
 */
export function createLocalId(now = Date.now()): number {
  lastId = Math.max(lastId + 1, now * 1000 + Math.floor(Math.random() * 1000));
  return -lastId;
}

/** Builds a placeholder for a finished item whose entry was removed. */
export const createFinishedItem = (account: string, id: number, madeId: number): QueuedItem => ({
  id,
  account,
  made: madeId,
  channelId: 0,
  operation: 'scripts.create',
  title: '',
  body: {},
  state: 'done',
  reason: null,
  before: [],
  candidates: [],
  was: null,
  rev: 0,
  at: '',
});

/** Returns whether a script was made from a title alone, which the API doesn't accept. */
export const lacksBrief = ({ operation, body }: Pick<QueuedItem, 'operation' | 'body'>): boolean =>
  operation === 'scripts.create' && (!body['topic'] || !body['length']);

/** Returns whether it is still to be sent or decided on. */
export const isOpen = ({ state }: QueuedItem): boolean => state !== 'done' && state !== 'discarded';

export function toEntry({ rev, at, id, account, ...value }: QueuedItem): JournalEntry {
  return { key: getOutboxKey(account, id), rev, updated_at: at, value };
}

/** Returns null if the entry is not a queued item. */
export function readQueued({ key, rev, updated_at, value }: JournalEntry): QueuedItem | null {
  const [, account, id] = /^outbox\/([a-z0-9-]+)\/([0-9]+)$/.exec(key) ?? [];
  const { operation, channelId, title, body, state, reason, before, candidates, made, was } = value;
  const queuedOperation = QUEUED_OPERATIONS.find((queueable) => queueable === operation);
  if (!account || !id || !queuedOperation || typeof channelId !== 'number' || typeof body !== 'object' || body === null)
    return null;
  return {
    id: -Number(id),
    account,
    channelId,
    operation: queuedOperation,
    title: typeof title === 'string' ? title : '',
    body: body as Record<string, unknown>,
    state: getState(state) ?? 'asking',
    reason: typeof reason === 'string' ? reason : null,
    before: readNumbers(before),
    candidates: readNumbers(candidates),
    made: typeof made === 'number' ? made : null,
    was: getState(was),
    rev,
    at: updated_at,
  };
}

const getState = (value: unknown): QueuedState | null => STATES.find((state) => state === value) ?? null;
const readNumbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
