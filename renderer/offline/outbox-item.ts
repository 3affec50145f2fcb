import type { JournalEntry } from '#contract/bridge.ts';

/** What can be made here while its service is away. Neither takes an Idempotency-Key. */
const QUEUED_OPERATIONS = ['ideas.create', 'scripts.create'] as const;
export type QueuedOperation = (typeof QUEUED_OPERATIONS)[number];

const STATES = [
  /** Certainly not received yet. */
  'waiting',
  /** Written down before it is sent; found so later, its outcome is unclear and looked up. */
  'sending',
  /** Sent, never answered, and looking it up did not decide: the person does. */
  'asking',
  /** The service answered why not. */
  'refused',
  /** The service has it; what was written in it has yet to move to its new id. */
  'made',
  'done',
  'discarded',
] as const;
type QueuedState = (typeof STATES)[number];

/** Something made here that its service may not have yet. */
export interface Queued {
  /** Negative, so that it is never taken for an id of the service. Newer ones are lower. */
  readonly id: number;
  readonly account: string;
  readonly channelId: number;
  readonly operation: QueuedOperation;
  readonly title: string;
  /** As the operation takes it. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly state: QueuedState;
  /** Why it waits, was refused or is asked about, in plain words. */
  readonly reason: string | null;
  /** Ids that bore the same title before it was sent: found afterwards, they are not this one. */
  readonly before: readonly number[];
  /** With `asking`: what the service has that may be this one. */
  readonly candidates: readonly number[];
  /** The service's id. */
  readonly made: number | null;
  /** What a discarded one goes back to. */
  readonly was: QueuedState | null;
  readonly rev: number;
  /** ISO time. */
  readonly at: string;
}

export const isLocalId = (id: number): boolean => id < 0;

export const OUTBOX = 'outbox/';
export const outboxKey = (account: string, id: number): string => `outbox/${account}/${-id}`;

let last = 0;
/** Milliseconds and a thousandth part that parts two windows: below 2^53 until the year 2255. */
export function newLocalId(now = Date.now()): number {
  last = Math.max(last + 1, now * 1000 + Math.floor(Math.random() * 1000));
  return -last;
}

/** What is left to know of one whose entry was taken out. */
export const finishedItem = (account: string, id: number, made: number): Queued => ({
  ...{ id, account, made, channelId: 0, operation: 'scripts.create', title: '', body: {}, state: 'done' },
  ...{ reason: null, before: [], candidates: [], was: null, rev: 0, at: '' },
});

/** Still to be sent, or to be decided on. */
export const isOpen = ({ state }: Queued): boolean => state !== 'done' && state !== 'discarded';

export function entryOf({ rev, at, id, account, ...value }: Queued): JournalEntry {
  return { key: outboxKey(account, id), rev, updated_at: at, value };
}

/** Null for what is no queued thing. */
export function readQueued({ key, rev, updated_at, value }: JournalEntry): Queued | null {
  const [, account, id] = /^outbox\/([a-z0-9-]+)\/([0-9]+)$/.exec(key) ?? [];
  const { operation, channelId, title, body, state, reason, before, candidates, made, was } = value;
  const known = QUEUED_OPERATIONS.find((one) => one === operation);
  if (!account || !id || !known || typeof channelId !== 'number' || typeof body !== 'object' || body === null)
    return null;
  return {
    id: -Number(id),
    account,
    channelId,
    operation: known,
    title: typeof title === 'string' ? title : '',
    body: body as Record<string, unknown>,
    state: stateOf(state) ?? 'asking',
    reason: typeof reason === 'string' ? reason : null,
    before: numbers(before),
    candidates: numbers(candidates),
    made: typeof made === 'number' ? made : null,
    was: stateOf(was),
    rev,
    at: updated_at,
  };
}

const stateOf = (value: unknown): QueuedState | null => STATES.find((state) => state === value) ?? null;
const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
