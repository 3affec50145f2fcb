/** How a handler is called, what it may answer and how it may fail: all typed from the contract's table. */
import type { Ability, Role } from '#contract/abilities.ts';
import type { BODY_ERRORS, COMMON_ERRORS, ErrorName } from '#contract/errors.ts';
import type { ErrorsOf, OperationId, OperationOf, ParsedOf, ResultOf } from '#contract/operations/index.ts';
import type { Team } from '#contract/schema/team.ts';

/** Who calls: a token, its person and the team it belongs to. */
export interface Principal {
  readonly tokenId: number;
  readonly userId: number;
  readonly teamId: number;
  readonly role: Role;
  /** What the token may do, what the role takes away already taken away. */
  readonly abilities: ReadonlySet<Ability>;
  /** As GET /team answers it. */
  readonly team: Team;
}

export interface FailureOptions {
  /** The further keys of the body that errors.ts names. */
  readonly extras?: Readonly<Record<string, unknown>>;
  /** Sentences by field, for the validation form. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Fills `{ability}` in the message. */
  readonly ability?: Ability;
  /** Replaces the message; for sentences that say more. */
  readonly message?: string;
}

/** A failure of the contract. Handlers make it with `call.fail`, which knows what their operation lists. */
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

/** Makes a failure to throw; takes only the names in `E`. */
export type Fail<E extends ErrorName> = (error: E, options?: FailureOptions) => Failure;

/** The part of a call that shared helpers need: who calls, and the failures they may make. */
export interface Failing<E extends ErrorName> {
  readonly principal: Principal;
  readonly fail: Fail<E>;
}

/** Refuses a write that was made from another revision than `current`; one that names none passes. */
export function checkRevision(
  { ifMatch, fail }: { readonly ifMatch: string | null; readonly fail: Fail<'revision_conflict'> },
  current: string,
): void {
  if (ifMatch === null || ifMatch === current) return;
  throw fail('revision_conflict', { extras: { current_revision: current } });
}

type BodyErrors<Id extends OperationId> = OperationOf<Id>['body'] extends null ? never : (typeof BODY_ERRORS)[number];
type RevisionErrors<Id extends OperationId> = OperationOf<Id>['safety']['concurrency'] extends 'unsupported'
  ? never
  : 'revision_conflict';
export type FailuresOf<Id extends OperationId> =
  ErrorsOf<Id> | (typeof COMMON_ERRORS)[number] | BodyErrors<Id> | RevisionErrors<Id>;

export type Call<Id extends OperationId> = ParsedOf<Id> & {
  readonly principal: Principal;
  /** The revision of If-Match, without quotes; null where none was sent. */
  readonly ifMatch: string | null;
  /** The header Cursor, as it came; null where none was sent. */
  readonly cursor: string | null;
  readonly fail: Fail<FailuresOf<Id>>;
};

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<ResultOf<Id>> | ResultOf<Id>;
/** One handler for every operation: a missing one does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
