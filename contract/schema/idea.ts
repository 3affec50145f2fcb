import { z } from 'zod';

import { Id, openEnum, optionalText, text, Timestamp, wholeNumber } from '../fields.ts';
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

/** Follows spec 1 §2 Idea. */
export const Idea = z.looseObject({
  id: z.int(),
  channel_id: z.int(),
  title: z.string(),
  topic: z.string().nullable(),
  angle: z.string().nullable(),
  /** In words. */
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

/** Follows spec 1 §4 POST /channels/{id}/ideas. */
export const IdeaCreate = z.strictObject({
  title: text({ min: 1, max: LIMITS.title }),
  topic: optionalText({ max: LIMITS.ideaTopic }),
  angle: optionalText({ max: LIMITS.angle }),
  suggested_length: wholeNumber(LIMITS.words.min, LIMITS.words.max).nullish(),
  suggested_template_id: Id.nullish(),
  thumbnail_concept: optionalText({ max: LIMITS.thumbnailConcept }),
  notes: optionalText({ max: LIMITS.notes }),
});

/** The facts known of a platform's video when it was saved as an idea (not in the spec). */
export const IdeaEvidence = z.looseObject({
  video_id: z.string(),
  /** The video's page; null for a video of the sample catalogue. */
  url: z.string().nullable(),
  title: z.string(),
  channel_title: z.string(),
  thumbnail_url: z.string(),
  published_at: Timestamp,
  view_count: z.int(),
  /** The views that the channel's videos usually got; null if they were not known. */
  median_views: z.number().nullable(),
  /** The number of the channel's videos that the median was taken of. */
  sample_size: z.int(),
  outlier_score: z.number().nullable(),
  saved_at: Timestamp,
});
export type IdeaEvidence = z.infer<typeof IdeaEvidence>;

/** An idea with the producer's rating and notes, which the API doesn't know (not in the spec). */
export const LocalIdea = Idea.extend({
  /** The number of stars, 1 to 5; null if nobody rated the idea. */
  rating: z.int().nullable(),
  tags: z.array(z.string()),
  /** The reason for the rejection; null if the idea wasn't rejected, or if no reason was given. */
  rejection_reason: z.string().nullable(),
  /** Null for an idea that did not come from a platform's video. */
  evidence: IdeaEvidence.nullable(),
  created_at: Timestamp,
});
export type LocalIdea = z.infer<typeof LocalIdea>;

/** A tag counts once, whatever its capitals; the first spelling stays. */
const ideaTags = z
  .array(text({ min: 1, max: LIMITS.ideaTag }))
  .max(LIMITS.ideaTags)
  .transform((tags) =>
    tags.filter((tag, index) => tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === index),
  );

/** Changes fields that the API cannot change after creation (not in the spec). An absent field keeps its value. */
export const LocalIdeaUpdate = z.strictObject({
  ...IdeaCreate.shape,
  title: IdeaCreate.shape.title.optional(),
  rating: wholeNumber(LIMITS.rating.min, LIMITS.rating.max).nullish(),
  tags: ideaTags.optional(),
});

export const LocalIdeaReject = z.strictObject({ reason: optionalText({ max: LIMITS.rejectionReason }) });

export const IDEA_SORTS = ['newest', 'oldest', 'title', 'rating', 'score', 'longest', 'shortest'] as const;

/** Answers 201 if a script was created, 200 if the idea already had one. */
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

const count = wholeNumber(LIMITS.generatedIdeas.min, LIMITS.generatedIdeas.max).default(LIMITS.generatedIdeas.default);

/** Follows spec 1 §4 POST /channels/{id}/ideas/generate. */
export const IdeaGenerate = z.strictObject({ count });

/** The connected platform decides which ids are valid: usually 11 characters (spec 1). */
const VIDEO_ID_LENGTH = 20;

/** One of the two is required; if both are sent, the id wins. Answers 422 for an id the platform cannot have. */
export const IdeaGenerateFromVideo = z
  .strictObject({ video_url: optionalText({ max: 500 }), video_id: optionalText({ max: VIDEO_ID_LENGTH }), count })
  .refine(({ video_url, video_id }) => video_url != null || video_id != null, {
    path: ['video_url'],
    message: 'Enter the video’s URL or ID.',
  });

/** One of the two is required; if both are sent, the id wins. */
export const IdeaGenerateFromChannel = z
  .strictObject({ channel_handle: optionalText({ max: 200 }), channel_id: optionalText({ max: 50 }), count })
  .refine(({ channel_handle, channel_id }) => channel_handle != null || channel_id != null, {
    path: ['channel_handle'],
    message: 'Enter the channel’s handle or ID.',
  });

export const IdeaChangeTopic = z.strictObject({ topic: text({ min: 3, max: LIMITS.ideaTopic }) });

/** An idea without a title or an angle takes the video's. */
export const IdeaFromIntel = z.strictObject({
  video_id: text({ min: 1, max: VIDEO_ID_LENGTH }),
  title: text({ min: 1, max: LIMITS.title }).optional(),
  angle: optionalText({ max: LIMITS.angle }),
  /** Saves the video although the channel has an idea from it. */
  again: z.boolean().default(false),
});
