/** Reads and checks what a request brings. */
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';

import { type ErrorName, ERRORS } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import type { OperationShape } from '#contract/operation.ts';

import { Failure } from '../domain/call.ts';
import type { Step } from './environment.ts';
import { validate } from './validation.ts';

const isEmpty = (schema: z.ZodObject): boolean => Object.keys(schema.shape).length === 0;

/** An id that cannot exist is an id that does not exist: the operation's own 404 for it, else its first one. */
function notFoundOf({ errors }: OperationShape, param: string | undefined): ErrorName {
  const known = errors.filter((name) => ERRORS[name].status === 404);
  return known.find((name) => name === `${param?.replace(/_id$/, '')}_not_found`) ?? known[0] ?? 'not_found';
}

/** None for an operation without parameters. */
export function readParams(operation: OperationShape): Step[] {
  const { params } = operation;
  if (isEmpty(params)) return [];
  const read: Step = (context) => {
    const parsed = validate(params, context.req.param());
    if (!parsed.ok) throw new Failure(notFoundOf(operation, Object.keys(parsed.fields)[0]));
    context.set('params', parsed.value);
  };
  return [read];
}

/** None for an operation without a query. */
export function readQuery({ query }: OperationShape): Step[] {
  if (isEmpty(query)) return [];
  const repeated = Object.keys(query.shape).filter((name) => name.endsWith('[]'));
  const read: Step = (context) => {
    const given: Record<string, unknown> = context.req.query();
    for (const name of repeated) if (name in given) given[name] = context.req.queries(name);
    const parsed = validate(query, given);
    if (!parsed.ok) throw new Failure('validation_failed', { fields: parsed.fields });
    context.set('query', parsed.value);
  };
  return [read];
}

/** Where a list goes on; its form is the list's own business. None for an operation that takes no Cursor. */
export function readCursor({ cursor }: OperationShape): Step[] {
  if (!cursor) return [];
  const read: Step = (context) => {
    const given = context.req.header('cursor')?.trim() ?? '';
    if (given !== '') context.set('cursor', given);
  };
  return [read];
}

const bodyWithin = bodyLimit({
  maxSize: LIMITS.bodyBytes,
  onError: () => {
    throw new Failure('payload_too_large');
  },
});
const limitSize: Step = async (context) => {
  await bodyWithin(context, () => Promise.resolve());
};

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Failure('malformed_json');
  }
}

/** The body's steps; none for an operation that takes none. */
export function readBody({ body }: OperationShape): Step[] {
  if (body === null) return [];
  const parse: Step = async (context) => {
    const parsed = validate(body, parseJson(await context.req.arrayBuffer()));
    if (!parsed.ok) throw new Failure('validation_failed', { fields: parsed.fields });
    context.set('body', parsed.value);
  };
  const checkType: Step = (context) => {
    if (!JSON_TYPE.test(context.req.header('content-type') ?? '')) throw new Failure('unsupported_media_type');
  };
  return [checkType, limitSize, parse];
}
