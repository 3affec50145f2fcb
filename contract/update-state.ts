import { z } from 'zod';

import { noInput } from './bridge-call.ts';

export const UPDATE_CHANNELS = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];

export const UpdateSettings = z.object({
  /** Looks for updates at the start and once a day, and downloads them. */
  automatic: z.boolean(),
  channel: z.enum(UPDATE_CHANNELS),
});

/** The reasons why this installation doesn't update itself. */
export const NoUpdates = z.enum(['browser', 'development', 'package_manager', 'no_address']);
export type NoUpdates = z.infer<typeof NoUpdates>;

export const UpdateFailure = z.enum(['unreachable', 'nothing_there', 'signature', 'damaged', 'disk', 'unknown']);
export type UpdateFailure = z.infer<typeof UpdateFailure>;

/** `notes` says in plain words what is new, a line each; lines of a list begin with "- ". */
const releaseFields = { version: z.string(), notes: z.string() };

export const UpdateState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('unavailable'), why: NoUpdates }),
  z.object({ status: z.literal('checking') }),
  /** `checked_at` is null until the first check. */
  z.object({ status: z.literal('up_to_date'), checked_at: z.string().nullable() }),
  /** An update found while automatic updates are off, so it waits for the person. */
  z.object({ status: z.literal('available'), ...releaseFields }),
  z.object({ status: z.literal('downloading'), ...releaseFields, percent: z.number() }),
  /** An update to be installed when the app quits. */
  z.object({ status: z.literal('ready'), ...releaseFields }),
  z.object({ status: z.literal('failed'), failure: UpdateFailure }),
]);
export type UpdateState = z.infer<typeof UpdateState>;

/** Calls between window and host, see `CALLS`. */
export const UPDATE_CALLS = {
  'updates.state': { input: noInput, output: UpdateState },
  /** Looks for an update now; `updates.changed` reports the progress. */
  'updates.check': { input: noInput, output: UpdateState },
  'updates.download': { input: noInput, output: UpdateState },
  /** Quits, installs the update and opens the app again, unless a run is in progress. */
  'updates.restart': {
    input: noInput,
    output: z.object({ outcome: z.enum(['restarting', 'run_under_way', 'not_ready']) }),
  },
} as const;
