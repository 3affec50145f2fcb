import { z } from 'zod';

import { LIMITS } from './limits.ts';

/** The most saved searches of an account. */
export const SAVED_SEARCHES = 50;

/** A search of Intel that a person saved. */
export const SavedSearch = z.object({
  words: z.string().min(1).max(LIMITS.search),
  kind: z.enum(['videos', 'channels']),
});
export type SavedSearch = z.infer<typeof SavedSearch>;
