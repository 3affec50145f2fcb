/** Long-running work (spec 2 §2 Operation). What the spec leaves open is said beside the field. */
import { z } from 'zod';

import { openEnum, Timestamp, Uuid } from '../fields.ts';

/** Ours beside `running`: an operation never waits unseen, so there is no status before it. */
export const OPERATION_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;
export const OPERATION_TYPES = ['video_generate', 'video_apply_revision'] as const;

export const ServiceOperation = z.looseObject({
  id: Uuid,
  type: openEnum(OPERATION_TYPES),
  status: openEnum(OPERATION_STATUSES),
  /** 0 to 100, never falling; 10 once it is accepted. */
  progress: z.int(),
  /** What is being done, in plain words (ours); null before and after. */
  step: z.string().nullable(),
  /** Null while unfinished. Of both types `{project_id, revision}`; of an applied revision `pass_id`, too. */
  result: z.looseObject({ project_id: z.string(), revision: z.string(), pass_id: z.string().optional() }).nullable(),
  warnings: z.array(z.string()),
  error: z.looseObject({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  retry: z.looseObject({
    supported: z.boolean(),
    /** `create_again` or `apply_again`, each with a new Idempotency-Key; null where it would fail again. */
    action: z.string().nullable(),
    /** When it makes sense; null for at once. */
    after: Timestamp.nullable(),
  }),
  timestamps: z.looseObject({
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    /** Null while running. */
    finished_at: Timestamp.nullable(),
    /** How long this record is kept at least; null while running. */
    expires_at: Timestamp.nullable(),
  }),
  domain_resource: z
    .looseObject({ type: openEnum(['video_project', 'video_revision_pass']), id: z.string() })
    .nullable(),
});
export type ServiceOperation = z.infer<typeof ServiceOperation>;
