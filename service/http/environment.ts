import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { Identity } from '../domain/tokens/principals.ts';
import type { Principal } from '../domain/call.ts';

/** What travels with a request from step to step. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: {
    identity: Identity;
    principal: Principal;
    /** Absent where the operation takes none. */
    params?: object;
    query?: object;
    body?: object;
    /** Only where the operation takes it. */
    idempotencyKey?: string;
    ifMatch?: string;
    cursor?: string;
    /** Headers of whatever is answered. */
    headers?: Readonly<Record<string, string>>;
  };
}

/** A step of answering a request. It returns a promise only where there is something to wait for. */
export type Step = (context: Context<Environment>) => Promise<void> | void;
