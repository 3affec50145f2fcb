import { z } from 'zod';

import { optionalText, rawText, text, Uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** `hook` asks for several other first sentences, `custom` follows the instruction. */
export const REWRITE_ACTIONS = ['rewrite', 'shorten', 'expand', 'simplify', 'hook', 'voice', 'custom'] as const;
export type RewriteAction = (typeof REWRITE_ACTIONS)[number];

/** A passage of a script to rewrite, as Markdown, with the text around it (not in the spec). */
export const RewriteRequest = z
  .strictObject({
    action: z.enum(REWRITE_ACTIONS),
    text: rawText(LIMITS.rewrite.text).refine((value) => value.trim() !== '', 'This field is required.'),
    /** The end of the text before the passage; `after` holds the start of the text after it. */
    before: rawText(LIMITS.rewrite.context).default(''),
    after: rawText(LIMITS.rewrite.context).default(''),
    /** The wanted change in the person's words; only for `custom`. */
    instruction: optionalText({ max: LIMITS.rewrite.instruction }),
    /** The language of the script; if empty, that of the passage. */
    language: text({ max: LIMITS.language }).default(''),
    /** The voice to write in; `profile` is a voice profile's. */
    voice: z
      .strictObject({
        name: text({ max: LIMITS.voiceName }),
        profile: z.record(z.string(), z.unknown()).nullable(),
      })
      .nullable()
      .default(null),
    /** An id that the caller makes up, with which `local.rewrites.text` reads the answer while it is written. */
    live_id: Uuid.nullable().default(null),
  })
  .refine(({ action, instruction }) => action !== 'custom' || instruction != null, {
    path: ['instruction'],
    message: 'This field is required.',
  });

/** The separator between the versions of an answer while it is written. */
export const BETWEEN_VERSIONS = '\n\n* * *\n\n';

/** The part of an answer that a model has written. */
export const RewriteText = z.looseObject({
  /** The number of UTF-16 code units. */
  from: z.int(),
  /** Empty before the first word and after the last; the answer itself has all of it. */
  text: z.string(),
});

export const Rewrites = z.looseObject({
  /** One text, or up to five for `hook`; none if no language model is connected. */
  texts: z.array(z.string()),
  engine: z.string(),
  is_language_model: z.boolean(),
  /** The number of tokens as the provider counts them; null if it did not say. */
  usage: z
    .looseObject({ prompt_tokens: z.int().nullable(), completion_tokens: z.int().nullable(), total_tokens: z.int() })
    .nullable(),
});
