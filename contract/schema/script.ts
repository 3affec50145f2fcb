import { z } from 'zod';

import { Id, openEnum, optionalText, rawText, text, Timestamp, Uuid, wholeNumber, WebAddress } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const SCRIPT_STATUSES = ['idea', 'active'] as const;
/** The values are sent untranslated, whatever the window's language. */
// @wc-ignore
export const SCRIPT_FORMATS = ['Tutorial', 'Documentary', 'News', 'Interview', 'Compilation'] as const;
/** Combines the spec's examples with the stages of a project (spec 3). */
export const PRODUCTION_STATUSES = [
  'planning',
  'scripting',
  'recording',
  'thumbnail',
  'video_gen',
  'video_ready',
  'upload',
  'published',
] as const;

/** Follows spec 1 §2 Script, list item. */
export const ScriptListItem = z.looseObject({
  id: z.int(),
  channel_id: z.int(),
  script_number: z.int(),
  title: z.string(),
  topic: z.string(),
  angle: z.string().nullable(),
  /** In words. */
  length: z.int(),
  format: openEnum(SCRIPT_FORMATS).nullable(),
  language: z.string(),
  voice: z.string().nullable(),
  template_id: z.int().nullable(),
  status: openEnum(SCRIPT_STATUSES),
  production_status: openEnum(PRODUCTION_STATUSES),
  thread_id: z.int().nullable(),
  canvas_url: z.string().nullable(),
  has_outline: z.boolean(),
  has_script: z.boolean(),
  /** The time its texts or details last changed at the service (not in the spec); other services may leave it out. */
  updated_at: Timestamp.optional(),
});
export type ScriptListItem = z.infer<typeof ScriptListItem>;

export const ScriptDetail = z.looseObject({
  ...ScriptListItem.shape,
  notes: z.string().nullable(),
  hook: z.string().nullable(),
  /** Shows the assigned picture; the address expires. */
  thumbnail: z.string().nullable(),
});
export type ScriptDetail = z.infer<typeof ScriptDetail>;

/** Versions only grow; 0 means no text yet (spec 1 §2 Script content). */
export const ScriptContent = z.looseObject({
  script_id: z.int(),
  outline: z.string(),
  script: z.string(),
  outline_version: z.int(),
  content_version: z.int(),
});
export type ScriptContent = z.infer<typeof ScriptContent>;

/** Follows spec 1 §4 POST /channels/{id}/scripts. */
export const ScriptCreate = z.strictObject({
  title: text({ min: 1, max: LIMITS.title }),
  topic: text(LIMITS.topic),
  length: wholeNumber(LIMITS.words.min, LIMITS.words.max),
  angle: optionalText({ max: LIMITS.angle }),
  language: optionalText({ max: LIMITS.language }),
  /**
   * Null means no template and no voice; the channel's default applies only where the field is absent (the spec leaves
   * it open).
   */
  template_id: Id.nullish(),
  voice_id: Id.nullish(),
  voice: optionalText({ max: LIMITS.voiceLabel }),
  prompt: optionalText({ max: LIMITS.prompt }),
  research_urls: z
    .array(WebAddress(LIMITS.researchUrls.length))
    .max(LIMITS.researchUrls.count, `At most ${LIMITS.researchUrls.count} addresses.`)
    .nullish(),
  research_texts: z
    .array(text({ min: 1, max: LIMITS.researchTexts.length }))
    .max(LIMITS.researchTexts.count, `At most ${LIMITS.researchTexts.count} texts.`)
    .nullish(),
});

/** Creates a script from a title alone; a generation asks for the missing topic and length (not in the spec). */
export const LocalScriptCreate = z.strictObject({
  ...ScriptCreate.shape,
  topic: text({ max: LIMITS.topic.max }).default(''),
  /** 0 means that no length was chosen yet. */
  length: z.union([z.literal(0), ScriptCreate.shape.length]).default(0),
});

/** Changes fields that the API cannot change after creation (not in the spec). An absent field keeps its value. */
export const LocalScriptUpdate = z.strictObject({
  title: ScriptCreate.shape.title.optional(),
  topic: text({ max: LIMITS.topic.max }).optional(),
  angle: ScriptCreate.shape.angle,
  length: ScriptCreate.shape.length.optional(),
  language: text({ min: 1, max: LIMITS.language }).optional(),
  format: z.enum(SCRIPT_FORMATS).nullish(),
  template_id: Id.nullish(),
  voice_id: Id.nullish(),
});

export const ScriptCreated = z.looseObject({
  script_id: z.int(),
  script_number: z.int(),
  thread_id: z.int().nullable(),
  status: openEnum(SCRIPT_STATUSES),
  canvas_url: z.string().nullable(),
});

/** Follows spec 1 §3. */
export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const RUN_KINDS = ['outline', 'script', 'humanize'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export const RunStarted = z.looseObject({ run_id: Uuid, status: openEnum(RUN_STATUSES) });

/** Texts are set only when completed; content_type is null while queued (spec 1 §4 poll). */
export const RunPoll = z.looseObject({
  run_id: Uuid,
  status: openEnum(RUN_STATUSES),
  content_type: openEnum(['outline', 'script']).nullable(),
  outline: z.string().nullable(),
  script: z.string().nullable(),
});
export type RunPoll = z.infer<typeof RunPoll>;

export const EXPORT_FORMATS = ['markdown', 'html', 'text'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const ScriptExport = z.looseObject({
  script_id: z.int(),
  title: z.string(),
  format: openEnum(EXPORT_FORMATS),
  /**
   * All formats hold the same words. Raw HTML is not Markdown (the spec leaves it open): `text` keeps it as typed,
   * `html` shows it as text, so that nothing in a script is ever run. `~~struck~~` is `<s>` in `html` and only its word
   * in `text`.
   */
  content: z.string(),
  include_headings: z.boolean(),
});

/** Stores the text the local owner wrote, so that humanize and export can use it (not in the spec). */
export const LocalContentPut = z
  .strictObject({
    outline: rawText(LIMITS.contentCharacters).optional(),
    script: rawText(LIMITS.contentCharacters).optional(),
    /** The version the text was based on; if the service has a newer one, it answers 409. */
    outline_version: z.int().min(0).optional(),
    content_version: z.int().min(0).optional(),
  })
  .refine((body) => body.outline === undefined || body.outline_version !== undefined, {
    path: ['outline_version'],
    error: 'Required with outline.',
  })
  .refine((body) => body.script === undefined || body.content_version !== undefined, {
    path: ['content_version'],
    error: 'Required with script.',
  });

/** The text that a run has written from an offset on; it can also be read of a run that ended early. */
export const RunText = z.looseObject({
  content_type: openEnum(['outline', 'script']),
  /** Offset of `text` in the whole text, in UTF-16 code units. */
  from: z.int(),
  text: z.string(),
  ended: z.boolean(),
});
export type RunText = z.infer<typeof RunText>;

/** Adds what the local service knows about a run beyond the poll (not in the spec). */
export const LocalRun = z.looseObject({
  run_id: Uuid,
  script_id: z.int(),
  channel_id: z.int(),
  script_title: z.string(),
  kind: openEnum(RUN_KINDS),
  status: openEnum(RUN_STATUSES),
  current_step: z.string().nullable(),
  current_step_label: z.string().nullable(),
  /** Ranges from 0 to 100; null while unknown. */
  progress: z.number().nullable(),
  elapsed_seconds: z.int().nullable(),
  credits: z.int(),
  /** The name of the engine that writes, e.g. "Offline composer"; null while queued. */
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  usage: z
    .looseObject({
      prompt_tokens: z.int().nullable(),
      completion_tokens: z.int().nullable(),
      reasoning_tokens: z.int().nullable(),
      total_tokens: z.int(),
    })
    .nullable(),
  error: z.string().nullable(),
  /** The kind of an engine's failure, such as `refused-key` (not in the spec); null where no engine failed. */
  error_code: z.string().nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
});
export type LocalRun = z.infer<typeof LocalRun>;

/**
 * Asks the connected text model for sentences that a script does not need (not in the spec). `sentences` are spoken, in
 * order.
 */
export const LocalCutsRequest = z.strictObject({
  sentences: z
    .array(text({ min: 1, max: LIMITS.spokenSentence }))
    .min(1)
    .max(LIMITS.spokenSentences),
  /** The spoken length now. */
  seconds: z.number().positive().max(LIMITS.spokenSeconds),
  /** The spoken length to reach, in seconds. */
  wanted: z.number().positive().max(LIMITS.spokenSeconds),
});

/**
 * Each cut names a sentence by its place, from 0. `text` replaces it; null removes it. `cuts` is null without a
 * language model.
 */
export const LocalCuts = z.looseObject({
  cuts: z.array(z.looseObject({ sentence: z.int().min(0), text: z.string().nullable() })).nullable(),
  engine: z.string(),
});
