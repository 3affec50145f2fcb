import { z } from 'zod';

export const UPDATE_CHANNELS = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];

export const UpdateSettings = z.object({
  /** Looks for updates at the start and once a day, and downloads them. */
  automatic: z.boolean(),
  channel: z.enum(UPDATE_CHANNELS),
});

/** Says why this installation doesn't update itself. */
export const NoUpdates = z.enum(['browser', 'development', 'package_manager', 'no_address']);
export type NoUpdates = z.infer<typeof NoUpdates>;

export const UpdateFailure = z.enum(['unreachable', 'nothing_there', 'signature', 'damaged', 'disk', 'unknown']);
export type UpdateFailure = z.infer<typeof UpdateFailure>;

/** `notes` says in plain words what is new, a line each; lines of a list begin with "- ". */
const found = { version: z.string(), notes: z.string() };

export const UpdateState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('unavailable'), why: NoUpdates }),
  z.object({ status: z.literal('checking') }),
  /** `checked_at` is null until the first check. */
  z.object({ status: z.literal('up_to_date'), checked_at: z.string().nullable() }),
  /** Was found while automatic updates are off, so it waits for the person. */
  z.object({ status: z.literal('available'), ...found }),
  z.object({ status: z.literal('downloading'), ...found, percent: z.number() }),
  /** Waits to be installed when the app quits. */
  z.object({ status: z.literal('ready'), ...found }),
  z.object({ status: z.literal('failed'), failure: UpdateFailure }),
]);
export type UpdateState = z.infer<typeof UpdateState>;

const none = z.strictObject({});

/** Calls between window and host, see `CALLS`. */
export const UPDATE_CALLS = {
  'updates.state': { input: none, output: UpdateState },
  /** Looks for an update now; `updates.changed` tells what follows. */
  'updates.check': { input: none, output: UpdateState },
  'updates.download': { input: none, output: UpdateState },
  /** Quits, installs the update and opens the app again, unless a run is under way. */
  'updates.restart': {
    input: none,
    output: z.object({ outcome: z.enum(['restarting', 'run_under_way', 'not_ready']) }),
  },
} as const;
