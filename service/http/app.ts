/** The service over HTTP, made from the contract's table. */
import { type Context, Hono } from 'hono';

import type { ERRORS } from '#contract/errors.ts';
import { OPERATION_LIST } from '#contract/operations/index.ts';

import { Failure, type FailureOptions, type Handlers } from '../domain/call.ts';
import type { Principals } from '../domain/tokens/principals.ts';
import type { Store } from '../store/store.ts';
import { authenticate, authorize, limitRate } from './access.ts';
import { type DocumentOptions, documents } from './documents.ts';
import type { Environment } from './environment.ts';
import { type FileOptions, files } from './files.ts';
import { asFailure, errorAnswer } from './errors.ts';
import { acceptedHosts, hostName } from './hosts.ts';
import { readBody, readCursor, readParams, readQuery } from './input.ts';
import { describeError, type Log } from './log.ts';
import type { RateLimits } from './rate-limits.ts';
import { doOnce, readSafety, type Result } from './write-safety.ts';

export interface AppOptions extends DocumentOptions, FileOptions {
  readonly handlers: Handlers;
  readonly principals: Principals;
  readonly rateLimits: RateLimits;
  /** Where answers are kept by their Idempotency-Key. */
  readonly store: Store;
  readonly log: Log;
  /** True once the service goes down; from then on it answers 503. */
  stopping(): boolean;
}

/** A handler whose operation was forgotten; the table below knows which one it is. */
type AnyHandler = (call: object) => Promise<Result> | Result;

const fail = (error: keyof typeof ERRORS, options?: FailureOptions): Failure => new Failure(error, options);

export const ROOTS = { api: '/api/v1', local: '/local/v1' } as const;

/** Headers go as a plain object: that is the way on which the server writes them without copying them first. */
function answer(context: Context<Environment>, status: number, body: object, more: Record<string, string> = {}) {
  const headers = { ...context.get('headers'), 'Content-Type': 'application/json', ...more };
  return new Response(JSON.stringify(body), { status, headers });
}

function succeed(context: Context<Environment>, { status, body, etag }: Result, more: Record<string, string> = {}) {
  return answer(context, status, body, etag === undefined ? more : { ...more, ETag: `"${etag}"` });
}

function respond(context: Context<Environment>, failure: Failure, more: Record<string, string> = {}): Response {
  const { status, body } = errorAnswer(failure.error, failure.options);
  return answer(context, status, body, {
    ...more,
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    // The rest of the body is not read, so nothing can follow it on this connection.
    ...(status === 413 && { Connection: 'close' }),
  });
}

const nothing = Object.freeze({});

function guard(app: Hono<Environment>, options: AppOptions): void {
  const hosts = acceptedHosts(options.host);
  app.use((context, next) => {
    // A page that rebinds its own name to this address arrives with that name.
    if (hosts !== null && !hosts.includes(hostName(context.req.header('host') ?? ''))) throw fail('not_found');
    if (options.stopping()) throw fail('unavailable');
    return next();
  });
}

function logWrites(app: Hono<Environment>, { log }: AppOptions): void {
  app.on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', async (context, next) => {
    await next();
    const { method, path } = context.req;
    log('info', 'request', { method, path, status: context.res.status });
  });
}

function routes(app: Hono<Environment>, options: AppOptions): void {
  const methods = new Map<string, string[]>();
  for (const operation of OPERATION_LIST) {
    const path = ROOTS[operation.surface] + operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const handler = options.handlers[operation.id] as AnyHandler;
    methods.set(path, [...(methods.get(path) ?? []), operation.method]);
    app.on(
      operation.method,
      path,
      authenticate(options.principals),
      limitRate(options.rateLimits, operation.rate),
      authorize(operation),
      ...readParams(operation),
      ...readQuery(operation),
      ...readCursor(operation),
      ...readBody(operation),
      ...readSafety(operation),
      async (context) => {
        const given = {
          params: context.get('params') ?? nothing,
          query: context.get('query') ?? nothing,
          body: context.get('body') ?? null,
          principal: context.get('principal'),
        };
        const work = async () =>
          handler({
            ...given,
            ifMatch: context.get('ifMatch') ?? null,
            cursor: context.get('cursor') ?? null,
            fail,
          });
        const key = context.get('idempotencyKey');
        if (key === undefined) return succeed(context, await work());
        const { result, replayed } = await doOnce(
          options.store,
          operation,
          { ...given, key, path: context.req.path },
          work,
        );
        return succeed(context, result, replayed ? { 'Idempotency-Replayed': 'true' } : {});
      },
    );
  }
  for (const [path, allowed] of methods) {
    const list = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    app.on('OPTIONS', path, (context) => context.body(null, 204, { Allow: list }));
    app.all(path, authenticate(options.principals), limitRate(options.rateLimits, 'general'), (context) =>
      respond(context, fail('method_not_allowed'), { Allow: list }),
    );
  }
}

export function createApp(options: AppOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  guard(app, options);
  logWrites(app, options);
  app.route('/', documents(options));
  app.route('/files', files(options));
  routes(app, options);
  app.all(`${ROOTS.api}/*`, authenticate(options.principals), limitRate(options.rateLimits, 'general'), () => {
    throw fail('not_found');
  });
  app.notFound((context) => respond(context, fail('not_found')));
  app.onError((error, context) => {
    const known = asFailure(error);
    if (known) return respond(context, known);
    const { method, path } = context.req;
    options.log('error', 'request failed', { method, path, ...describeError(error) });
    return respond(context, fail('server_error'));
  });
  return app;
}
