/** Sends operations of the contract's table only; no other code attaches a token to a request. */
import type { ApiAnswer } from '#contract/bridge.ts';
import { readError } from '#contract/errors.ts';
import { exchange, type ExchangeAnswer, type NotAnswered } from './exchange.ts';
import { listenTo } from './event-stream.ts';
import { Fault } from './fault.ts';
import type { RateBudget } from './rate-budget.ts';
import { checkBody, buildWireRequest, type ApiRequest, type WireRequest } from './request.ts';

export interface ApiTarget {
  /** Normalised, without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** Allows the owner's operations, which only the local service has. */
  readonly local: boolean;
  /** Null if the service has no rate limit. */
  readonly budget: RateBudget | null;
}

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Lets the person's requests go first; set for polling. */
  background?: boolean;
  /** Overrides the operation's own timeout, in milliseconds. */
  timeoutMs?: number;
}

export interface ApiClientOptions {
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
}

/** The message for a success whose body is not JSON. */
export const UNREADABLE = 'The service’s response couldn’t be read.';

const READ_TIMEOUT_MS = 20_000;
const WRITE_TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;
const BACKOFF_MS = 250;
/** A longer Retry-After is returned to the person instead of waited for. */
const MAX_RETRY_AFTER_MS = 20_000;
const RETRYABLE = new Set([429, 502, 503, 504]);
/** A retry cannot fix these errors: the person decides what to do next. */
const LASTING_CODES = new Set([
  'read_only',
  'run_queue_failed',
  'insufficient_thumbnail_quota',
  'insufficient_thumbnail_credits',
]);

const sleepFor = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Reads Retry-After, given as seconds or a date, as milliseconds from now; returns null if there is none. */
export function retryAfterMs(value: string | null, now = Date.now()): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Returns whether the request may be sent again although the first attempt may have arrived. */
function mayRepeat({ operation }: WireRequest, request: ApiRequest): boolean {
  if (operation.safety.retry === 'safe') return true;
  return operation.safety.retry === 'same-key' && request.idempotency_key !== undefined;
}

function isLasting(answer: ExchangeAnswer): boolean {
  const { code } = readError(answer.status, answer.body);
  return code !== null && LASTING_CODES.has(code);
}

function createFallbackBody(status: number): unknown {
  if (status >= 300 && status < 400) return { message: 'The service redirects to another address.' };
  return { message: `The service responded with ${status} but gave no readable reason.` };
}

function toAnswer(outcome: ExchangeAnswer | NotAnswered): ApiAnswer {
  if (outcome.kind === 'not_answered') return { kind: 'unreachable', message: outcome.message, sent: outcome.sent };
  const { status, headers } = outcome;
  if (status < 300 && !outcome.readable) {
    return { kind: 'unreachable', message: UNREADABLE, sent: 'unclear' };
  }
  const body = outcome.readable && (outcome.body !== null || status < 300) ? outcome.body : createFallbackBody(status);
  return { kind: 'answer', status, body, etag: headers.get('etag') };
}

function getTimeout({ operation, method }: WireRequest): number {
  if (operation.answerSeconds !== undefined) return operation.answerSeconds * 1000;
  return method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS;
}

export class ApiClient {
  readonly #sleep: NonNullable<ApiClientOptions['sleep']>;
  readonly #random: () => number;

  constructor({ sleep = sleepFor, random = Math.random }: ApiClientOptions = {}) {
    this.#sleep = sleep;
    this.#random = random;
  }

  /**
   * Returns the service's answer, or the reason why there is none.
   * @throws Fault for input that is not in the table
   */
  async send(target: ApiTarget, request: ApiRequest, options: SendOptions = {}): Promise<ApiAnswer> {
    const wire = buildWireRequest(request);
    if (wire.operation.surface === 'local' && !target.local) {
      throw new Fault('bad_input', 'Only the local workspace has this operation.');
    }
    const bodyFault = checkBody(wire.operation, request.body);
    if (bodyFault) return { kind: 'answer', status: 422, body: bodyFault, etag: null };
    const repeatable = mayRepeat(wire, request);
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(target, wire, options);
      const delay =
        repeatable && attempt < MAX_RETRIES && !options.signal?.aborted ? this.#retryDelay(outcome, attempt) : null;
      if (delay === null) return toAnswer(outcome);
      await this.#sleep(delay, options.signal);
    }
  }

  /**
   * Listens to a stream of server-sent events, and calls `onData` with the data of each.
   * @returns false if the service has no such stream, true once it has ended
   */
  async listen(target: ApiTarget, path: string, onData: (data: string) => void, signal: AbortSignal): Promise<boolean> {
    return listenTo(`${target.baseUrl}${path}`, { Authorization: `Bearer ${target.token}` }, onData, signal);
  }

  async #attempt(target: ApiTarget, wire: WireRequest, options: SendOptions): Promise<ExchangeAnswer | NotAnswered> {
    const { rate } = wire.operation;
    const budget = rate === 'unlimited' ? null : target.budget;
    if (budget && rate !== 'unlimited') await budget.take(rate, { background: options.background ?? false });
    const outcome = await exchange({
      url: target.baseUrl + wire.path,
      method: wire.method,
      headers: { ...wire.headers, Authorization: `Bearer ${target.token}` },
      body: wire.body,
      timeoutMs: options.timeoutMs ?? getTimeout(wire),
      signal: options.signal,
      secret: target.token,
    });
    if (outcome.kind === 'answered' && budget && rate !== 'unlimited') {
      budget.learn(rate, outcome.headers, outcome.status === 429 && !isLasting(outcome));
    }
    return outcome;
  }

  #retryDelay(outcome: ExchangeAnswer | NotAnswered, attempt: number): number | null {
    const backoff = BACKOFF_MS * 2 ** attempt * (0.5 + this.#random());
    if (outcome.kind === 'not_answered') return ['tls', 'too_large'].includes(outcome.reason) ? null : backoff;
    if (!RETRYABLE.has(outcome.status) || isLasting(outcome)) return null;
    const retryAfter = retryAfterMs(outcome.headers.get('retry-after'));
    if (retryAfter === null) return backoff;
    return retryAfter <= MAX_RETRY_AFTER_MS ? Math.max(retryAfter, backoff) : null;
  }
}
