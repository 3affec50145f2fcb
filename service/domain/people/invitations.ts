/** Invites people to a team and lets them join it. */
import { randomBytes } from 'node:crypto';

import { and, desc, eq, gte, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { ABILITIES } from '#contract/abilities.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Invitation } from '#contract/schema/people.ts';
import { DAY_MS } from '#contract/values.ts';
import { sha256 } from '#platform/sha256.ts';

import { invitations, team_members, teams, tokens, users } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { describeToken } from '../tokens/secret.ts';
import { recordAdministration } from './administration.ts';
import { checkChannels, storeChannels } from './channels-reached.ts';
import { type PeopleServices, readMembers, UNNAMED_OWNER } from './members.ts';

const LISTED_FOR_MS = 90 * DAY_MS;

type InvitationRow = typeof invitations.$inferSelect;

/** 160 random bits, looked up by hash: neither guessing nor response times reveal a code. */
export const createCode = (): string => `inv_${randomBytes(20).toString('base64url')}`;
function getState(
  { used_by, revoked_at, expires_at }: InvitationRow,
  now: Date,
): 'open' | 'used' | 'expired' | 'revoked' {
  if (used_by !== null) return 'used';
  if (revoked_at !== null) return 'revoked';
  return expires_at <= now ? 'expired' : 'open';
}

const inviters = alias(users, 'inviters');
const joiners = alias(users, 'joiners');

async function readInvitations(db: Db, teamId: number, now: Date): Promise<Invitation[]> {
  const rows = await db
    .select({
      invitation: invitations,
      invited_by: { id: inviters.id, name: inviters.name },
      used_by: { id: joiners.id, name: joiners.name },
    })
    .from(invitations)
    .innerJoin(inviters, eq(inviters.id, invitations.invited_by))
    .leftJoin(joiners, eq(joiners.id, invitations.used_by))
    .where(
      and(
        eq(invitations.team_id, teamId),
        isNull(invitations.user_id),
        gte(invitations.created_at, new Date(now.getTime() - LISTED_FOR_MS)),
      ),
    )
    .orderBy(desc(invitations.id));
  return rows.map(({ invitation, invited_by, used_by }) => ({
    id: invitation.id,
    role: invitation.role,
    channel_ids: invitation.channel_ids,
    note: invitation.note,
    state: getState(invitation, now),
    invited_by,
    used_by,
    created_at: invitation.created_at.toISOString(),
    expires_at: invitation.expires_at.toISOString(),
  }));
}

type InvitationServices = Pick<Services, 'store' | 'principals' | 'now' | 'live'>;
type InvitationHandlers = Pick<
  Handlers,
  'local.invitations.list' | 'local.invitations.create' | 'local.invitations.revoke'
>;

export function createInvitationHandlers({
  store,
  now,
}: Pick<InvitationServices, 'store' | 'now'>): InvitationHandlers {
  return {
    'local.invitations.list': async ({ principal: { teamId } }) => ({
      status: 200,
      body: { success: true, data: await readInvitations(store.db, teamId, now()) },
    }),

    'local.invitations.create': async (call) => {
      const { principal, body, address } = call;
      const { teamId: team_id, userId: invited_by } = principal;
      const code = createCode();
      const createdAt = now();
      const expires_at = new Date(createdAt.getTime() + LIMITS.people.invitationDays * DAY_MS);
      const data = await store.transaction(async (tx) => {
        const channel_ids = await checkChannels(tx, call, body.role, body.channel_ids);
        const note = body.note ?? null;
        const [row] = await tx
          .insert(invitations)
          .values({ team_id, role: body.role, channel_ids, note, code_hash: sha256(code), invited_by, expires_at })
          .returning();
        if (!row) throw new Error('The invitation was not returned.');
        await recordAdministration(tx, {
          ...{ teamId: team_id, actorId: invited_by, action: 'invitation_created', address },
          subject: note ?? `#${row.id}`,
          to: body.role,
        });
        const createdInvitation = (await readInvitations(tx, team_id, createdAt)).find(({ id }) => id === row.id);
        if (!createdInvitation) throw new Error('The invitation was not found.');
        return { ...createdInvitation, code };
      });
      return { status: 201, body: { success: true, data } };
    },

    'local.invitations.revoke': async ({ principal: { teamId, userId }, params, fail, address }) => {
      await store.transaction(async (tx) => {
        const [row] = await tx
          .update(invitations)
          .set({ revoked_at: now() })
          .where(
            and(
              eq(invitations.team_id, teamId),
              eq(invitations.id, params.invitation),
              isNull(invitations.user_id),
              isNull(invitations.used_by),
              isNull(invitations.revoked_at),
            ),
          )
          .returning();
        if (!row) throw fail('invitation_not_found');
        await recordAdministration(tx, {
          ...{ teamId, actorId: userId, action: 'invitation_revoked', address },
          subject: row.note ?? `#${row.id}`,
          from: row.role,
        });
      });
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
  };
}

/** Serves the only request that needs no token. */
export function createJoinHandlers(services: InvitationServices & PeopleServices): Pick<Handlers, 'local.join'> {
  const { store, principals, now, live } = services;
  return {
    'local.join': async ({ body, fail, address }) => {
      const token = describeToken(body.secret);
      const data = await store.transaction(async (tx) => {
        const [invitation] = await tx
          .select()
          .from(invitations)
          .where(eq(invitations.code_hash, sha256(body.code)))
          .for('update');
        if (!invitation) throw fail('invitation_unknown');
        const { team_id } = invitation;
        const [team] = await tx.select({ id: teams.id, name: teams.name }).from(teams).where(eq(teams.id, team_id));
        if (!team) throw new Error('The team of an invitation is gone.');
        const [existingToken] = await tx.select().from(tokens).where(eq(tokens.hash, token.hash));
        const state = getState(invitation, now());
        if (state === 'used') {
          // The same app repeats its request because the first response was lost.
          if (existingToken?.user_id !== invitation.used_by || existingToken?.team_id !== team_id)
            throw fail('invitation_used');
        } else if (state === 'open') {
          if (existingToken) throw fail('validation_failed', { fields: { secret: ['This token is already in use.'] } });
        } else throw fail(`invitation_${state}`);
        const userId = invitation.used_by ?? (await signIn(tx, invitation, { ...body, ...token, address }));
        const [member] = await readMembers(tx, services, { teamId: team_id, callerId: userId, id: userId });
        if (!member) throw fail('invitation_used');
        return { team, member };
      });
      principals.forget();
      live.publish({ team: data.team.id, topic: 'people', token: null });
      return { status: 201, body: { success: true, data } };
    },
  };
}

interface JoinRequest {
  readonly name: string;
  readonly device: string;
  readonly hash: string;
  readonly prefix: string;
  readonly address: string;
}

/** Stores the token and returns its person: a new member, or one who signs in on another computer. */
async function signIn(tx: Db, invitation: InvitationRow, person: JoinRequest): Promise<number> {
  const { id, team_id } = invitation;
  const { name, device, hash, prefix } = person;
  if (invitation.user_id !== null) await nameOwner(tx, invitation.user_id, name);
  const user_id = invitation.user_id ?? (await addPerson(tx, invitation, person));
  const abilities = [...ABILITIES];
  await tx.insert(tokens).values({ team_id, user_id, kind: 'device', name: device, hash, prefix, abilities });
  await tx.update(invitations).set({ used_by: user_id }).where(eq(invitations.id, id));
  return user_id;
}

/** Gives the owner of a new server the name they sign in with. */
async function nameOwner(tx: Db, userId: number, name: string): Promise<void> {
  await tx
    .update(users)
    .set({ name })
    .where(and(eq(users.id, userId), eq(users.name, UNNAMED_OWNER)));
}

async function addPerson(tx: Db, { team_id, role, channel_ids }: InvitationRow, person: JoinRequest): Promise<number> {
  const { name, address } = person;
  const [user] = await tx.insert(users).values({ name }).returning({ id: users.id });
  if (!user) throw new Error('The person was not returned.');
  const user_id = user.id;
  await tx.insert(team_members).values({ team_id, user_id, role });
  if (channel_ids) await storeChannels(tx, team_id, user_id, channel_ids);
  await recordAdministration(tx, {
    ...{ teamId: team_id, actorId: user_id, action: 'member_joined', subject: name, to: role, address },
  });
  return user_id;
}
