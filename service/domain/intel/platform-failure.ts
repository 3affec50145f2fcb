import type { ErrorName } from '#contract/errors.ts';
import type { PlatformCause } from '#contract/platform-causes.ts';

import { type Platform, PlatformError } from '../../engines/platform/platform.ts';
import type { Fail } from '../call.ts';

/** Why the platform returned nothing. A type, because an interface would not fit the body's index signature. */
export type PlatformFailure = {
  readonly reason: string;
  readonly cause: PlatformCause;
  readonly detail?: string;
  readonly until?: string;
};

type Thing = 'channel' | 'video';

const INVALID_REASONS: Readonly<Record<Thing, string>> = {
  channel: 'This isn’t a channel’s handle, ID or URL.',
  video: 'This isn’t a video ID or URL.',
};

/** @param result null if it doesn't exist, `invalid` if the identifier can't be one */
export function explainNotFound(platform: Platform, thing: Thing, result: 'invalid' | null): PlatformFailure {
  if (result === 'invalid') return { reason: INVALID_REASONS[thing], cause: 'invalid' };
  if (platform.isKeyMissing === true) {
    const reason = 'Only sample data was searched, because the YouTube key was kept for one session.';
    return { reason: `${reason} Enter it again in Settings.`, cause: 'key_missing' };
  }
  if (platform.isSample) {
    const reason = `Only sample data was searched. Connect YouTube to find real ${thing}s.`;
    return { reason, cause: 'sample_only' };
  }
  return { reason: `YouTube doesn’t have this ${thing}. Check the spelling.`, cause: 'not_found' };
}

export function toPlatformFailure({ message, kind, detail, until }: PlatformError): PlatformFailure {
  return {
    reason: message,
    cause: kind,
    ...(detail !== undefined && detail !== '' && { detail }),
    ...(until && { until: until.toISOString() }),
  };
}

/** Turns an error of the platform into the failure to throw; returns other errors unchanged. */
export const asFailure = <E extends ErrorName>(error: unknown, name: E, fail: Fail<E>): unknown =>
  error instanceof PlatformError ? fail(name, { extras: toPlatformFailure(error) }) : error;
