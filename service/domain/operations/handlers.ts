/** Reports the state of long-running work (spec 2 §2 Operation, §4 Operations). */
import { and, eq, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import { DAY_MS } from '#contract/values.ts';

import { operations, video_projects } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import { canReach } from '../access.ts';
import type { Handlers } from '../call.ts';
import type { VideoServices } from '../videos/services.ts';
import { getExpiry } from '../videos/view.ts';

export type OperationRow = typeof operations.$inferSelect;

const RETENTION_MS = LIMITS.video.operationDays * DAY_MS;

const RESOURCE_TYPES = {
  video_generate: 'video_project',
  video_apply_revision: 'video_revision_pass',
  video_hand_off: 'video_project',
  generate_ideas: null,
  change_topic: null,
} as const;
const RETRY_ACTIONS = {
  video_generate: 'create_again',
  video_apply_revision: 'apply_again',
  video_hand_off: 'hand_off_again',
  generate_ideas: 'generate_again',
  change_topic: 'change_again',
} as const;

/** @param reference is the caller's own id for the video being made. */
export function toServiceOperation(row: OperationRow, reference: string | null): ServiceOperation {
  const { id, type, status, progress, step, warnings, resource_id, retryable, finished_at } = row;
  const resource = RESOURCE_TYPES[type];
  const canRetry = status === 'cancelled' || (status === 'failed' && retryable);
  return {
    id,
    type,
    status,
    progress,
    warnings,
    step: status === 'running' ? step : null,
    // Only this version of the service, or an earlier one, writes this value, so the cast is safe.
    result: row.result as unknown as ServiceOperation['result'],
    error:
      row.error === null ? null : { code: row.error_code ?? 'internal', message: row.error, retryable: row.retryable },
    retry: { supported: canRetry, action: canRetry ? RETRY_ACTIONS[type] : null, after: null },
    timestamps: {
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      finished_at: finished_at?.toISOString() ?? null,
      expires_at: finished_at ? new Date(finished_at.getTime() + RETENTION_MS).toISOString() : null,
    },
    domain_resource: resource === null ? null : { type: resource, id: resource_id, client_reference_id: reference },
  };
}

async function readReference(db: Db, { type, resource_id }: OperationRow): Promise<string | null> {
  if (type !== 'video_generate') return null;
  const [video] = await db
    .select({ reference: sql<string | null>`${video_projects.brief} ->> 'client_reference_id'` })
    .from(video_projects)
    .where(eq(video_projects.id, resource_id));
  return video?.reference ?? null;
}

/** Adds the signed address of a package for an editing program. It expires, so each answer has a new one. */
async function addDownloadUrl({ videos, now }: VideoServices, row: OperationRow): Promise<OperationRow> {
  if (row.type !== 'video_hand_off' || row.result === null) return row;
  const url = await videos.signHandOffAddress(row.resource_id, row.id, getExpiry(now()));
  return { ...row, result: { ...row.result, url } };
}

export function createOperationHandlers(services: VideoServices): Pick<Handlers, 'operations.get'> {
  return {
    'operations.get': async ({ principal, params, fail }) => {
      const { db } = services.store;
      const [row] = await db
        .select()
        .from(operations)
        .where(and(eq(operations.id, params.operation), eq(operations.team_id, principal.teamId)));
      if (!row || !(await canReach(db, principal, row.channel_id))) throw fail('operation_not_found');
      return {
        status: 200,
        body: { data: toServiceOperation(await addDownloadUrl(services, row), await readReference(db, row)), meta: {} },
      };
    },
  };
}
