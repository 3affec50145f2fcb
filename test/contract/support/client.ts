/** Calls operations of the table over HTTP and records which failures occurred. */
import { randomUUID } from 'node:crypto';

import { type ErrorName, ERRORS, type ErrorSpec } from '#contract/errors.ts';
import { type OperationId, OPERATIONS } from '#contract/operations/index.ts';
import { type OperationShape, ROOTS } from '#contract/operation.ts';

/** An id that no row has. */
export const MISSING_ID = 2_000_000_000;
export const MISSING_UUID = '00000000-0000-4000-8000-000000000000';

export type Values = Readonly<Record<string, unknown>>;

export interface Input {
  readonly params?: Values;
  readonly query?: Values;
  readonly body?: unknown;
  /** Replaces the client's token. */
  readonly token?: string;
  /** If absent, an operation that requires an Idempotency-Key gets a new key. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface CallOptions {
  /** Sends no token if null. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged instead of the body; null sends no body. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | null;
}

/** `operation error` pairs that some test has provoked. */
export const observedErrors = new Set<string>();

export function getOperation(id: OperationId): OperationShape & { id: OperationId } {
  return OPERATIONS[id];
}

export function formatPath(operation: OperationShape, { params = {}, query = {} }: Input): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value].flat().map((entry) => [key, String(entry)])),
  );
  return `${ROOTS[operation.surface]}${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** Returns the table's error names that match the answer's status and body. */
export function findErrorNames({ status, body }: Pick<Answer, 'status' | 'body'>): ErrorName[] {
  return (Object.keys(ERRORS) as ErrorName[]).filter((name) => {
    const error: ErrorSpec = ERRORS[name];
    if (error.status !== status) return false;
    const expectedMessage = error.message.replace('{ability}', '');
    const message = typeof body['message'] === 'string' ? body['message'] : String(body['error']);
    if (name === 'abilities_not_held') return body['code'] === error.code;
    if (name === 'ability_missing') return /^Token does not have [a-z]+:[a-z]+ permission$/.test(message);
    if (message !== expectedMessage) return false;
    if (error.form === 'validation') return typeof body['errors'] === 'object';
    return error.code === undefined
      ? body['code'] === undefined
      : body['code'] === error.code && body['error'] === error.code;
  });
}

export class Client {
  readonly baseUrl: string;
  readonly token: string;

  constructor(baseUrl: string, token: string) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  as(token: string): Client {
    return new Client(this.baseUrl, token);
  }

  async call(
    id: OperationId,
    input: Input = {},
    { token = input.token ?? this.token, headers = {}, raw }: CallOptions = {},
  ): Promise<Answer> {
    const operation = getOperation(id);
    const body = raw === undefined && operation.body !== null ? JSON.stringify(input.body) : (raw ?? null);
    const response = await fetch(this.baseUrl + formatPath(operation, input), {
      method: operation.method,
      body,
      headers: {
        ...(body !== null && { 'Content-Type': 'application/json' }),
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(operation.safety.idempotency === 'required' && { 'Idempotency-Key': randomUUID() }),
        ...input.headers,
        ...headers,
      },
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
    for (const name of findErrorNames(answer)) observedErrors.add(`${id} ${name}`);
    return answer;
  }

  /** Returns the data of a call that must succeed. */
  async data<T = Record<string, unknown>>(id: OperationId, input: Input = {}): Promise<T> {
    const { status, body } = await this.call(id, input);
    if (status >= 300) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
    return (body['data'] ?? body) as T;
  }
}
