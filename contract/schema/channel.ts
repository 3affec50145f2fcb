import { z } from 'zod';

import { Id, optionalText, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { SCRIPT_STAGES } from './project.ts';

const Image = z.looseObject({ url: z.string() });

/**
 * Describes the linked platform channel; title, channel_id and subscriber_count are null when none is linked (spec 1
 * §2).
 */
const ChannelDetails = z.looseObject({
  title: z.string().nullable(),
  custom_url: z.string().nullable(),
  channel_id: z.string().nullable(),
  subscriber_count: z.int().nullable(),
  video_count: z.int().nullable(),
  view_count: z.int().nullable(),
  description: z.string().nullable(),
  country: z.string().nullable(),
  default_language: z.string().nullable(),
  thumbnails: z.record(z.string(), Image),
});

/** Follows spec 1 §2 Channel, list item. */
export const ChannelListItem = z.looseObject({
  id: z.int(),
  yt_handle: z.string().nullable(),
  details: ChannelDetails,
  scripts_count: z.int(),
});
export type ChannelListItem = z.infer<typeof ChannelListItem>;

/** Not in the spec: says how the voice of a video speaks a word of the script. */
export const Pronunciation = z.strictObject({
  written: text({ min: 1, max: LIMITS.pronunciations.written }),
  spoken: text({ min: 1, max: LIMITS.pronunciations.spoken }),
});
export type Pronunciation = z.infer<typeof Pronunciation>;

/** Not in the spec: an entry that the checklist of a project gets with a stage. */
export const StageStep = z.strictObject({
  title: text({ min: 1, max: LIMITS.checklist.title }),
  required: z.boolean().default(false),
});
export type StageStep = z.infer<typeof StageStep>;

/** Not in the spec: the checklist entries that projects get with each stage of a script. */
export const StageSteps = z.partialRecord(
  z.enum(SCRIPT_STAGES),
  z.array(StageStep).max(LIMITS.checklist.stageSteps, `At most ${LIMITS.checklist.stageSteps} entries.`),
);
export type StageSteps = z.infer<typeof StageSteps>;

/**
 * The spec has language and audience; we add `title` (the name of an unlinked channel), `recording` (whether the
 * recording stage is used), `pronunciations`, `checklists` and the pace in words per minute.
 */
export const ChannelSettings = z.looseObject({
  title: z.string().optional(),
  language: z.string().optional(),
  audience: z.string().optional(),
  recording: z.boolean().optional(),
  pronunciations: z.array(Pronunciation).optional(),
  checklists: z.record(z.string(), z.array(z.looseObject(StageStep.shape))).optional(),
});

/** Follows spec 1 §2 Voice (simple form). */
export const Voice = z.looseObject({
  id: z.int(),
  name: z.string(),
  instructions: z.string(),
  voice: z.string(),
});
export type Voice = z.infer<typeof Voice>;

/** Follows spec 1 §2 Channel, detail. */
export const ChannelDetail = z.looseObject({
  ...ChannelListItem.shape,
  settings: ChannelSettings,
  voice: Voice.nullable(),
  scripts_idea_count: z.int(),
  scripts_active_count: z.int(),
});
export type ChannelDetail = z.infer<typeof ChannelDetail>;

/** Follows spec 1 §2 Template, list item. */
export const Template = z.looseObject({
  id: z.int(),
  name: z.string(),
  category: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  is_system: z.boolean(),
});
export type Template = z.infer<typeof Template>;

export const TemplateList = z.looseObject({ default_template_id: z.int().nullable(), templates: z.array(Template) });

/** Not in the spec. */
export const LocalChannelCreate = z.strictObject({
  title: text({ min: 1, max: 100 }),
  handle: optionalText({ max: 100 }),
  language: text({ min: 2, max: 50 }).default('en'),
  audience: optionalText({ max: 500 }),
  recording: z.boolean().default(true),
});

export const LocalChannelUpdate = z.strictObject({
  title: text({ min: 1, max: 100 }).optional(),
  handle: optionalText({ max: 100 }),
  language: text({ min: 2, max: 50 }).optional(),
  audience: optionalText({ max: 500 }),
  recording: z.boolean().optional(),
  /** Replaces the list. */
  pronunciations: z
    .array(Pronunciation)
    .max(LIMITS.pronunciations.count, `At most ${LIMITS.pronunciations.count} entries.`)
    .optional(),
  /** Replaces the steps of all stages. */
  checklists: StageSteps.optional(),
  default_template_id: Id.nullish(),
  default_voice_id: Id.nullish(),
  /** Links a platform channel by handle, id or address; null unlinks it. */
  link: text({ min: 1, max: LIMITS.competitorIdentifier }).nullish(),
});
