import { describeError } from '#log/describe-error.ts';
import { type LogFields, logger } from '#log/logger.ts';

const log = logger('engines');

/**
 * Runs one call to a provider and logs its duration and outcome. Fields name the kind and the model, never the content.
 */
export async function logCall<T>(fields: LogFields, call: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const getElapsedMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const answer = await call();
    log.info('call answered', { ...fields, ms: getElapsedMs() });
    return answer;
  } catch (error) {
    log.warn('call failed', { ...fields, ms: getElapsedMs(), ...describeError(error) });
    throw error;
  }
}
