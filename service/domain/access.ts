/**
 * Checks what a caller can reach: everything of their team, but a `member` only reaches assigned channels (spec 1 §5).
 */
import { and, type AnyColumn, eq, exists, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';

import { channel_access, channels, ideas, scripts, team_members } from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import type { Failing, Principal } from './call.ts';

export type ChannelRow = typeof channels.$inferSelect;
export type IdeaRow = typeof ideas.$inferSelect;
export type ScriptRow = typeof scripts.$inferSelect;

export function buildReachFilter(db: Db, { teamId, userId, role }: Principal): SQL | undefined {
  const assignments = db
    .select({ one: sql`1` })
    .from(channel_access)
    .where(and(eq(channel_access.channel_id, channels.id), eq(channel_access.user_id, userId)));
  return and(
    eq(channels.team_id, teamId),
    isNull(channels.archived_at),
    role === 'member' ? exists(assignments) : undefined,
  );
}

/** Filters rows with a channel by whether the caller reaches it. */
export function isInReach(db: Db, { role, userId }: Principal, channelId: AnyColumn): SQL | undefined {
  if (role !== 'member') return undefined;
  const assignedIds = db
    .select({ id: channel_access.channel_id })
    .from(channel_access)
    .where(eq(channel_access.user_id, userId));
  return inArray(channelId, assignedIds);
}

export async function canReach(db: Db, { role, userId }: Principal, channelId: number): Promise<boolean> {
  if (role !== 'member') return true;
  const [row] = await db
    .select({ user_id: channel_access.user_id })
    .from(channel_access)
    .where(and(eq(channel_access.channel_id, channelId), eq(channel_access.user_id, userId)));
  return row !== undefined;
}

/** Returns those of the people who are members of the channel's team and can reach the channel. */
export async function readPeopleWithAccess(
  db: Db,
  { teamId, channelId }: { readonly teamId: number; readonly channelId: number },
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const isAssigned = and(eq(channel_access.user_id, team_members.user_id), eq(channel_access.channel_id, channelId));
  const rows = await db
    .select({ id: team_members.user_id })
    .from(team_members)
    .leftJoin(channel_access, isAssigned)
    .where(
      and(
        eq(team_members.team_id, teamId),
        inArray(team_members.user_id, [...ids]),
        or(ne(team_members.role, 'member'), isNotNull(channel_access.user_id)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

export async function reachChannel(
  db: Db,
  { principal, fail }: Failing<'channel_not_found' | 'channel_forbidden'>,
  id: number,
): Promise<ChannelRow> {
  const [channel] = await db
    .select()
    .from(channels)
    .where(and(eq(channels.id, id), eq(channels.team_id, principal.teamId), isNull(channels.archived_at)));
  if (!channel) throw fail('channel_not_found');
  if (!(await canReach(db, principal, id))) throw fail('channel_forbidden');
  return channel;
}

/** @param lock true locks the row until the transaction ends. */
export async function reachIdea(
  db: Db,
  { principal, fail }: Failing<'idea_not_found' | 'idea_forbidden'>,
  id: number,
  lock = false,
): Promise<IdeaRow> {
  const query = db
    .select()
    .from(ideas)
    .where(and(eq(ideas.id, id), eq(ideas.team_id, principal.teamId), isNull(ideas.archived_at)));
  const [idea] = await (lock ? query.for('update') : query);
  if (!idea) throw fail('idea_not_found');
  if (!(await canReach(db, principal, idea.channel_id))) throw fail('idea_forbidden');
  return idea;
}

/** @param lock true locks the row until the transaction ends. */
export async function reachScript(
  db: Db,
  { principal, fail }: Failing<'script_not_found' | 'script_forbidden'>,
  id: number,
  lock = false,
): Promise<ScriptRow> {
  const query = db
    .select()
    .from(scripts)
    .where(and(eq(scripts.id, id), eq(scripts.team_id, principal.teamId), isNull(scripts.archived_at)));
  const [script] = await (lock ? query.for('update') : query);
  if (!script) throw fail('script_not_found');
  if (!(await canReach(db, principal, script.channel_id))) throw fail('script_forbidden');
  return script;
}
