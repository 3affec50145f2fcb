import type { z } from 'zod';

import type { AccountId } from '#contract/account-calls.ts';
import { readError, type ReadError } from '#contract/errors.ts';
import { logger } from '#log/logger.ts';
import type * as Contract from '#contract/operations/index.ts';
import type { InputOf, OperationId, OperationOf } from '#contract/operations/index.ts';

import type { Bridge } from './bridge.ts';
import { BridgeError, Listeners } from './transport.ts';

const log = logger('api');

/** The reason for a missing answer; `faults.ts` explains it to a person. */
export type ApiFailure =
  | { readonly kind: 'refused'; readonly error: ReadError }
  /** `no`: the service never received it. `unclear`: it was sent, but no answer came back. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly sent: 'no' | 'unclear' }
  | { readonly kind: 'signed_out'; readonly message: string }
  /** The service's answer has a format this app cannot read. */
  | { readonly kind: 'unreadable'; readonly status: number };

type Responses<Id extends OperationId> = OperationOf<Id>['responses'];
export type BodyOf<Id extends OperationId> = {
  [S in keyof Responses<Id>]: Responses<Id>[S] extends z.ZodType ? z.output<Responses<Id>[S]> : never;
}[keyof Responses<Id>];

export type ApiResult<Id extends OperationId> =
  | { readonly ok: true; readonly status: number; readonly body: BodyOf<Id>; readonly etag: string | null }
  | { readonly ok: false; readonly failure: ApiFailure };

/** Path and query values may be numbers or booleans; they are sent as text. */
type TextOrScalar<T> = { [K in keyof T]: T[K] | number | boolean };

export interface ApiInput<Id extends OperationId> {
  readonly params?: TextOrScalar<InputOf<Id>['params']>;
  readonly query?: TextOrScalar<InputOf<Id>['query']>;
  readonly body?: InputOf<Id>['body'];
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly cursor?: string;
  /** Lets requests that a person waits for go first under the rate limit. */
  readonly background?: true;
  /** Cancels the request, also at the service; the call then fails as `unreachable`. */
  readonly signal?: AbortSignal;
}

type SentValues = Record<string, string | number>;

/** Calls the operations of the contract through the host. Never throws for errors of the service or the network. */
export class ApiClient {
  readonly #bridge: Bridge;
  readonly #refusals = new Listeners<ReadError>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Calls the listener for every refusal of a service. Returns a function that stops it. */
  onRefused(listener: (error: ReadError) => void): () => void {
    return this.#refusals.add(listener);
  }

  async call<Id extends OperationId>(
    account: z.infer<typeof AccountId>,
    id: Id,
    input: ApiInput<Id> = {},
  ): Promise<ApiResult<Id>> {
    const callId = input.signal && crypto.randomUUID();
    const cancel = (): void =>
      void this.#bridge.invoke('api.cancel', { call_id: callId ?? '' }).catch(log.failure('request not cancelled'));
    input.signal?.addEventListener('abort', cancel);
    try {
      const answer = await this.#bridge.invoke('api.call', {
        account,
        operation: id,
        params: omitEmpty(input.params) as SentValues,
        query: omitEmpty(input.query) as SentValues,
        ...(input.body == null ? {} : { body: input.body }),
        ...(input.idempotencyKey === undefined ? {} : { idempotency_key: input.idempotencyKey }),
        ...(input.ifMatch === undefined ? {} : { if_match: input.ifMatch }),
        ...(input.cursor === undefined ? {} : { cursor: input.cursor }),
        ...(input.background === undefined ? {} : { background: input.background }),
        ...(callId === undefined ? {} : { call_id: callId }),
      });
      if (answer.kind !== 'answer') return { ok: false, failure: answer };
      const { OPERATIONS } = await loadContract();
      const result = readAnswer<Id>(answer, OPERATIONS[id].responses as Record<number, z.ZodType | undefined>);
      if (!result.ok && result.failure.kind === 'refused') {
        this.#refusals.notify(result.failure.error);
      }
      return result;
    } catch (error) {
      return { ok: false, failure: toBridgeFailure(error) };
    } finally {
      input.signal?.removeEventListener('abort', cancel);
    }
  }
}

/**
 * Loads the schemas, a large chunk. The first answer waits for the page to be idle, so that an editor that is just
 * opening goes first.
 */
function loadContract(): Promise<typeof Contract> {
  loadingContract ??= new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'undefined') resolve();
    else requestIdleCallback(() => resolve(), { timeout: 300 });
  }).then(() => import('#contract/operations/index.ts'));
  // A chunk that failed to load is requested again next time.
  loadingContract.catch(() => {
    loadingContract = undefined;
  });
  return loadingContract;
}
let loadingContract: Promise<typeof Contract> | undefined;

function readAnswer<Id extends OperationId>(
  answer: { status: number; body: unknown; etag: string | null },
  responses: Record<number, z.ZodType | undefined>,
): ApiResult<Id> {
  const { status, body, etag } = answer;
  if (status >= 400) return { ok: false, failure: { kind: 'refused', error: readError(status, body) } };
  // A newer service may answer another success status; the body decides whether it can be read.
  const schemas = [responses[status], ...Object.values(responses)].filter((schema) => schema !== undefined);
  for (const schema of schemas) {
    const parseResult = schema.safeParse(body);
    if (parseResult.success) return { ok: true, status, body: parseResult.data as BodyOf<Id>, etag };
  }
  return { ok: false, failure: { kind: 'unreadable', status } };
}

/** Returns the failure in the answer of a bridge call; null for a success. */
export function getAnswerFailure(
  answer: { kind: 'answer'; status: number; body: unknown } | Exclude<ApiFailure, { kind: 'refused' | 'unreadable' }>,
): ApiFailure | null {
  if (answer.kind !== 'answer') return answer;
  return answer.status >= 400 ? { kind: 'refused', error: readError(answer.status, answer.body) } : null;
}

export function toBridgeFailure(error: unknown): ApiFailure {
  if (error instanceof BridgeError) {
    // The host failed on this call, perhaps while handling the service's answer.
    const isHostFault = error.fault === 'internal' || error.fault === 'bad_output';
    return { kind: 'unreachable', message: error.message, sent: isHostFault ? 'unclear' : error.sent };
  }
  throw error;
}

const omitEmpty = (values: object | undefined): object =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== null));
