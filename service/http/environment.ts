import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { Identity } from '../domain/tokens/principals.ts';
import type { IfMatch, Principal } from '../domain/call.ts';

export interface Environment {
  Bindings: HttpBindings & {
    /** The caller's address, even if a proxy passed the request on. */
    address?: string;
    requestId?: string;
    /** The id of the operation that answers, set once it is found. */
    operation?: string;
  };
  Variables: {
    identity: Identity;
    principal: Principal;
    /** Absent if the operation takes none. */
    params?: object;
    query?: object;
    body?: object;
    /** Set only if the operation takes one. */
    idempotencyKey?: string;
    ifMatch?: IfMatch;
    cursor?: string;
    /** Added to every answer, including failures. */
    headers?: Readonly<Record<string, string>>;
  };
}

/** Processes a request before its handler. Returns a promise only if there is something to wait for. */
export type Step = (context: Context<Environment>) => Promise<void> | void;
