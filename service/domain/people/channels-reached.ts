/** Checks and stores which channels a person with the role `member` reaches. */
import { and, eq, inArray, isNull } from 'drizzle-orm';

import type { Role } from '#contract/abilities.ts';

import { channel_access, channels } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { Failing } from '../call.ts';

/** Returns the channels to store for a role, or null for a role that reaches all. */
export async function checkChannels(
  db: Db,
  { principal, fail }: Failing<'validation_failed'>,
  role: Role,
  ids: readonly number[] | null | undefined,
): Promise<number[] | null> {
  if (role !== 'member') {
    if (!ids) return null;
    throw fail('validation_failed', { fields: { channel_ids: ['Only the role member is limited to channels.'] } });
  }
  const requestedIds = [...(ids ?? [])];
  const ownIds = requestedIds.length === 0 ? [] : await filterTeamChannels(db, principal.teamId, requestedIds);
  const index = requestedIds.findIndex((id) => !ownIds.includes(id));
  if (index >= 0) {
    throw fail('validation_failed', {
      fields: { [`channel_ids.${index}`]: ['There is no such channel in this team.'] },
    });
  }
  return requestedIds;
}

/** Filters the ids to channels of the team. */
async function filterTeamChannels(db: Db, teamId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.team_id, teamId), isNull(channels.archived_at), inArray(channels.id, [...ids])));
  return rows.map(({ id }) => id);
}

/** Replaces the channels of the team that a person reaches. */
export async function storeChannels(tx: Db, teamId: number, userId: number, ids: readonly number[]): Promise<void> {
  const teamChannels = tx.select({ id: channels.id }).from(channels).where(eq(channels.team_id, teamId));
  await tx
    .delete(channel_access)
    .where(and(eq(channel_access.user_id, userId), inArray(channel_access.channel_id, teamChannels)));
  const ownIds = ids.length === 0 ? [] : await filterTeamChannels(tx, teamId, ids);
  if (ownIds.length > 0) {
    await tx.insert(channel_access).values(ownIds.map((channel_id) => ({ channel_id, user_id: userId })));
  }
}
