import { z } from 'zod';

export const ArchiveSummary = z.object({
  made_at: z.string(),
  app_version: z.string(),
  bytes: z.int(),
  counts: z.object({ channels: z.int(), ideas: z.int(), scripts: z.int(), drafts: z.int(), versions: z.int() }),
});
export type ArchiveSummary = z.infer<typeof ArchiveSummary>;
