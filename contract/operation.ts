import type { z } from 'zod';

import type { Ability } from './abilities.ts';
import type { ErrorName } from './errors.ts';
import type { RateCategory } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How a write may be sent (spec 2 §4 "I / C / R", spec 3 "Capability detection").
 * retry: `safe` (a read), `same-key` (again with the same Idempotency-Key), `lookup` (no key: look for the result
 * first), `never` (an unclear outcome is the person's to decide).
 */
export interface WriteSafety {
  readonly idempotency: 'required' | 'optional' | 'unsupported';
  readonly concurrency: 'required' | 'optional' | 'unsupported';
  readonly retry: 'safe' | 'same-key' | 'lookup' | 'never' | 'revalidate';
}

const safety = <const S extends WriteSafety>(value: S): S => value;

export const READ = safety({ idempotency: 'unsupported', concurrency: 'unsupported', retry: 'safe' });
export const LOOK_UP_FIRST = safety({ idempotency: 'unsupported', concurrency: 'unsupported', retry: 'lookup' });
/** Repeating it changes nothing more (a delete, a replacing PUT). */
export const REPEATABLE = safety({ ...READ });
/** With a key that says which attempt this is; a revision may be named, or must be. */
export const KEYED = safety({ idempotency: 'required', concurrency: 'unsupported', retry: 'same-key' });
export const KEYED_MAY_MATCH = safety({ idempotency: 'required', concurrency: 'optional', retry: 'same-key' });
export const KEYED_MUST_MATCH = safety({ idempotency: 'required', concurrency: 'required', retry: 'same-key' });
/** As KEYED where a key comes along; without one it is done each time. */
export const MAY_BE_KEYED = safety({ idempotency: 'optional', concurrency: 'unsupported', retry: 'same-key' });
/** Spends something each time: an unclear outcome is the person's to decide. */
export const ONCE = safety({ idempotency: 'unsupported', concurrency: 'unsupported', retry: 'never' });
/** Changes nothing: after an unclear outcome it is simply asked anew (spec 2 §4 validate). */
export const REVALIDATE = safety({ idempotency: 'unsupported', concurrency: 'unsupported', retry: 'revalidate' });

/** One operation of the API as data; routing, validation, client, forms, documents and tests derive from it. */
export interface OperationShape {
  /** `family.verb`, also the operationId of the OpenAPI document. */
  readonly id: string;
  readonly family: string;
  /** `api`: spec, under /api/v1. `local`: the local owner's, under /local/v1. */
  readonly surface: 'api' | 'local';
  readonly method: Method;
  /** Path below the surface's root, parameters in braces. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Where the spec says so, e.g. "1 §4 Ideas"; `ours` for the local owner's. */
  readonly source: string;
  readonly abilities: readonly Ability[];
  /** Each of these alone opens the operation, too. */
  readonly orAbilities?: readonly Ability[];
  /** Error answered to a caller who is not an administrator of the team. */
  readonly adminError?: ErrorName;
  readonly rate: RateCategory;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  /** Success answers by status. */
  readonly responses: Readonly<Partial<Record<200 | 201 | 202, z.ZodType>>>;
  /** Failures beyond the common ones. */
  readonly errors: readonly ErrorName[];
  readonly safety: WriteSafety;
  /** False: it takes a body but writes nothing, so that a full disk does not keep it from working. */
  readonly writes?: false;
  /** How long an answer may take, in seconds, where that is longer than usual. */
  readonly patience?: number;
  /** Reads the header Cursor: where an earlier page of this list ended (spec 2 §4 Projects). */
  readonly cursor?: true;
  /** The answer carries an ETag. */
  readonly etag?: boolean;
}

/** Keeps the literal types, which the handlers and the client are typed from. */
export function operation<const O extends OperationShape>(shape: O): O {
  return shape;
}

/** What a caller gives. */
export interface OperationInput<O extends OperationShape> {
  params: z.input<O['params']>;
  query: z.input<O['query']>;
  body: O['body'] extends z.ZodType ? z.input<O['body']> : null;
}

/** What a handler gets. */
export interface ParsedInput<O extends OperationShape> {
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: O['body'] extends z.ZodType ? z.output<O['body']> : null;
}

/** What a handler answers: one of the table's success statuses with its body, nothing else. */
export type OperationResult<O extends OperationShape> = {
  [S in keyof O['responses']]: O['responses'][S] extends z.ZodType
    ? { status: S; body: z.input<O['responses'][S]>; etag?: string }
    : never;
}[keyof O['responses']];
