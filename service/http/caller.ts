/** Finds out who sent a request, even if a proxy passed it on. */
import type { IncomingMessage } from 'node:http';

import { isPublicAddress } from '../net/public-address.ts';

export interface Caller {
  readonly address: string;
  /** True if the request came to the proxy over plain HTTP. */
  readonly isPlain: boolean;
  /** The id that the proxy gave the request, if it did. */
  readonly requestId?: string | undefined;
}

const getLast = (header: string | string[] | undefined): string | undefined =>
  [header].flat().at(-1)?.split(',').at(-1)?.trim();

/**
 * Trusts a proxy's headers only if the connection comes from this computer or a private network; of several entries
 * the last is the proxy's own, while the client can write the others.
 */
export function getCaller({ socket, headers }: IncomingMessage, isBehindProxy: boolean): Caller {
  const address = socket.remoteAddress ?? '';
  if (!isBehindProxy || isPublicAddress(address)) return { address, isPlain: false };
  return {
    address: getLast(headers['x-forwarded-for']) ?? address,
    isPlain: getLast(headers['x-forwarded-proto'])?.toLowerCase() === 'http',
    requestId: getLast(headers['x-request-id']),
  };
}
