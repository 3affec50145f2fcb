/** The state of long-running work (spec 2 §2 Operation, §4 Operations). */
import { and, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';

import { operations } from '../../store/schema-videos.ts';
import { canReach } from '../access.ts';
import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';

export type OperationRow = typeof operations.$inferSelect;

const KEPT_MS = LIMITS.video.operationDays * 86_400_000;

const RESOURCES = { video_generate: 'video_project', video_apply_revision: 'video_revision_pass' } as const;
const AGAIN = { video_generate: 'create_again', video_apply_revision: 'apply_again' } as const;

export function operationView(row: OperationRow): ServiceOperation {
  const { id, type, status, progress, step, warnings, resource_id, retryable, finished_at } = row;
  const again = status === 'cancelled' || (status === 'failed' && retryable);
  return {
    ...{ id, type, status, progress, warnings },
    step: status === 'running' ? step : null,
    // Written below, by this service or an earlier one of the same kind.
    result: row.result as unknown as ServiceOperation['result'],
    error:
      row.error === null ? null : { code: row.error_code ?? 'internal', message: row.error, retryable: row.retryable },
    retry: { supported: again, action: again ? AGAIN[type] : null, after: null },
    timestamps: {
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      finished_at: finished_at?.toISOString() ?? null,
      expires_at: finished_at ? new Date(finished_at.getTime() + KEPT_MS).toISOString() : null,
    },
    domain_resource: { type: RESOURCES[type], id: resource_id },
  };
}

export function operationHandlers({ store }: Services): Pick<Handlers, 'operations.get'> {
  return {
    'operations.get': async ({ principal, params, fail }) => {
      const { db } = store;
      const [row] = await db
        .select()
        .from(operations)
        .where(and(eq(operations.id, params.operation), eq(operations.team_id, principal.teamId)));
      if (!row || !(await canReach(db, principal, row.channel_id))) throw fail('operation_not_found');
      return { status: 200, body: { data: operationView(row), meta: {} } };
    },
  };
}
