import { DELIVERY_HEADERS } from '#contract/events.ts';

import { type GuardedFetch } from '../../net/guarded-fetch.ts';
import { FetchRefusedError } from '../../net/fetch-refusal.ts';
import type { DeliveryRow } from './deliveries.ts';
import { computeSignature } from './signature.ts';

const MAX_RESPONSE_BYTES = 4096;

export interface Receiver {
  readonly url: string;
  /** Null if the delivery is not signed. */
  readonly secret: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  /** Timeout of an attempt, in seconds. */
  readonly timeout: number;
}

export interface Attempt {
  readonly success: boolean;
  readonly response_code: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

export function createDeliveryHeaders(
  { id, event_type, happened_at, payload }: DeliveryRow,
  secret: string | null,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    [DELIVERY_HEADERS.event]: event_type,
    [DELIVERY_HEADERS.delivery]: id,
    [DELIVERY_HEADERS.timestamp]: happened_at.toISOString(),
    ...(secret !== null && { [DELIVERY_HEADERS.signature]: computeSignature(secret, payload) }),
  };
}

/**
 * Reports failures of the receiver in the result.
 * @throws the abort reason of `signal`
 */
export async function sendDelivery(
  outbound: GuardedFetch,
  receiver: Receiver,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now();
  const getElapsedMs = (): number => Math.round(performance.now() - startedAt);
  const failedAttempt = { success: false, response_code: null, response_body: null };
  try {
    const { status, text } = await outbound.post(
      receiver.url,
      {
        body: delivery.payload,
        headers: createDeliveryHeaders(delivery, receiver.secret),
        ownHeaders: receiver.headers ?? {},
        timeoutMs: receiver.timeout * 1000,
        maxKeptBytes: MAX_RESPONSE_BYTES,
      },
      signal,
    );
    const success = status >= 200 && status < 300;
    // PostgreSQL text cannot contain NUL.
    const response_body = text.replaceAll('\u0000', '\uFFFD');
    const error = success ? null : `The server responded with ${status}.`;
    return { success, response_code: status, response_body, error, duration_ms: getElapsedMs() };
  } catch (error) {
    if (!(error instanceof FetchRefusedError)) throw error;
    return { ...failedAttempt, error: error.message, duration_ms: getElapsedMs() };
  }
}
