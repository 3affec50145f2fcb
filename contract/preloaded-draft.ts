import { z } from 'zod';

import { AccountId, AppInfo, JournalEntry } from './bridge.ts';

/** Identifies the page's data block that holds a `PreloadedDraft`. */
export const PRELOADED_DRAFT = 'preloaded-draft';

/** Is embedded in the page so that its window need not ask first: the stored copy of the text shown last. */
export const PreloadedDraft = z.object({
  account: AccountId,
  local_since: AppInfo.shape.local_since,
  entries: z.array(JournalEntry),
});
export type PreloadedDraft = z.infer<typeof PreloadedDraft>;
