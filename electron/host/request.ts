/** Turns one operation of the table into an HTTP request. Pure. */
import { isOperationId, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import { type OperationShape, ROOTS } from '#contract/operation.ts';
import { Fault } from './fault.ts';

export interface ApiRequest {
  operation: OperationId;
  params?: Record<string, string | number> | undefined;
  /** List entries repeat the same name. */
  query?: Record<string, string | number | boolean | readonly (string | number)[]> | undefined;
  body?: unknown;
  idempotency_key?: string | undefined;
  if_match?: string | undefined;
  /** Asks for the next page of the list. */
  cursor?: string | undefined;
}

export interface WireRequest {
  readonly operation: OperationShape;
  readonly method: string;
  /** The path below the base URL, with the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

const toStrings = (values: Record<string, unknown> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [key, String(value)]));

type QueryText = Record<string, string | string[]>;

const toQuery = (query: ApiRequest['query']): QueryText =>
  Object.fromEntries(
    Object.entries(query ?? {}).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );

/** Returns the values unchanged once checked; refuses keys that the table does not define. */
function checkKeys<V extends QueryText>(schema: OperationShape['params'], values: V, subject: string): V {
  const parsed = schema.safeParse(values);
  const unknownKey = Object.keys(values).find((key) => !Object.hasOwn(schema.shape, key));
  if (unknownKey !== undefined) throw new Fault('bad_input', `${subject} has no ${unknownKey}.`);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Fault('bad_input', `${subject} ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
  }
  return values;
}

/**
 * Builds the HTTP request.
 * @throws Fault bad_input for parameters, query or keys that the table does not define
 */
export function buildWireRequest(request: ApiRequest): WireRequest {
  if (!isOperationId(request.operation)) throw new Fault('bad_input', 'No such operation.');
  const operation: OperationShape = OPERATIONS[request.operation];
  const params = checkKeys(operation.params, toStrings(request.params), 'The address');
  const query = checkKeys(operation.query, toQuery(request.query), 'The query');
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([key, value]) => [value].flat().map((item) => [key, item]));
  const search = new URLSearchParams(pairs).toString();
  const headers: Record<string, string> = { Accept: 'application/json' };
  const hasBody = operation.body !== null;
  if (hasBody) headers['Content-Type'] = 'application/json';
  if (request.idempotency_key !== undefined) headers['Idempotency-Key'] = checkHeaderValue(request.idempotency_key);
  if (request.if_match !== undefined) headers['If-Match'] = checkHeaderValue(request.if_match);
  if (request.cursor !== undefined) headers['Cursor'] = checkHeaderValue(request.cursor);
  return {
    operation,
    method: operation.method,
    path: `${ROOTS[operation.surface]}${path}${search === '' ? '' : `?${search}`}`,
    headers,
    body: hasBody ? JSON.stringify(request.body ?? {}) : null,
  };
}

function checkHeaderValue(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  throw new Fault('bad_input', 'A key contains characters that can’t be sent.');
}

/**
 * Returns the service's answer to a body that breaks the table's bounds, so that a form shows the same messages without
 * a request. Returns null if the body is valid.
 */
export function checkBody(operation: OperationShape, body: unknown): Record<string, unknown> | null {
  const parsed = operation.body?.safeParse(body ?? {});
  if (!parsed || parsed.success) return null;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) (errors[issue.path.join('.') || 'body'] ??= []).push(issue.message);
  return { message: 'The given data was invalid.', errors };
}
