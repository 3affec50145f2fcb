import { z } from 'zod';

import { LIMITS } from './limits.ts';
import { PROJECTS_VIEWS } from './project-views.ts';

/** The most saved views of an account. */
export const SAVED_VIEWS = 50;

/** A person's choice of what to see of the projects, under a name. */
export const SavedView = z.object({
  name: z.string().min(1).max(80),
  view: z.enum(PROJECTS_VIEWS),
  /** Null means all channels. */
  channel_id: z.int().nullable(),
  /** Includes the name, which stays if none of their projects is listed; null means everybody. */
  person: z.object({ id: z.string().max(40), name: z.string().max(300) }).nullable(),
  archived: z.boolean(),
  search: z.string().max(LIMITS.search),
});
export type SavedView = z.infer<typeof SavedView>;
