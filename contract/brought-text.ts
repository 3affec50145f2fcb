import { z } from 'zod';

import { AccountId, AppInfo, JournalEntry } from './bridge.ts';

/** Where the page brings its `BroughtText` along: a data block with this id. */
export const BROUGHT_TEXT = 'brought-text';

/** What the page brings along, so that its window need not ask first: the disk's copy of the text that was shown last. */
export const BroughtText = z.object({
  /** In use; what follows is written under it. */
  account: AccountId,
  local_since: AppInfo.shape.local_since,
  entries: z.array(JournalEntry),
});
export type BroughtText = z.infer<typeof BroughtText>;
