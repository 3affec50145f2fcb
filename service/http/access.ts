/**
 * Checks who calls, how often, and what they may do, in this order, so that refusals count and carry the rate headers.
 * Every request passes here, so the steps are synchronous unless they must wait.
 */
import type { Context } from 'hono';

import { isTeamAdmin, listRequiredAbilities } from '#contract/abilities.ts';
import { RATE_LIMITS, type RateCategory, APP_RATE_LIMITS } from '#contract/limits.ts';
import type { OperationShape } from '#contract/operation.ts';

import { Failure } from '../domain/call.ts';
import type { Identity, Principals } from '../domain/tokens/principals.ts';
import type { Environment, Step } from './environment.ts';
import type { RateLimits } from './rate-limits.ts';

const BEARER = /^bearer +([\x21-\x7e]{1,512}) *$/i;

export const getBearer = (context: Context<Environment>): string | undefined =>
  BEARER.exec(context.req.header('authorization') ?? '')?.[1];

const BASIC = /^basic +([a-z0-9+/]{1,1024}={0,2}) *$/i;

/** Returns the password of a program that signs in with a name and a password (RFC 7617); the name may be any. */
export function getPassword(context: Context<Environment>): string | undefined {
  const encodedCredentials = BASIC.exec(context.req.header('authorization') ?? '')?.[1];
  if (encodedCredentials === undefined) return undefined;
  const credentials = Buffer.from(encodedCredentials, 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  return colon === -1 ? undefined : credentials.slice(colon + 1);
}

/** Identifies the caller, but refuses nobody yet. */
export function authenticate(principals: Principals): Step {
  return (context) => {
    const secret = getBearer(context);
    const identity = secret === undefined ? null : principals.identify(secret);
    if (identity instanceof Promise) {
      return identity.then((resolvedIdentity) => context.set('identity', resolvedIdentity));
    }
    context.set('identity', identity);
    return undefined;
  };
}

export const getAddress = (context: Context<Environment>): string => context.env.address ?? '';

function getCallerKey(context: Context<Environment>, identity: Identity): string {
  if (identity !== null && identity !== 'no_team') return `token ${identity.tokenId}`;
  return `address ${getAddress(context)}`;
}

/** Returns whether the caller is the app itself: no token made through the API may manage the workspace. */
const isOwnSession = (identity: Identity): boolean =>
  identity !== null && identity !== 'no_team' && identity.abilities.has('workspace:manage');

/** Counts the request and sets the rate headers of every answer; only the app's own sessions can be unlimited. */
export function limitRate(limits: RateLimits, category: RateCategory): Step {
  return (context) => {
    const identity = context.get('identity');
    if (category === 'unlimited' && isOwnSession(identity)) return;
    // Joining counts by address: a made-up token for each try would otherwise start a new count.
    const callerId = category === 'join' ? `address ${getAddress(context)}` : getCallerKey(context, identity);
    const isApp = identity !== null && identity !== 'no_team' && identity.isApp;
    const rateCategory = category === 'unlimited' ? 'general' : category;
    const state = limits.take(callerId, rateCategory, isApp ? APP_RATE_LIMITS : RATE_LIMITS);
    context.set('headers', {
      'X-RateLimit-Limit': String(state.limit),
      'X-RateLimit-Remaining': String(state.remaining),
      'X-RateLimit-Reset': String(state.reset),
      ...(state.retryAfter !== null && { 'Retry-After': String(state.retryAfter) }),
    });
    if (state.retryAfter !== null) throw new Failure('rate_limit_exceeded');
  };
}

/** Requires a valid token of a team. */
export const requireIdentity: Step = (context) => {
  const identity = context.get('identity');
  if (identity === null) throw new Failure('unauthenticated');
  if (identity === 'no_team') throw new Failure('no_team');
};

/** Requires a token, a team, the role and the abilities, unless the operation is for anyone. */
export function authorize(operation: OperationShape): Step {
  const requiredAbilities = listRequiredAbilities(operation.abilities);
  const { adminError, orAbilities = [] } = operation;
  if (operation.anyone) return () => undefined;
  return (context) => {
    const identity = context.get('identity');
    if (identity === null) throw new Failure('unauthenticated');
    if (identity === 'no_team') throw new Failure('no_team');
    const missingAbility = requiredAbilities.find((ability) => !identity.abilities.has(ability));
    const hasAlternative = orAbilities.some((ability) => identity.abilities.has(ability));
    if (missingAbility && !hasAlternative) throw new Failure('ability_missing', { ability: missingAbility });
    if (adminError !== undefined && !isTeamAdmin(identity.role)) throw new Failure(adminError);
    context.set('principal', identity);
  };
}
