import { InsufficientCreditsError } from '../../store/ledger.ts';
import type { Fail } from '../call.ts';

/** Returns the failure to throw for credits that don't suffice; other errors stay as they are. */
export function creditFailure(error: unknown, fail: Fail<'insufficient_credits'>): unknown {
  if (!(error instanceof InsufficientCreditsError)) return error;
  const { required: required_credits, available: credits_remaining } = error;
  return fail('insufficient_credits', { extras: { required_credits, credits_remaining } });
}
