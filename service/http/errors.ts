import { type ErrorName, ERRORS, type ErrorSpec } from '#contract/errors.ts';

import { Failure, type FailureOptions } from '../domain/call.ts';
import { FilesUnavailableError } from '../files/file-storage.ts';
import { StoreReadOnlyError } from '../store/store.ts';

export interface ErrorAnswer {
  readonly status: ErrorSpec['status'];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns the body of a failure in the form that the contract's errors.ts defines. */
export function toErrorAnswer(name: ErrorName, options: FailureOptions = {}): ErrorAnswer {
  const spec: ErrorSpec = ERRORS[name];
  const message = (options.message ?? spec.message).replace('{ability}', options.ability ?? '');
  if (spec.form === 'validation') return { status: spec.status, body: { message, errors: options.fields ?? {} } };
  if (spec.code === undefined) return { status: spec.status, body: { error: message, ...options.extras } };
  return { status: spec.status, body: { error: spec.code, code: spec.code, message, ...options.extras } };
}

/** Maps a thrown error to the contract's failure, or null if it is unexpected. */
export function asFailure(thrown: unknown): Failure | null {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof StoreReadOnlyError) return new Failure('read_only');
  if (thrown instanceof FilesUnavailableError) return new Failure('unavailable', { message: thrown.message });
  return null;
}
