/** Serves the people of a team: list, roles, removal and ownership. */
import { and, asc, eq, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';

import type { Role } from '#contract/abilities.ts';
import type { FormerMember, PersonPicture, TeamMember } from '#contract/schema/people.ts';

import type { MediaStore } from '../../files/media-store.ts';
import {
  administration_log,
  channel_access,
  channels,
  invitations,
  team_members,
  teams,
  tokens,
  users,
} from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { Fail, Handlers, Principal } from '../call.ts';
import type { Services } from '../services.ts';
import { recordAdministration } from './administration.ts';
import { checkChannels, storeChannels } from './channels-reached.ts';

/** The owner's name until they choose one. */
export const UNNAMED_OWNER = 'You';

type MemberHandlers = Pick<Handlers, 'local.members.list' | 'local.members.update' | 'local.members.remove'>;
type OwnHandlers = Pick<Handlers, 'local.me.update' | 'local.me.leave' | 'local.ownership.handOver'>;

export type PeopleServices = Pick<Services, 'store' | 'principals'> & { readonly media: MediaStore };
type Media = Pick<PeopleServices, 'media'>;

function describePicture({ media }: Media, name: string): PersonPicture {
  return { sha256: name.replace(/\.png$/, ''), url: media.createAddress(name) };
}

interface MemberQuery {
  readonly teamId: number;
  readonly callerId: number | null;
  /** If given, only this person is read. */
  readonly id?: number;
}

/** Reads the people of a team, oldest first. */
export async function readMembers(
  db: Db,
  services: Media,
  { teamId, callerId, id: onlyId }: MemberQuery,
): Promise<TeamMember[]> {
  const rows = await db
    .select({
      ...{ id: users.id, name: users.name, picture: users.picture },
      ...{ role: team_members.role, joined_at: team_members.created_at },
    })
    .from(team_members)
    .innerJoin(users, eq(users.id, team_members.user_id))
    .where(and(eq(team_members.team_id, teamId), onlyId === undefined ? undefined : eq(team_members.user_id, onlyId)))
    .orderBy(asc(users.id));
  const memberIds = rows.filter(({ role }) => role === 'member').map(({ id }) => id);
  const accessRows =
    memberIds.length === 0
      ? []
      : await db
          .select({ user: channel_access.user_id, channel: channel_access.channel_id })
          .from(channel_access)
          .innerJoin(channels, eq(channels.id, channel_access.channel_id))
          .where(and(eq(channels.team_id, teamId), inArray(channel_access.user_id, memberIds)))
          .orderBy(asc(channels.id));
  return rows.map(({ id, name, role, joined_at, picture }) => ({
    id,
    name,
    role,
    channel_ids: role === 'member' ? accessRows.filter(({ user }) => user === id).map(({ channel }) => channel) : null,
    joined_at: joined_at.toISOString(),
    you: id === callerId,
    picture: picture === null ? null : describePicture(services, picture),
  }));
}

export async function readMember(
  db: Db,
  services: Media,
  request: MemberQuery & { readonly id: number },
): Promise<TeamMember> {
  const [member] = await readMembers(db, services, request);
  if (!member) throw new Error('The person is no longer in the team.');
  return member;
}

/** Reads the people with a picture who have left the team. Whoever was in it has acted in the administration log. */
async function readFormerMembers(db: Db, services: Media, teamId: number): Promise<FormerMember[]> {
  const currentMembers = db
    .select({ id: team_members.user_id })
    .from(team_members)
    .where(eq(team_members.team_id, teamId));
  const rows = await db
    .selectDistinct({ id: users.id, name: users.name, picture: users.picture })
    .from(administration_log)
    .innerJoin(users, eq(users.id, administration_log.actor_id))
    .where(and(eq(administration_log.team_id, teamId), isNotNull(users.picture), notInArray(users.id, currentMembers)))
    .orderBy(asc(users.id));
  return rows.flatMap(({ id, name, picture }) =>
    picture === null ? [] : [{ id, name, picture: describePicture(services, picture) }],
  );
}

/** Locks a person's membership, so that two administrators cannot act on it at once. */
async function lockMember(
  tx: Db,
  teamId: number,
  id: number,
  fail: Fail<'member_not_found'>,
): Promise<{ role: Role; name: string }> {
  const [row] = await tx
    .select({ role: team_members.role, name: users.name })
    .from(team_members)
    .innerJoin(users, eq(users.id, team_members.user_id))
    .where(and(eq(team_members.team_id, teamId), eq(team_members.user_id, id)))
    .for('update', { of: team_members });
  if (!row) throw fail('member_not_found');
  return row;
}

/** Removes a person and all their tokens from the team. Their work keeps their name. */
async function removeMember(tx: Db, teamId: number, userId: number): Promise<void> {
  await tx.delete(tokens).where(and(eq(tokens.team_id, teamId), eq(tokens.user_id, userId)));
  // An unused code for another computer would sign the person in again.
  await tx.delete(invitations).where(and(eq(invitations.user_id, userId), isNull(invitations.used_by)));
  await storeChannels(tx, teamId, userId, []);
  await tx.delete(team_members).where(and(eq(team_members.team_id, teamId), eq(team_members.user_id, userId)));
}

async function setRole(tx: Db, { teamId }: Principal, userId: number, role: Role): Promise<void> {
  await tx
    .update(team_members)
    .set({ role })
    .where(and(eq(team_members.team_id, teamId), eq(team_members.user_id, userId)));
}

export function createMemberHandlers(services: PeopleServices): MemberHandlers {
  const { store, principals } = services;
  return {
    'local.members.list': async ({ principal: { teamId, userId } }) => ({
      status: 200,
      body: {
        success: true,
        data: await readMembers(store.db, services, { teamId, callerId: userId }),
        former: await readFormerMembers(store.db, services, teamId),
      },
    }),

    'local.members.update': async (call) => {
      const { principal, params, body, fail, address } = call;
      const { teamId, userId } = principal;
      const data = await store.transaction(async (tx) => {
        const { role: from, name: subject } = await lockMember(tx, teamId, params.member, fail);
        if (from === 'owner') throw fail('owner_stays');
        const to = body.role ?? from;
        const isAccessUnchanged = body.channel_ids === undefined && to === from;
        const channelIds = isAccessUnchanged ? undefined : await checkChannels(tx, call, to, body.channel_ids);
        if (to !== from) await setRole(tx, principal, params.member, to);
        if (channelIds !== undefined) await storeChannels(tx, teamId, params.member, channelIds ?? []);
        await recordAdministration(tx, {
          ...{ teamId, actorId: userId, action: 'member_changed', subject, address },
          from,
          to: channelIds ? `${to} (${channelIds.join(', ')})` : to,
        });
        return readMember(tx, services, { teamId, callerId: userId, id: params.member });
      });
      principals.forget();
      return { status: 200, body: { success: true, data } };
    },

    'local.members.remove': async ({ principal: { teamId, userId }, params, fail, address }) => {
      await store.transaction(async (tx) => {
        const { role: from, name: subject } = await lockMember(tx, teamId, params.member, fail);
        if (from === 'owner') throw fail('owner_stays');
        await removeMember(tx, teamId, params.member);
        await recordAdministration(tx, {
          ...{ teamId, actorId: userId, action: 'member_removed', subject, from, address },
        });
      });
      principals.forget();
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
  };
}

/** Serves operations on the caller's own membership, and handing the team over. */
export function createOwnHandlers(services: PeopleServices): OwnHandlers {
  const { store, principals } = services;
  return {
    'local.me.update': async ({ principal: { teamId, userId }, body: { name } }) => {
      const data = await store.transaction(async (tx) => {
        await tx.update(users).set({ name }).where(eq(users.id, userId));
        return readMember(tx, services, { teamId, callerId: userId, id: userId });
      });
      principals.forget();
      return { status: 200, body: { success: true, data } };
    },

    'local.me.leave': async ({ principal: { teamId, userId, role: from }, fail, address }) => {
      if (from === 'owner') throw fail('owner_stays');
      await store.transaction(async (tx) => {
        const [{ name: subject } = { name: '' }] = await tx
          .select({ name: users.name })
          .from(users)
          .where(eq(users.id, userId));
        await removeMember(tx, teamId, userId);
        await recordAdministration(tx, { teamId, actorId: userId, action: 'member_left', subject, from, address });
      });
      principals.forget();
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },

    'local.ownership.handOver': async ({ principal, body: { member_id }, fail, address }) => {
      const { teamId, userId } = principal;
      const data = await store.transaction(async (tx) => {
        // Locks the team first, so that the second of two concurrent hand-overs is refused.
        const [team] = await tx.select().from(teams).where(eq(teams.id, teamId)).for('update');
        if (team?.owner_id !== userId) throw fail('owner_only');
        const [next] = await readMembers(tx, services, { teamId, callerId: userId, id: member_id });
        if (!next) {
          throw fail('validation_failed', { fields: { member_id: ['There is no such person in this team.'] } });
        }
        if (next.id === userId) return next;
        await tx.update(teams).set({ owner_id: member_id }).where(eq(teams.id, teamId));
        await setRole(tx, principal, userId, 'admin');
        await setRole(tx, principal, member_id, 'owner');
        await storeChannels(tx, teamId, member_id, []);
        await recordAdministration(tx, {
          ...{ teamId, actorId: userId, action: 'ownership_handed_over', subject: next.name, address },
        });
        return readMember(tx, services, { teamId, callerId: userId, id: member_id });
      });
      principals.forget();
      return { status: 200, body: { success: true, data } };
    },
  };
}
