import type { z } from 'zod';

import type { Ability } from './abilities.ts';
import type { ErrorName } from './errors.ts';
import type { RateCategory } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The ways a write may be sent (spec 2 §4 "I / C / R", spec 3 "Capability detection"). retry: `safe` (a read),
 * `same-key` (again with the same Idempotency-Key), `lookup` (no key: look for the result first), `never` (the person
 * decides after an unclear outcome).
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
/** Needs an Idempotency-Key that identifies the attempt; the variants below also accept or require If-Match. */
export const KEYED = safety({ idempotency: 'required', concurrency: 'unsupported', retry: 'same-key' });
export const KEYED_MAY_MATCH = safety({ idempotency: 'required', concurrency: 'optional', retry: 'same-key' });
export const KEYED_MUST_MATCH = safety({ idempotency: 'required', concurrency: 'required', retry: 'same-key' });
/** Works like KEYED if a key is sent; without one, every request is carried out. */
export const MAY_BE_KEYED = safety({ idempotency: 'optional', concurrency: 'unsupported', retry: 'same-key' });
/** Works like MAY_BE_KEYED, and also accepts If-Match. */
export const MAY_BE_KEYED_MAY_MATCH = safety({ idempotency: 'optional', concurrency: 'optional', retry: 'same-key' });
/** Spends something each time, so the person decides what to do after an unclear outcome. */
export const ONCE = safety({ idempotency: 'unsupported', concurrency: 'unsupported', retry: 'never' });
/** Changes nothing, so after an unclear outcome it is just sent again (spec 2 §4 validate). */
export const REVALIDATE = safety({ idempotency: 'unsupported', concurrency: 'unsupported', retry: 'revalidate' });

/** The root of each surface's paths. */
export const ROOTS = { api: '/api/v1', local: '/local/v1' } as const;

/** One operation of the API; routing, validation, client, forms, documents and tests derive from it. */
export interface OperationShape {
  /** `family.verb`; also the operationId in the OpenAPI document. */
  readonly id: string;
  readonly family: string;
  /** `api` follows the spec, under /api/v1; `local` serves the local owner, under /local/v1. */
  readonly surface: 'api' | 'local';
  readonly method: Method;
  /** The path below the surface's root, with parameters in braces. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** The section of the spec, such as "1 §4 Ideas"; `not in the spec` for local operations. */
  readonly source: string;
  readonly abilities: readonly Ability[];
  /** Each of these alone is also enough to call the operation. */
  readonly orAbilities?: readonly Ability[];
  /** True if the operation needs no token at all. */
  readonly anyone?: true;
  /** The answer to a caller who is not an administrator of the team. */
  readonly adminError?: ErrorName;
  readonly rate: RateCategory;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  readonly responses: Readonly<Partial<Record<200 | 201 | 202, z.ZodType>>>;
  /** Failures beyond the common ones. */
  readonly errors: readonly ErrorName[];
  readonly safety: WriteSafety;
  /** False if the operation takes a body but writes nothing, so it still works when the disk is full. */
  readonly writes?: false;
  /** How many seconds an answer may take, if more than usual. */
  readonly answerSeconds?: number;
  /** Reads the header Cursor, which says where an earlier page of this list ended (spec 2 §4 Projects). */
  readonly cursor?: true;
  readonly etag?: boolean;
}

/** The common fields of operations under /local/v1 that a person's own app may call, but no token made through the API. */
export const APP_ONLY = {
  surface: 'local',
  source: 'not in the spec',
  abilities: ['workspace:manage'],
  rate: 'unlimited',
} as const;

/** The common fields of operations under /local/v1 that write scripts and ideas, for the apps of people who may write. */
export const APP_WRITING = { ...APP_ONLY, abilities: ['workspace:manage', 'scripts:write'] } as const;

/** The common fields of operations under /local/v1 that read scripts, for the apps of people who may read. */
export const APP_READING = { ...APP_ONLY, abilities: ['workspace:manage', 'scripts:read'] } as const;

/** The common fields of operations under /local/v1 that manage the workspace: for the apps of owner and admins. */
export const WORKSPACE = { ...APP_ONLY, adminError: 'workspace_admin_only' } as const;

/** The common fields of the few operations under /local/v1 that every member needs; each names its abilities. */
export const MEMBERS = { surface: 'local', source: 'not in the spec', rate: 'unlimited' } as const;

/** Keeps the literal types that the handlers and the client are typed from. */
export function defineOperation<const O extends OperationShape>(shape: O): O {
  return shape;
}

/** The input that a caller passes. */
export interface OperationInput<O extends OperationShape> {
  params: z.input<O['params']>;
  query: z.input<O['query']>;
  body: O['body'] extends z.ZodType ? z.input<O['body']> : null;
}

/** The input that a handler receives. */
export interface ParsedInput<O extends OperationShape> {
  params: z.output<O['params']>;
  query: z.output<O['query']>;
  body: O['body'] extends z.ZodType ? z.output<O['body']> : null;
}

/** A handler answers one of the table's success statuses with its body, nothing else. */
export type OperationResult<O extends OperationShape> = {
  [S in keyof O['responses']]: O['responses'][S] extends z.ZodType
    ? { status: S; body: z.input<O['responses'][S]>; etag?: string }
    : never;
}[keyof O['responses']];
