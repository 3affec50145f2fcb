/** Logs answered requests and gives each an id. */
import { randomUUID } from 'node:crypto';

import { logger } from '#log/logger.ts';

const log = logger('http');

export interface AnsweredRequest {
  /** Appears in the answer's `X-Request-Id` and in the log. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The operation's id in the contract; null for all other requests. */
  readonly operation: string | null;
  readonly status: number;
  /** The time until the first byte of the answer. */
  readonly milliseconds: number;
}

const REQUEST_ID = /^[\w.:-]{8,64}$/;

/** Reuses the id from a proxy, so that both logs show the same one. */
export const toRequestId = (proxyId: string | undefined): string =>
  proxyId !== undefined && REQUEST_ID.test(proxyId) ? proxyId : randomUUID();

export function logAnswered({ milliseconds, operation, ...request }: AnsweredRequest): void {
  log.info('request', { ...request, ...(operation !== null && { operation }), ms: Math.round(milliseconds) });
}
