import { z } from 'zod';

import { Id, openEnum, optionalText, text, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const IDEA_STATUSES = ['new', 'considering', 'needs_script', 'rejected'] as const;
export const IDEA_SOURCE_TYPES = [
  'user_added',
  'ai_generated',
  'from_video',
  'from_channel',
  'outlier',
  'chat_saved',
] as const;
/** `banger` is the deprecated alias of considering; `scripted` selects ideas that have a script (spec 1 §3). */
export const IDEA_STATUS_FILTERS = [...IDEA_STATUSES, 'banger', 'scripted'] as const;

/** Spec 1 §2 Idea. */
export const Idea = z.looseObject({
  id: z.int(),
  channel_id: z.int(),
  title: z.string(),
  topic: z.string().nullable(),
  angle: z.string().nullable(),
  /** Target words. */
  suggested_length: z.int().nullable(),
  suggested_template_id: z.int().nullable(),
  status: openEnum(IDEA_STATUSES),
  script_id: z.int().nullable(),
  source_type: openEnum(IDEA_SOURCE_TYPES),
  thumbnail_concept: z.string().nullable(),
  outlier_score: z.number().nullable(),
  notes: z.string().nullable(),
});
export type Idea = z.infer<typeof Idea>;

/** Spec 1 §4 POST /channels/{id}/ideas. */
export const IdeaCreate = z.strictObject({
  title: text({ min: 1, max: LIMITS.title }),
  topic: optionalText({ max: LIMITS.ideaTopic }),
  angle: optionalText({ max: LIMITS.angle }),
  suggested_length: wholeNumber(LIMITS.words.min, LIMITS.words.max).nullish(),
  suggested_template_id: Id.nullish(),
  thumbnail_concept: optionalText({ max: LIMITS.thumbnailConcept }),
  notes: optionalText({ max: LIMITS.notes }),
});

/** 201: a script was made. 200: the idea had one already. */
export const IdeaWritten = z.looseObject({
  script_id: z.int(),
  script_number: z.int(),
  thread_id: z.int().nullable(),
  canvas_url: z.string().nullable(),
});
export const IdeaAlreadyWritten = z.looseObject({
  script_id: z.int(),
  script_number: z.int(),
  status: z.string(),
});
