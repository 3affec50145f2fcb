import { type GuardedFetch } from '../../net/guarded-fetch.ts';
import { FetchRefusedError } from '../../net/fetch-refusal.ts';
import type { Fail } from '../call.ts';

const LOOKUP_TIMEOUT_MS = 5000;

/** Refuses a URL whose host is not public or can't be resolved now. Every delivery checks again. */
export async function checkReceiverUrl(
  outbound: GuardedFetch,
  fail: Fail<'validation_failed'>,
  field: string,
  url: string,
): Promise<void> {
  try {
    await outbound.check(url, LOOKUP_TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof FetchRefusedError)) throw error;
    const summary =
      error.kind === 'offline' ? 'This address can’t be checked right now.' : 'This address can’t be used.';
    throw fail('validation_failed', { fields: { [field]: [`${summary} ${error.message}`] } });
  }
}
