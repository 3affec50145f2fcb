import { InsufficientCreditsError } from '../../store/ledger.ts';
import type { Fail } from '../call.ts';

/** Turns a lack of credits into the failure to throw; returns other errors unchanged. */
export function toCreditFailure(error: unknown, fail: Fail<'insufficient_credits'>): unknown {
  if (!(error instanceof InsufficientCreditsError)) return error;
  const { required: required_credits, available: credits_remaining } = error;
  return fail('insufficient_credits', { extras: { required_credits, credits_remaining } });
}
