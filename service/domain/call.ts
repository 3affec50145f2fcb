/** Types handler calls, answers and failures from the contract's table. */
import type { Ability, Role } from '#contract/abilities.ts';
import type { BODY_ERRORS, COMMON_ERRORS, ErrorName } from '#contract/errors.ts';
import type { ErrorsOf, OperationId, OperationOf, ParsedOf, ResultOf } from '#contract/operations/index.ts';
import type { Team } from '#contract/schema/team.ts';

export interface Principal {
  readonly tokenId: number;
  readonly userId: number;
  readonly teamId: number;
  readonly role: Role;
  /** True if the call comes from an app that joined the team. */
  readonly isApp: boolean;
  /** Abilities of the token, without those the role forbids. */
  readonly abilities: ReadonlySet<Ability>;
  /** The team as GET /team returns it. */
  readonly team: Team;
}

export interface FailureOptions {
  /** The extra body keys that errors.ts lists. */
  readonly extras?: Readonly<Record<string, unknown>>;
  /** The messages of a validation failure, by field. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** The text for `{ability}` in the message; several abilities are separated by commas. */
  readonly ability?: string;
  /** When a 429 asks the client to try again (Retry-After). */
  readonly retryAt?: Date;
  /** Used instead of the default message. */
  readonly message?: string;
}

/**
 * A failure from the contract. Handlers make it with `call.fail`, which accepts only what their operation lists.
 */
export class Failure extends Error {
  readonly error: ErrorName;
  readonly options: FailureOptions;

  constructor(error: ErrorName, options: FailureOptions = {}) {
    super(error);
    this.name = 'Failure';
    this.error = error;
    this.options = options;
  }
}

/** Makes a failure to throw; accepts only the names in `E`. */
export type Fail<E extends ErrorName> = (error: E, options?: FailureOptions) => Failure;

/** The part of a call that shared helpers need: the caller, and the failures they may raise. */
export interface Failing<E extends ErrorName> {
  readonly principal: Principal;
  readonly fail: Fail<E>;
}

/** The parsed If-Match: `*`, or the strong entity tags without quotes. */
export type IfMatch = '*' | readonly string[];

/**
 * Refuses a write based on another revision than `current`; a write without If-Match passes.
 * @param current null if there is nothing yet, which `*` does not match either (RFC 9110 §13.1.1)
 */
export function checkRevision(
  { ifMatch, fail }: { readonly ifMatch: IfMatch | null; readonly fail: Fail<'revision_conflict'> },
  current: string | null,
): void {
  if (ifMatch === null) return;
  if (current !== null && (ifMatch === '*' || ifMatch.includes(current))) return;
  throw fail('revision_conflict', { extras: { current_revision: current ?? '' } });
}

type BodyErrors<Id extends OperationId> = OperationOf<Id>['body'] extends null ? never : (typeof BODY_ERRORS)[number];
type RevisionErrors<Id extends OperationId> = OperationOf<Id>['safety']['concurrency'] extends 'unsupported'
  ? never
  : 'revision_conflict';
export type FailuresOf<Id extends OperationId> =
  ErrorsOf<Id> | (typeof COMMON_ERRORS)[number] | BodyErrors<Id> | RevisionErrors<Id>;

export type Call<Id extends OperationId> = ParsedOf<Id> & {
  /** Null where the operation needs no token. */
  readonly principal: OperationOf<Id> extends { readonly anyone: true } ? null : Principal;
  /** Network address of the caller. */
  readonly address: string;
  /** Null if no If-Match was sent. */
  readonly ifMatch: IfMatch | null;
  /** The raw Cursor header, or null if none was sent. */
  readonly cursor: string | null;
  /** Returns a signal that aborts once the caller has closed the connection. */
  readonly getAbortSignal: () => AbortSignal;
  readonly fail: Fail<FailuresOf<Id>>;
};

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<ResultOf<Id>> | ResultOf<Id>;
/** Requires a handler for every operation; a missing one does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
