/** Paid look-ups: charged once when something was found, and not at all when nothing was (spec 1 §4 Intel). */
import { randomUUID } from 'node:crypto';

import { LOOKUP_CREDITS } from '#contract/limits.ts';

import { type Platform, PlatformError } from '../../engines/platform/platform.ts';
import { balance, charge, hold, InsufficientCreditsError } from '../../store/ledger.ts';
import type { Store } from '../../store/store.ts';
import type { Fail, Failing } from '../call.ts';
import { currentPeriod } from '../credits/periods.ts';
import { channelReference, videoReference } from './identifiers.ts';

export interface IntelServices {
  readonly store: Store;
  /** What the team connected; the offline catalogue where it connected nothing. */
  platformOf(teamId: number): Promise<Platform>;
  now(): Date;
}

/** A type, as what it is answered as takes further keys. */
export type NotFound = {
  readonly identifier: string;
  /** Plain words. */
  readonly error: string;
  readonly error_type: 'invalid' | 'not_found' | 'unavailable';
};

type Outcome<T> = { readonly found: T } | { readonly missing: NotFound };

function unpaid(fail: Fail<'lookup_unpaid'>, credits_remaining: number) {
  return fail('lookup_unpaid', { extras: { required_credits: LOOKUP_CREDITS, credits_remaining } });
}

async function pay(
  { store, now }: IntelServices,
  { principal, fail }: Failing<'lookup_unpaid'>,
  reason: string,
): Promise<void> {
  const id = randomUUID();
  const note = { team_id: principal.teamId, reason, subject_type: 'lookup', subject_id: id };
  await store.transaction(async (tx) => {
    await currentPeriod(tx, principal.teamId, now());
    try {
      const held = await hold(tx, { ...note, idempotency_key: `lookup:${id}:hold` }, LOOKUP_CREDITS);
      await charge(tx, { ...note, idempotency_key: `lookup:${id}` }, held.id);
    } catch (error) {
      if (!(error instanceof InsufficientCreditsError)) throw error;
      throw unpaid(fail, error.available);
    }
  });
}

async function canPay({ store, now }: IntelServices, { principal, fail }: Failing<'lookup_unpaid'>): Promise<void> {
  const available = await store.transaction(async (tx) => {
    await currentPeriod(tx, principal.teamId, now());
    return (await balance(tx, principal.teamId)).available;
  });
  if (available < LOOKUP_CREDITS) throw unpaid(fail, available);
}

async function each<T>(
  identifiers: readonly string[],
  find: (identifier: string) => Promise<T | 'invalid' | null>,
): Promise<{ found: T[]; errors: NotFound[] }> {
  const outcomes = await Promise.all(
    identifiers.map(async (identifier): Promise<Outcome<T>> => {
      try {
        const found = await find(identifier);
        if (found === 'invalid') {
          return { missing: { identifier, error: 'This names nothing the platform has.', error_type: 'invalid' } };
        }
        if (found === null)
          return { missing: { identifier, error: 'The platform has none of this name.', error_type: 'not_found' } };
        return { found };
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return { missing: { identifier, error: error.message, error_type: 'unavailable' } };
      }
    }),
  );
  return {
    found: outcomes.flatMap((outcome) => ('found' in outcome ? [outcome.found] : [])),
    errors: outcomes.flatMap((outcome) => ('missing' in outcome ? [outcome.missing] : [])),
  };
}

/** A channel by whatever a person pasted. @throws PlatformError */
export async function findChannel(platform: Platform, identifier: string) {
  const reference = channelReference(identifier);
  return reference === null ? ('invalid' as const) : platform.channel(reference);
}

/** A video by whatever a person pasted. @throws PlatformError */
export async function findVideo(platform: Platform, identifier: string) {
  const id = videoReference(identifier);
  return id === null ? ('invalid' as const) : platform.video(id);
}

type LookupCall<E extends 'channel_lookup_failed' | 'video_lookup_failed'> = Failing<E | 'lookup_unpaid'> & {
  readonly body: { readonly identifiers: readonly string[] };
};

/** Looks everything up, then takes the credit. @throws what the call's `fail` makes */
export async function lookUp<T, E extends 'channel_lookup_failed' | 'video_lookup_failed'>(
  services: IntelServices,
  call: LookupCall<E>,
  failure: E,
  find: (identifier: string) => Promise<T | 'invalid' | null>,
): Promise<{ found: T[]; errors: NotFound[] }> {
  const { identifiers } = call.body;
  await canPay(services, call);
  const result = await each(identifiers, find);
  const [first] = result.errors;
  if (result.found.length === 0) {
    if (identifiers.length === 1) throw call.fail(failure, { extras: { reason: first?.error ?? '' } });
    return result;
  }
  await pay(services, call, `Look-up of ${identifiers.join(', ').slice(0, 100)}`);
  return result;
}
