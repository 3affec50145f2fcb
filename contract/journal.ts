/** Defines the entries of the journal, the copy of what a person writes on disk. */
import { z } from 'zod';

/** Keys are paths of plain segments, e.g. `draft/local/14/script`. */
export const JournalKey = z
  .string()
  .max(300)
  .regex(/^[a-z]+(\/[A-Za-z0-9_-]+)+$/);

/** `rev` counts the changes that a person made; the higher one is newer. */
export const JournalEntry = z.object({
  key: JournalKey,
  rev: z.int().min(0),
  updated_at: z.string(),
  value: z.record(z.string(), z.unknown()),
});
export type JournalEntry = z.infer<typeof JournalEntry>;
