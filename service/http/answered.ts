/** Describes requests that were answered, for the log and for figures. */
import { randomUUID } from 'node:crypto';

import { logger } from '#log/logger.ts';

const log = logger('http');

export interface Answered {
  /** Is in the answer's `X-Request-Id` and in the log. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Names the operation of the contract, or is null for everything else. */
  readonly operation: string | null;
  readonly status: number;
  /** Counts until the answer's first byte; in ms. */
  readonly milliseconds: number;
}

const ID = /^[\w.:-]{8,64}$/;

/** Keeps the id that a proxy gave the request, so that both logs show the same one. */
export const requestId = (given: string | undefined): string =>
  given !== undefined && ID.test(given) ? given : randomUUID();

export function logAnswered({ milliseconds, operation, ...request }: Answered): void {
  log.info('request', { ...request, ...(operation !== null && { operation }), ms: Math.round(milliseconds) });
}
