/** Defines the runs that the main process follows to their end, and the texts they leave in the journal. */
import { z } from 'zod';

import { AccountId } from './account-calls.ts';
import { JournalKey } from './journal.ts';
import { RUN_KINDS, RUN_STATUSES } from './schema/script.ts';

export const WATCHED_KINDS = [...RUN_KINDS, 'agent'] as const;
export type WatchedKind = (typeof WATCHED_KINDS)[number];

export const WatchedRun = z.object({
  id: z.string(),
  account: AccountId,
  /** The service's id of the run; null until it has answered. */
  run_id: z.string().nullable(),
  script_id: z.int(),
  channel_id: z.int(),
  script_title: z.string(),
  kind: z.enum(WATCHED_KINDS),
  /**
   * `starting` means not answered yet, `unclear` sent without an answer; an unclear run is never sent again before a
   * look-up.
   */
  status: z.enum([...RUN_STATUSES, 'starting', 'unclear']),
  step_label: z.string().nullable(),
  /** Ranges from 0 to 100; null while unknown. */
  progress: z.number().nullable(),
  credits: z.number().nullable(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  error: z.string().nullable(),
  /** The kind of an engine's failure, such as `refused-key`, if the local service told it. */
  error_code: z.string().nullable().default(null),
  /** The shortcomings of a completed run, in plain words. */
  issues: z.string().nullable().default(null),
  /** The number of tokens as the provider reported them: in all, read and written. */
  tokens: z.number().nullable().default(null),
  prompt_tokens: z.number().nullable().default(null),
  completion_tokens: z.number().nullable().default(null),
  /** US dollars at the model's price when the run ended; null if the model has no price. */
  cost: z.number().nullable().default(null),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** The journal key of the generated text, once completed. */
  result_key: JournalKey.nullable(),
  /** True if a person has seen that the run ended. */
  seen: z.boolean(),
});
export type WatchedRun = z.infer<typeof WatchedRun>;

/** A text in the journal, stored under a run's result_key. */
export const GeneratedText = z.object({
  account: AccountId,
  script_id: z.int(),
  run_id: z.string(),
  kind: z.enum(WATCHED_KINDS),
  content_type: z.enum(['outline', 'script']),
  text: z.string(),
  /** True if the run ended before the text was finished. */
  partial: z.boolean().default(false),
  /** The version of that text on the service, if it could be read. */
  version: z.int().nullable(),
  engine: z.string().nullable(),
  is_language_model: z.boolean().nullable(),
  at: z.string(),
});
export type GeneratedText = z.infer<typeof GeneratedText>;
