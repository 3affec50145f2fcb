/** Records what administrators did about people and tokens. */
import { desc, eq } from 'drizzle-orm';

import type { Administration } from '#contract/schema/people.ts';

import { administration_log, users } from '../../store/schema.ts';
import type { Db, Store } from '../../store/store.ts';
import type { Handlers } from '../call.ts';
import { getPageOffset, toPagination } from '../pagination.ts';

export interface AdministrationRecord {
  readonly teamId: number;
  readonly action: Administration;
  readonly actorId: number;
  /** The person, invitation, token or team that the action changed. */
  readonly subject: string;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly address: string;
}

/** Call it in the transaction of the recorded action. */
export async function recordAdministration(tx: Db, record: AdministrationRecord): Promise<void> {
  const { teamId: team_id, actorId: actor_id, ...fields } = record;
  await tx.insert(administration_log).values({ team_id, actor_id, ...fields });
}

export function createAdministrationHandlers({
  store: { db },
}: {
  readonly store: Store;
}): Pick<Handlers, 'local.administration.list'> {
  return {
    'local.administration.list': async ({ principal: { teamId }, query }) => {
      const isOwnTeam = eq(administration_log.team_id, teamId);
      const rows = await db
        .select({ entry: administration_log, actor: { id: users.id, name: users.name } })
        .from(administration_log)
        .leftJoin(users, eq(users.id, administration_log.actor_id))
        .where(isOwnTeam)
        .orderBy(desc(administration_log.id))
        .limit(query.per_page)
        .offset(getPageOffset(query));
      const data = rows.map(({ entry: { id, action, subject, from, to, address, created_at }, actor }) => ({
        id,
        action,
        actor,
        subject,
        from,
        to,
        address,
        created_at: created_at.toISOString(),
      }));
      const total = await db.$count(administration_log, isOwnTeam);
      return { status: 200, body: { success: true, data, pagination: toPagination(query, total) } };
    },
  };
}
