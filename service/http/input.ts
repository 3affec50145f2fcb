import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';

import { type ErrorName, ERRORS } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import type { OperationShape } from '#contract/operation.ts';
import { isRecord } from '#contract/record.ts';

import { Failure } from '../domain/call.ts';
import type { Step } from './environment.ts';
import { validate } from './validation.ts';

const isEmpty = (schema: z.ZodObject): boolean => Object.keys(schema.shape).length === 0;

/** Treats an invalid id as one that does not exist: returns the operation's own 404 for it, else its first 404. */
function getNotFoundError({ errors }: OperationShape, param: string | undefined): ErrorName {
  const candidates = errors.filter((name) => ERRORS[name].status === 404);
  return candidates.find((name) => name === `${param?.replace(/_id$/, '')}_not_found`) ?? candidates[0] ?? 'not_found';
}

/** Returns no step for an operation without parameters. */
export function readParams(operation: OperationShape): Step[] {
  const { params } = operation;
  if (isEmpty(params)) return [];
  const read: Step = (context) => {
    const parsed = validate(params, context.req.param());
    if (!parsed.ok) throw new Failure(getNotFoundError(operation, Object.keys(parsed.fields)[0]));
    context.set('params', parsed.value);
  };
  return [read];
}

const BRACKET_HINT = 'Send a list as name[]=1&name[]=2, and a single value as name=1.';

/** Returns no step for an operation without a query. */
export function readQuery({ query }: OperationShape): Step[] {
  if (isEmpty(query)) return [];
  const names = Object.keys(query.shape);
  const baseNames = new Set(names.map((name) => name.replace(/\[\]$/, '')));
  const read: Step = (context) => {
    const entries = Object.entries(context.req.queries());
    // Refuse a malformed filter: an answer that ignores it would contain rows it should leave out.
    const malformedEntry = entries.find(
      ([key]) => /\[(?!\d*\]$)/.test(key) && baseNames.has(key.slice(0, key.indexOf('['))),
    );
    if (malformedEntry) throw new Failure('validation_failed', { fields: { [malformedEntry[0]]: [BRACKET_HINT] } });
    const parameters: Record<string, unknown> = {};
    for (const name of names) {
      const baseName = name.replace(/\[\]$/, '');
      // A list may be sent as `name=1`, `name[]=1` or `name[0]=1`.
      const values = entries.flatMap(([key, texts]) => (key.replace(/\[\d*\]$/, '') === baseName ? texts : []));
      // Join values for a single value or a comma-separated list; the schema refuses them if several don't fit.
      if (values.length > 0) parameters[name] = name === baseName ? values.join(',') : values;
    }
    const parsed = validate(query, parameters);
    if (!parsed.ok) throw new Failure('validation_failed', { fields: parsed.fields });
    context.set('query', parsed.value);
  };
  return [read];
}

/** Reads the Cursor header, whose format each list checks itself. Returns no step for an operation that takes none. */
export function readCursor({ cursor }: OperationShape): Step[] {
  if (!cursor) return [];
  const read: Step = (context) => {
    const cursor = context.req.header('cursor')?.trim() ?? '';
    if (cursor !== '') context.set('cursor', cursor);
  };
  return [read];
}

/** Cuts off longer bodies, which their sender may take for a broken connection. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const DISCARD_MS = 5000;

/** Reads and drops the rest of a body: a proxy takes an answer before the end of its request for a fault. */
async function discard({ body }: Request): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  const timeout = setTimeout(() => void reader.cancel().catch(() => undefined), DISCARD_MS); // ends the read below
  try {
    for (let bytes = 0; bytes <= MAX_DISCARDED_BYTES;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += (value as Uint8Array).byteLength;
    }
  } catch {
    // The sender has closed the connection, so no answer is needed.
  } finally {
    clearTimeout(timeout);
  }
}

const bodyWithin = bodyLimit({
  maxSize: LIMITS.bodyBytes,
  onError: async (context) => {
    await discard(context.req.raw);
    throw new Failure('payload_too_large');
  },
});
const limitSize: Step = async (context) => {
  await bodyWithin(context, () => Promise.resolve());
};

/** Returns the schema below defaults, transforms and the like. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema;
}

/** Drops nulls from optional fields in which null has no meaning of its own. */
export function dropAbsent(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion) {
    const option = inner.options.find((choice) => {
      const kind = unwrap(choice);
      return Array.isArray(value) ? kind instanceof z.ZodArray : kind instanceof z.ZodObject;
    });
    return option ? dropAbsent(option, value) : value;
  }
  if (inner instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((entry) => dropAbsent(inner.element, entry)) : value;
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return value;
  const fields = Object.entries(value).flatMap(([key, fieldValue]) => {
    const field = Object.hasOwn(inner.shape, key) ? (inner.shape[key] as z.ZodType) : undefined;
    if (!field) return [[key, fieldValue]];
    const isAbsent = fieldValue === null && field.safeParse(undefined).success && !field.safeParse(null).success;
    return isAbsent ? [] : [[key, dropAbsent(field, fieldValue)]];
  });
  return Object.fromEntries(fields) as unknown;
}

/** Matches the parts of a Content-Type between semicolons; a quoted value may contain semicolons too. */
const QUOTED_OR_PLAIN = /(?:[^;"]|"(?:[^"\\]|\\.)*"?)+/g;

/** Returns whether a Content-Type is JSON in UTF-8; other parameters mean nothing for JSON (RFC 8259 §11). */
function isJson(type: string): boolean {
  const parts = type.match(QUOTED_OR_PLAIN) ?? [];
  const [media = '', ...parameters] = parts.map((part) => part.trim().toLowerCase());
  const charsets = parameters.flatMap((parameter) => /^charset=(.*)$/.exec(parameter)?.[1] ?? []);
  return media === 'application/json' && charsets.every((charset) => /^"?utf-8"?$/.test(charset));
}

/** Returns whether the body's bytes are those of its media type: nothing here decompresses a body. */
const isPlain = (encoding: string | undefined): boolean => /^(identity)?$/i.test(encoding?.trim() ?? '');

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Failure('malformed_json');
  }
}

/** Returns the path of a field named `__proto__`, which zod silently drops from records; null if there is none. */
function findProtoField(body: unknown): string | null {
  // Bodies can be nested deeper than the call stack.
  const pendingValues: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: body }];
  for (let next = pendingValues.pop(); next !== undefined; next = pendingValues.pop()) {
    const { path, value } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return `${path}__proto__`;
    for (const [key, inner] of Object.entries(value)) pendingValues.push({ path: `${path}${key}.`, value: inner });
  }
  return null;
}

/**
 * Returns the body's steps; none for an operation without a body. Without required fields, an empty body counts as
 * `{}`.
 */
export function readBody({ body }: OperationShape): Step[] {
  if (body === null) return [];
  const mayBeEmpty = body.safeParse({}).success;
  const parse: Step = async (context) => {
    const bytes = await context.req.arrayBuffer();
    const isBodyEmpty = mayBeEmpty && bytes.byteLength === 0;
    const isReadable =
      isJson(context.req.header('content-type') ?? '') && isPlain(context.req.header('content-encoding'));
    if (!isBodyEmpty && !isReadable) throw new Failure('unsupported_media_type');
    const json = isBodyEmpty ? {} : parseJson(bytes);
    const protoPath = findProtoField(json);
    if (protoPath !== null) throw new Failure('validation_failed', { fields: { [protoPath]: ['Unknown field.'] } });
    const parsed = validate(body, dropAbsent(body, json));
    if (!parsed.ok) throw new Failure('validation_failed', { fields: parsed.fields });
    context.set('body', parsed.value);
  };
  return [limitSize, parse];
}
