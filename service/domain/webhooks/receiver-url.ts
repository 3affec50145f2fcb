import { FetchRefusedError, type GuardedFetch } from '../../net/guarded-fetch.ts';
import type { Fail } from '../call.ts';

const LOOKUP_MS = 5000;

/** Refuses a URL that cannot receive anything now: its host must be public. Every delivery checks it again. */
export async function checkReceiverUrl(
  outbound: GuardedFetch,
  fail: Fail<'validation_failed'>,
  field: string,
  url: string,
): Promise<void> {
  try {
    await outbound.check(url, LOOKUP_MS);
  } catch (error) {
    if (!(error instanceof FetchRefusedError)) throw error;
    const what = error.kind === 'offline' ? 'This address can’t be checked right now.' : 'This address can’t be used.';
    throw fail('validation_failed', { fields: { [field]: [`${what} ${error.message}`] } });
  }
}
