/** Handles paid look-ups: an answered request costs 1 credit, a failed one costs nothing (spec 1 §4 Intel). */
import { randomUUID } from 'node:crypto';

import { LOOKUP_CREDITS } from '#contract/limits.ts';

import { type Platform, type PlatformChannel, PlatformError } from '../../engines/platform/platform.ts';
import { readBalance, charge, hold, InsufficientCreditsError } from '../../store/ledger.ts';
import type { Store } from '../../store/store.ts';
import type { Fail, Failing } from '../call.ts';
import { openCurrentPeriod } from '../credits/periods.ts';
import { parseChannelReference, parseVideoReference } from './identifiers.ts';
import { asFailure, explainNotFound, type PlatformFailure, toPlatformFailure } from './platform-failure.ts';

export interface IntelServices {
  readonly store: Store;
  /** Returns the connected platform, or the sample catalogue if none is connected. */
  getPlatform(teamId: number): Promise<Platform>;
  now(): Date;
}

/** A type, because an interface would not fit the answer's index signature. */
export type NotFound = Omit<PlatformFailure, 'reason'> & {
  readonly identifier: string;
  readonly error: string;
  readonly error_type: 'invalid' | 'not_found' | 'unavailable';
};

interface Outcomes<T> {
  readonly found: T[];
  readonly errors: NotFound[];
}

interface Lookup<T> {
  readonly platform: Platform;
  readonly thing: 'channel' | 'video';
  find(platform: Platform, identifier: string): Promise<T | 'invalid' | null>;
}

type Outcome<T> = { readonly found: T } | { readonly missing: NotFound };

function createUnpaidFailure(fail: Fail<'lookup_unpaid'>, credits_remaining: number) {
  return fail('lookup_unpaid', { extras: { required_credits: LOOKUP_CREDITS, credits_remaining } });
}

async function chargeLookup(
  { store, now }: IntelServices,
  { principal, fail }: Failing<'lookup_unpaid'>,
  reason: string,
): Promise<void> {
  const id = randomUUID();
  const note = { team_id: principal.teamId, reason, subject_type: 'lookup', subject_id: id };
  await store.transaction(async (tx) => {
    await openCurrentPeriod(tx, principal.teamId, now());
    try {
      const creditHold = await hold(tx, { ...note, idempotency_key: `lookup:${id}:hold` }, LOOKUP_CREDITS);
      await charge(tx, { ...note, idempotency_key: `lookup:${id}` }, creditHold.id);
    } catch (error) {
      if (!(error instanceof InsufficientCreditsError)) throw error;
      throw createUnpaidFailure(fail, error.available);
    }
  });
}

async function checkCanPay(
  { store, now }: IntelServices,
  { principal, fail }: Failing<'lookup_unpaid'>,
): Promise<void> {
  const availableCredits = await store.transaction(async (tx) => {
    await openCurrentPeriod(tx, principal.teamId, now());
    return (await readBalance(tx, principal.teamId)).available;
  });
  if (availableCredits < LOOKUP_CREDITS) throw createUnpaidFailure(fail, availableCredits);
}

function toNotFound(identifier: string, { reason, ...details }: PlatformFailure, isUnavailable: boolean): NotFound {
  const errorType = details.cause === 'invalid' ? 'invalid' : 'not_found';
  return { identifier, error: reason, error_type: isUnavailable ? 'unavailable' : errorType, ...details };
}

async function lookUpEach<T>(
  identifiers: readonly string[],
  { platform, thing, find }: Lookup<T>,
): Promise<Outcomes<T>> {
  const outcomes = await Promise.all(
    identifiers.map(async (identifier): Promise<Outcome<T>> => {
      try {
        const answer = await find(platform, identifier);
        if (answer !== 'invalid' && answer !== null) return { found: answer };
        const kind = answer === null ? null : 'invalid';
        return { missing: toNotFound(identifier, explainNotFound(platform, thing, kind), false) };
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return { missing: toNotFound(identifier, toPlatformFailure(error), true) };
      }
    }),
  );
  return {
    found: outcomes.flatMap((outcome) => ('found' in outcome ? [outcome.found] : [])),
    errors: outcomes.flatMap((outcome) => ('missing' in outcome ? [outcome.missing] : [])),
  };
}

/**
 * Finds a channel by its id, handle or URL.
 * @throws PlatformError
 */
export async function findChannel(platform: Platform, identifier: string) {
  const reference = parseChannelReference(identifier);
  return reference === null ? ('invalid' as const) : platform.fetchChannel(reference);
}

/**
 * Finds a channel, or fails with the cause.
 * @throws the failure made by `fail`
 */
export async function findNamedChannel(
  platform: Platform,
  identifier: string,
  fail: Fail<'channel_lookup_failed'>,
): Promise<PlatformChannel> {
  try {
    const answer = await findChannel(platform, identifier);
    if (answer === 'invalid' || answer === null) {
      throw fail('channel_lookup_failed', { extras: explainNotFound(platform, 'channel', answer) });
    }
    return answer;
  } catch (error) {
    throw asFailure(error, 'channel_lookup_failed', fail);
  }
}

/**
 * Finds a video by its id or URL.
 * @throws PlatformError
 */
export async function findVideo(platform: Platform, identifier: string) {
  const id = parseVideoReference(identifier, platform.videoIdPattern);
  return id === null ? ('invalid' as const) : platform.fetchVideo(id);
}

type LookupCall<E extends 'channel_lookup_failed' | 'video_lookup_failed'> = Failing<E | 'lookup_unpaid'> & {
  readonly body: { readonly identifiers: readonly string[] };
};

/** Fails the whole request if its only identifier fails, or if the platform is unavailable for all of them. */
const isTotalFailure = (identifiers: readonly string[], { found, errors }: Outcomes<unknown>): boolean =>
  found.length === 0 && (identifiers.length === 1 || errors.every(({ error_type }) => error_type === 'unavailable'));

/**
 * Looks everything up, then charges the credit.
 * @throws the failure made by the call's `fail`
 */
export async function lookUp<T, E extends 'channel_lookup_failed' | 'video_lookup_failed'>(
  services: IntelServices,
  call: LookupCall<E>,
  failure: E,
  lookup: Lookup<T>,
): Promise<Outcomes<T>> {
  const { identifiers } = call.body;
  await checkCanPay(services, call);
  const result = await lookUpEach(identifiers, lookup);
  if (isTotalFailure(identifiers, result)) {
    const { error: reason = '', cause, detail, until } = result.errors[0] ?? {};
    throw call.fail(failure, { extras: { reason, cause, detail, until } });
  }
  await chargeLookup(services, call, `Look-up of ${identifiers.join(', ').slice(0, 100)}`);
  return result;
}
