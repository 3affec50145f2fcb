/** A project whose video is on the platform: its numbers and those they compare with (not in the spec). */
import { z } from 'zod';

import { openEnum, text, Timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { PLATFORM_CAUSES } from '../platform-causes.ts';
import { IDEA_SOURCE_TYPES, IdeaEvidence } from './idea.ts';

const Person = z.looseObject({ id: z.int(), name: z.string() });

/** The reason why the platform gave no numbers. */
const PlatformFailure = z.looseObject({
  reason: z.string(),
  cause: openEnum(PLATFORM_CAUSES),
  detail: z.string().optional(),
  until: Timestamp.optional(),
});

export const VideoPublish = z.strictObject({
  /** The video's URL or ID. */
  video: text({ min: 1, max: LIMITS.identifier }),
  /** False keeps the link without asking the platform; the numbers are read later. */
  look_up: z.boolean().default(true),
});

export const ViewReading = z.looseObject({
  taken_at: Timestamp,
  /** The video's age when it was read, with a fraction. */
  age_days: z.number(),
  views: z.int(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
});
export type ViewReading = z.infer<typeof ViewReading>;

/** Everything but the id and the link is null until the platform was asked. */
export const PublishedVideo = z.looseObject({
  video_id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  published_at: Timestamp.nullable(),
  /** True if it belongs to another channel than the project's; null if either isn't known. */
  other_channel: z.boolean().nullable(),
  /** True if the platform did not have it when it was last asked. */
  missing: z.boolean(),
  /** True if its numbers may be read again. */
  due: z.boolean(),
  linked_by: Person.nullable(),
  linked_at: Timestamp,
});

export const COMPARED_WITH = ['own_videos', 'channel_videos'] as const;

/** Compares the newest reading. */
export const AgeComparison = z.looseObject({
  /**
   * `own_videos` are published projects read at about the same age; `channel_videos` are the channel's uploads between
   * 14 days and a year old, whatever their age.
   */
  compared_with: openEnum(COMPARED_WITH),
  median_views: z.number(),
  sample_size: z.int(),
  ratio: z.number(),
});
export type AgeComparison = z.infer<typeof AgeComparison>;

/** The source of the project's idea and the people who stood for it. */
export const ProjectOrigin = z.looseObject({
  /** Null for a script without an idea. */
  source_type: openEnum(IDEA_SOURCE_TYPES).nullable(),
  evidence: IdeaEvidence.nullable(),
  rating: z.int().nullable(),
  /** Null without a rating, or if who gave it is not known. */
  rated_by: Person.nullable(),
  author: Person.nullable(),
  /** The person who turned the idea into a script. */
  promoted_by: Person.nullable(),
});

export const PublishedProject = z.looseObject({
  project_id: z.string(),
  script_id: z.int(),
  channel_id: z.int(),
  title: z.string(),
  angle: z.string().nullable(),
  /** Null while no link is added. */
  video: PublishedVideo.nullable(),
  /** Empty until the numbers were read; a list holds only the newest one. */
  readings: z.array(ViewReading),
  comparison: AgeComparison.nullable(),
  origin: ProjectOrigin,
});
export type PublishedProject = z.infer<typeof PublishedProject>;

/** `failure` is the reason why the numbers are missing, although the link was kept. */
export const PublishResult = PublishedProject.extend({ failure: PlatformFailure.nullable() });
export type PublishResult = z.infer<typeof PublishResult>;

export const ViewsRead = z.looseObject({
  /** The number of videos. */
  read: z.int(),
  /** The number of units of the platform's quota. */
  units: z.int(),
  failure: PlatformFailure.nullable(),
});
export type ViewsRead = z.infer<typeof ViewsRead>;
