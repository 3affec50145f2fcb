/** Handles the headers that make a write safe to repeat and safe from concurrent writes (spec 3 "Revisions"). */

import { LIMITS } from '#contract/limits.ts';
import type { OperationShape } from '#contract/operation.ts';
import { sha256 } from '#platform/sha256.ts';

import { Failure, type IfMatch } from '../domain/call.ts';
import { checkReplay, type ReplayRequest } from '../domain/replay-access.ts';
import { runOnce } from '../store/idempotency.ts';
import type { Store } from '../store/store.ts';
import type { Step } from './environment.ts';

export interface Result {
  readonly status: 200 | 201 | 202;
  readonly body: object;
  /** The revision, without quotes. */
  readonly etag?: string;
}

const KEY = /^[\x21-\x7e]+$/;

function checkKey(key: string): string {
  if (KEY.test(key) && key.length <= LIMITS.idempotencyKey) return key;
  const message = `Up to ${LIMITS.idempotencyKey} letters, digits and symbols, without spaces.`;
  throw new Failure('validation_failed', { fields: { 'Idempotency-Key': [message] } });
}

/**
 * Parses the entity tags of If-Match (RFC 9110 §13.1.1); quotes may be left out (spec 3 "Revisions"). Drops weak tags,
 * since they never match.
 */
export function parseIfMatch(value: string): IfMatch {
  if (value === '*') return '*';
  const tags = value.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? [];
  return tags.filter((tag) => !tag.startsWith('W/')).map((tag) => /^"(.*)"$/.exec(tag)?.[1] ?? tag);
}

/** Reads both headers; returns no step for an operation that takes neither. */
export function readSafety({ safety }: OperationShape): Step[] {
  const { idempotency, concurrency } = safety;
  if (idempotency === 'unsupported' && concurrency === 'unsupported') return [];
  const read: Step = (context) => {
    const key = context.req.header('idempotency-key')?.trim() ?? '';
    if (idempotency === 'required' && key === '') throw new Failure('idempotency_key_required');
    if (idempotency !== 'unsupported' && key !== '') context.set('idempotencyKey', checkKey(key));
    const match = context.req.header('if-match')?.trim() ?? '';
    if (concurrency === 'required' && match === '') throw new Failure('precondition_required');
    if (concurrency !== 'unsupported' && match !== '') context.set('ifMatch', parseIfMatch(match));
  };
  return [read];
}

/** Marks a replayed answer as such if its envelope has a field for that. */
function asReplay(operation: OperationShape, { status, body, etag }: { status: number; body: object; etag?: string }) {
  const meta: unknown = 'meta' in body ? body.meta : undefined;
  const replayBody =
    typeof meta === 'object' && meta !== null && 'idempotent_replay' in meta
      ? { ...body, meta: { ...meta, idempotent_replay: true } }
      : body;
  // If an operation's status tells new from known, a replay counts as known (spec 2 §4 commit).
  const replayStatus = status === 201 && operation.responses[200] !== undefined ? 200 : status;
  return { status: replayStatus as Result['status'], body: replayBody, ...(etag !== undefined && { etag }) };
}

export interface SafeRequest extends ReplayRequest {
  readonly path: string;
  readonly key: string;
  readonly query: object;
}

/** Runs the work for a key once; repeated requests get the first answer. */
export async function doOnce(
  store: Store,
  operation: OperationShape & { readonly id: string },
  safeRequest: SafeRequest,
  work: () => Promise<Result>,
): Promise<{ result: Result; replayed: boolean }> {
  const { principal, path, key, query, body } = safeRequest;
  const hash = sha256(JSON.stringify([path, query, body]));
  const { teamId, userId } = principal;
  const request = { teamId, userId, operation: operation.id, key, hash };
  const outcome = await runOnce(store, request, new Date(), work);
  if (outcome.kind === 'reused') throw new Failure('idempotency_key_reused');
  if (outcome.kind === 'done') return { result: outcome.answer, replayed: false };
  const storedAnswer = outcome.answer;
  const replayBody = await checkReplay(store.db, operation, safeRequest, storedAnswer.body);
  return { result: asReplay(operation, { ...storedAnswer, body: replayBody }), replayed: true };
}
