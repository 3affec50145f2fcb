import { z } from 'zod';

import { AccountId } from './account-calls.ts';
import { AppInfo } from './bridge.ts';
import { JournalEntry } from './journal.ts';

/** Identifies the page's data block that holds a `PreloadedDraft`. */
export const PRELOADED_DRAFT = 'preloaded-draft';

/** The stored copy of the text shown last, embedded in the page so that its window need not ask first. */
export const PreloadedDraft = z.object({
  account: AccountId,
  local_since: AppInfo.shape.local_since,
  entries: z.array(JournalEntry),
});
export type PreloadedDraft = z.infer<typeof PreloadedDraft>;
