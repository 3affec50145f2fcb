/** Serves the contract's operations over HTTP. */
import { type Context, Hono } from 'hono';

import { ERRORS } from '#contract/errors.ts';
import { type OperationShape, ROOTS } from '#contract/operation.ts';
import { getTopic } from '#contract/live.ts';
import { OPERATION_LIST } from '#contract/operations/index.ts';

import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';

import { Failure, type FailureOptions, type Handlers, type Principal } from '../domain/call.ts';
import type { Principals } from '../domain/tokens/principals.ts';
import type { Store } from '../store/store.ts';
import { type AnsweredRequest, logAnswered, toRequestId } from './answered.ts';
import { getCaller } from './caller.ts';
import { getAddress, authenticate, authorize, limitRate, requireIdentity } from './access.ts';
import { createCalendarRoutes } from './calendar.ts';
import { type DocumentOptions, createOpenapiRoutes } from './openapi-routes.ts';
import type { Environment, Step } from './environment.ts';
import { type FileOptions, createFileRoutes } from './files.ts';
import { createLiveRoutes, type LiveOptions } from './live.ts';
import { asFailure, toErrorAnswer } from './errors.ts';
import { listAcceptedHosts, getHostName } from './hosts.ts';
import { readBody, readCursor, readParams, readQuery } from './input.ts';
import type { RateLimits } from './rate-limits.ts';
import { doOnce, readSafety, type Result } from './idempotency.ts';

const log = logger('http');

export interface AppOptions extends DocumentOptions, FileOptions, LiveOptions {
  readonly handlers: Handlers;
  readonly principals: Principals;
  readonly rateLimits: RateLimits;
  /** Stores answers by their Idempotency-Key. */
  readonly store: Store;
  /** Returns whether the service is stopping; from then on it answers 503. */
  isStopping(): boolean;
  /** Trusts the caller that a proxy in a private network names, and redirects plain HTTP to the public URL. */
  readonly isBehindProxy?: boolean | undefined;
  /** Runs after every answer; by default writes are logged. */
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined;
  /** Adds routes for whoever runs the server. */
  readonly operatorRoutes?: Hono<Environment> | undefined;
}

/** Erases a handler's operation type; the code below looks handlers up by operation. */
type AnyHandler = (call: object) => Promise<Result> | Result;

const fail = (error: keyof typeof ERRORS, options?: FailureOptions): Failure => new Failure(error, options);

const getPath = ({ surface, path }: OperationShape): string => ROOTS[surface] + path.replaceAll(/\{(\w+)\}/g, ':$1');

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

type HeaderFields = Readonly<Record<string, string>>;

/** Passes headers as a plain object, which the server writes without copying it first. */
function createAnswer(status: number, body: object, ...extraHeaders: readonly (HeaderFields | undefined)[]): Response {
  const headers = Object.assign({ 'Content-Type': 'application/json' }, ...extraHeaders) as HeaderFields;
  return new Response(JSON.stringify(body), { status, headers });
}

function succeed(context: Context<Environment>, { status, body, etag }: Result, extraHeaders?: HeaderFields): Response {
  return createAnswer(
    status,
    body,
    context.get('headers'),
    extraHeaders,
    etag === undefined ? etag : { ETag: `"${etag}"` },
  );
}

/** Adds Retry-After, in seconds, to every 429 (spec 1 §8). The rate limit sets its own with its other headers. */
function createRetryHeader({ error, options: { retryAt } }: Failure): HeaderFields | undefined {
  if (ERRORS[error].status !== 429 || error === 'rate_limit_exceeded') return undefined;
  if (retryAt === undefined) throw new Error(`${error} does not say when to try again.`);
  return { 'Retry-After': String(Math.max(1, Math.ceil((retryAt.getTime() - Date.now()) / 1000))) };
}

function refuse(failure: Failure, ...extraHeaders: readonly (HeaderFields | undefined)[]): Response {
  const { status, body } = toErrorAnswer(failure.error, failure.options);
  const headers = {
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    // Close the connection: the body may not be read to its end, so no further request can follow.
    ...(status === 413 && { Connection: 'close' }),
  };
  return createAnswer(status, body, headers, createRetryHeader(failure), ...extraHeaders);
}

type Responder = (context: Context<Environment>) => Response | Promise<Response>;

/** Runs the steps in order and waits only for those that return a promise: most requests are answered at once. */
const chainSteps = (steps: readonly Step[], last: Responder): Responder =>
  steps.reduceRight<Responder>(
    (next, step) => (context) => {
      const pendingStep = step(context);
      return pendingStep ? pendingStep.then(() => next(context)) : next(context);
    },
    last,
  );

const EMPTY_OBJECT = Object.freeze({});

/** Returns a check that refuses requests before they are read; null accepts. */
function createRequestCheck({ host, publicUrl, isStopping }: AppOptions): (request: Request) => Failure | null {
  const hosts = publicUrl === undefined ? listAcceptedHosts(host) : null;
  return (request) => {
    // A page that rebinds its own name to this address sends that name as Host.
    if (hosts !== null && !hosts.includes(getHostName(request.headers.get('host') ?? ''))) return fail('not_found');
    return isStopping() ? fail('unavailable') : null;
  };
}

function runHandler(operation: OperationShape, { handlers, store, live: changes }: AppOptions): Responder {
  const handler = handlers[operation.id as keyof Handlers] as AnyHandler;
  const topic = operation.method === 'GET' || operation.writes === false ? null : getTopic(operation.family);
  const respond = (context: Context<Environment>, result: Result): Response => {
    const principal = context.get('principal') as Principal | undefined;
    if (topic !== null && principal) changes.publish({ team: principal.teamId, topic, token: principal.tokenId });
    return succeed(context, result);
  };
  return (context) => {
    const call = {
      params: context.get('params') ?? EMPTY_OBJECT,
      query: context.get('query') ?? EMPTY_OBJECT,
      body: context.get('body') ?? null,
      principal: context.get('principal') ?? null,
      address: getAddress(context),
      ifMatch: context.get('ifMatch') ?? null,
      cursor: context.get('cursor') ?? null,
      getAbortSignal: () => context.req.raw.signal,
      fail,
    };
    const key = context.get('idempotencyKey');
    if (key === undefined) {
      const result = handler(call);
      return result instanceof Promise ? result.then((value) => respond(context, value)) : respond(context, result);
    }
    const request = { ...call, key, path: context.req.path };
    return doOnce(store, operation, request, async () => handler(call)).then(({ result, replayed }) =>
      replayed ? succeed(context, result, { 'Idempotency-Replayed': 'true' }) : respond(context, result),
    );
  };
}

const setOperation =
  ({ id }: OperationShape): Step =>
  ({ env }) => {
    env.operation = id;
  };

function createOperationRoutes(options: AppOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  for (const operation of OPERATION_LIST) {
    const steps = [
      setOperation(operation),
      authenticate(options.principals),
      limitRate(options.rateLimits, operation.rate),
      authorize(operation),
      ...readParams(operation),
      ...readQuery(operation),
      ...readCursor(operation),
      ...readBody(operation),
      ...readSafety(operation),
    ];
    app.on(operation.method, getPath(operation), chainSteps(steps, runHandler(operation, options)));
  }
  return app;
}

/** Answers other methods of the operations' paths, and other paths of the API. */
function createOtherRoutes({ principals, rateLimits }: AppOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  // Don't reveal what exists to callers without access.
  const steps = [authenticate(principals), limitRate(rateLimits, 'general'), requireIdentity];
  const methods = new Map<string, string[]>();
  for (const operation of OPERATION_LIST) {
    const path = getPath(operation);
    methods.set(path, [...(methods.get(path) ?? []), operation.method]);
  }
  for (const [path, allowed] of methods) {
    const allowedMethods = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    app.on('OPTIONS', path, (context) => context.body(null, 204, { Allow: allowedMethods }));
    app.all(
      path,
      chainSteps(steps, (context) =>
        refuse(fail('method_not_allowed'), context.get('headers'), { Allow: allowedMethods }),
      ),
    );
  }
  for (const root of Object.values(ROOTS)) {
    app.all(
      `${root}/*`,
      chainSteps(steps, (context) => refuse(fail('not_found'), context.get('headers'))),
    );
  }
  app.notFound(() => refuse(fail('not_found')));
  return app;
}

export interface App {
  fetch(request: Request, bindings: Environment['Bindings']): Response | Promise<Response>;
}

/** Calls `report` once the answer is ready. */
async function reportAnswer(
  { method, url }: Request,
  environment: Environment['Bindings'],
  pendingAnswer: Response | Promise<Response>,
  startedAt: number,
  report: (answeredRequest: AnsweredRequest) => void,
): Promise<Response> {
  const response = await pendingAnswer;
  report({
    id: environment.requestId ?? '',
    method,
    path: new URL(url).pathname,
    operation: environment.operation ?? null,
    status: response.status,
    milliseconds: performance.now() - startedAt,
  });
  return response;
}

const redirect = (publicUrl: string, { url }: Request): Response => {
  const { pathname, search } = new URL(url);
  return new Response(null, { status: 308, headers: { Location: `${publicUrl}${pathname}${search}` } });
};

export function createApp(options: AppOptions): App {
  const app = createOperationRoutes(options);
  app.route('/', createOpenapiRoutes(options));
  app.route('/files', createFileRoutes(options));
  app.route('/', createLiveRoutes(options));
  app.route('/', createCalendarRoutes(options));
  if (options.operatorRoutes) app.route('/', options.operatorRoutes);
  const fallback = createOtherRoutes(options);
  const onError = (error: Error, context: Context<Environment>): Response => {
    const failure = asFailure(error);
    if (failure) return refuse(failure, context.get('headers'));
    const { method, path } = context.req;
    log.error('request failed', { id: context.env.requestId, method, path, ...describeError(error) });
    return refuse(fail('server_error'), context.get('headers'));
  };
  app.onError(onError);
  fallback.onError(onError);
  app.notFound((context) => fallback.fetch(context.req.raw, context.env));
  const checkRequest = createRequestCheck(options);
  const { publicUrl, isBehindProxy = false, onAnswered } = options;
  const answer = (request: Request, environment: Environment['Bindings'], isPlain: boolean) => {
    if (isPlain && publicUrl !== undefined) return redirect(publicUrl, request);
    const failure = checkRequest(request);
    return failure ? refuse(failure) : app.fetch(request, environment);
  };
  return {
    fetch: (request, bindings) => {
      const { address, isPlain, requestId: proxyId } = getCaller(bindings.incoming, isBehindProxy);
      const id = toRequestId(proxyId);
      bindings.outgoing.setHeader('X-Request-Id', id);
      const environment = Object.assign(bindings, { address, requestId: id });
      const startedAt = performance.now();
      const pendingAnswer = answer(request, environment, isPlain);
      const report = onAnswered ?? (WRITES.has(request.method) ? logAnswered : null);
      return report === null ? pendingAnswer : reportAnswer(request, environment, pendingAnswer, startedAt, report);
    },
  };
}
