import { z } from 'zod';

/**
 * Lists the parts of the data folder: the local service, drafts and versions, pictures of scripts, viewed videos and
 * pictures, logs, and workspaces moved away at a reset.
 */
export const STORED_PARTS = ['service', 'journal', 'script_pictures', 'seen', 'logs', 'aside'] as const;
export const CLEARABLE_PARTS = ['seen', 'aside'] as const;
export type ClearablePart = (typeof CLEARABLE_PARTS)[number];
export const StoredPart = z.object({ part: z.enum(STORED_PARTS), bytes: z.int().min(0), files: z.int().min(0) });
export type StoredPart = z.infer<typeof StoredPart>;
