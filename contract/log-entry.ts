import { z } from 'zod';

import { LOG_LEVELS } from '#log/logger.ts';

const Fields = z.record(
  z.string().max(60),
  z.union([z.string().transform((text) => text.slice(0, 500)), z.number(), z.boolean(), z.null()]),
);

export const LogEntry = z.object({
  time: z.iso.datetime(),
  level: z.enum(LOG_LEVELS),
  scope: z.string().min(1).max(60),
  message: z.string().transform((text) => text.slice(0, 500)),
  fields: Fields,
});

export const StoredLogEntry = LogEntry.extend({ source: z.enum(['host', 'service', 'window']) });
export type StoredLogEntry = z.infer<typeof StoredLogEntry>;
