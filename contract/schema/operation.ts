/** Long-running work (spec 2 §2 Operation). A comment on the field says what the spec leaves open. */
import { z } from 'zod';

import { openEnum, Timestamp, Uuid } from '../fields.ts';

/** The spec names only `running`. There is no queued status: an operation counts as running from the start. */
export const OPERATION_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;
/**
 * `change_topic` (not in the spec) is the work that change-topic starts for one idea; `video_hand_off` (not in the
 * spec) packs a version for an editing program.
 */
export const OPERATION_TYPES = [
  'video_generate',
  'video_apply_revision',
  'video_hand_off',
  'generate_ideas',
  'change_topic',
] as const;

export const ServiceOperation = z.looseObject({
  id: Uuid,
  type: openEnum(OPERATION_TYPES),
  status: openEnum(OPERATION_STATUSES),
  /** Ranges from 0 to 100 and never falls; 10 once accepted. */
  progress: z.int(),
  /** The current step, in plain words (not in the spec); null before and after. */
  step: z.string().nullable(),
  /**
   * Null while unfinished. Videos have `{project_id, revision}`, an applied revision also `pass_id`; ideas have
   * `{channel_id, idea_ids}`, in the order of creation. A hand-off has `{project_id, revision, url, bytes}`.
   */
  result: z
    .looseObject({
      project_id: z.string().optional(),
      revision: z.string().optional(),
      pass_id: z.string().optional(),
      channel_id: z.int().optional(),
      idea_ids: z.array(z.int()).optional(),
      /** A signed address of the package, which expires; null once the package is no longer kept (not in the spec). */
      url: z.string().nullable().optional(),
      /** The number of bytes of the package (not in the spec). */
      bytes: z.number().optional(),
    })
    .nullable(),
  warnings: z.array(z.string()),
  error: z.looseObject({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  retry: z.looseObject({
    supported: z.boolean(),
    /**
     * `create_again`, `apply_again` or `hand_off_again`, each with a new Idempotency-Key, `generate_again` or
     * `change_again`; null if it would fail again.
     */
    action: z.string().nullable(),
    /** A retry makes sense from then on; null for at once. */
    after: Timestamp.nullable(),
  }),
  timestamps: z.looseObject({
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    /** Null while running. */
    finished_at: Timestamp.nullable(),
    /** This record is kept at least until then; null while running. */
    expires_at: Timestamp.nullable(),
  }),
  domain_resource: z
    .looseObject({
      type: openEnum(['video_project', 'video_revision_pass']),
      id: z.string(),
      /** Repeats the value given to video.create; null for everything else (not in the spec). */
      client_reference_id: z.string().nullable(),
    })
    .nullable(),
});
export type ServiceOperation = z.infer<typeof ServiceOperation>;
