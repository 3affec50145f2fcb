/** Valid calls and failures of the operations about people. */
import { createTokenSecret } from '#service/domain/tokens/secret.ts';
import { invitations } from '#service/store/schema.ts';
import type { InvitedRole, TeamMember } from '#contract/schema/people.ts';

import { type Input, MISSING_ID } from './client.ts';
import type { Failures } from './failure-table.ts';
import { addProject } from './projects.ts';
import { drawFlatPicture } from './thumbnails.ts';
import type { World } from './world.ts';

export interface NewInvitation {
  readonly id: number;
  readonly code: string;
}

export function invite({ owner }: World, role: InvitedRole = 'editor', overrides: object = {}): Promise<NewInvitation> {
  return owner.data<NewInvitation>('local.invitations.create', { body: { role, ...overrides } });
}

export const joinBody = (code: string, name = 'Grace', secret = createTokenSecret().secret) => ({
  code,
  secret,
  name,
  device: 'A laptop',
});

/** Invites somebody, who joins; returns the member and their token. */
export async function join(world: World, role: InvitedRole = 'editor', name = 'Grace', overrides: object = {}) {
  const body = joinBody((await invite(world, role, overrides)).code, name);
  const { member } = await world.owner.data<{ member: TeamMember }>('local.join', { body });
  return { member, token: body.secret };
}

async function createMemberInput(world: World): Promise<Input> {
  return { params: { member: (await join(world)).member.id } };
}

export const VALID_PEOPLE_INPUTS = {
  'local.members.list': () => Promise.resolve({}),
  'local.members.update': async (world: World) => ({ ...(await createMemberInput(world)), body: { role: 'viewer' } }),
  'local.members.remove': createMemberInput,
  'local.invitations.list': () => Promise.resolve({}),
  'local.invitations.create': () => Promise.resolve({ body: { role: 'editor' } }),
  'local.invitations.revoke': async (world: World) => ({ params: { invitation: (await invite(world)).id } }),
  'local.join': async (world: World) => ({ body: joinBody((await invite(world)).code) }),
  'local.me.update': () => Promise.resolve({ body: { name: 'Ada' } }),
  'local.me.picture.put': () => Promise.resolve({ body: { base64: drawFlatPicture(32, 18).toString('base64') } }),
  'local.me.picture.delete': () => Promise.resolve({}),
  'local.me.leave': async (world: World) => ({ token: (await join(world)).token, body: { confirm: true } }),
  'local.sessions.list': () => Promise.resolve({}),
  'local.sessions.invite': () => Promise.resolve({}),
  'local.sessions.end': async (world: World) => {
    const { token } = await join(world);
    const [session] = await world.owner.as(token).data<{ id: number }[]>('local.sessions.list');
    return { token, params: { session: session!.id } };
  },
  'local.team.update': () => Promise.resolve({ body: { name: 'The team' } }),
  // Hands ownership to the owner, so that nothing changes.
  'local.ownership.handOver': async ({ owner }: World) => {
    const people = await owner.data<TeamMember[]>('local.members.list');
    return { body: { member_id: people.find(({ you }) => you)!.id } };
  },
  'local.presence.put': async (world: World) => ({ body: { project: (await addProject(world)).id } }),
  'local.administration.list': () => Promise.resolve({}),
} as const;

type PeopleFailures = Pick<Failures, keyof typeof VALID_PEOPLE_INPUTS>;

const findOwnerId = async ({ owner }: World): Promise<number> =>
  (await owner.data<TeamMember[]>('local.members.list')).find(({ role }) => role === 'owner')!.id;

export const PEOPLE_FAILURES: PeopleFailures = {
  'local.members.list': {},
  'local.members.update': {
    member_not_found: ({ owner }) => owner.call('local.members.update', { params: { member: MISSING_ID }, body: {} }),
    owner_stays: async (world) =>
      world.owner.call('local.members.update', {
        params: { member: await findOwnerId(world) },
        body: { role: 'viewer' },
      }),
  },
  'local.members.remove': {
    member_not_found: ({ owner }) => owner.call('local.members.remove', { params: { member: MISSING_ID } }),
    owner_stays: async (world) =>
      world.owner.call('local.members.remove', { params: { member: await findOwnerId(world) } }),
  },
  'local.invitations.list': {},
  'local.invitations.create': {},
  'local.invitations.revoke': {
    invitation_not_found: ({ owner }) => owner.call('local.invitations.revoke', { params: { invitation: MISSING_ID } }),
  },
  'local.join': {
    invitation_unknown: ({ owner }) => owner.call('local.join', { body: joinBody(`inv_${'a'.repeat(27)}`) }),
    invitation_expired: async (world) => {
      const { code } = await invite(world);
      await world.write((tx) => tx.update(invitations).set({ expires_at: new Date(0) }));
      return world.owner.call('local.join', { body: joinBody(code) });
    },
    invitation_used: async (world) => {
      const { code } = await invite(world);
      await world.owner.data('local.join', { body: joinBody(code) });
      return world.owner.call('local.join', { body: joinBody(code) });
    },
    invitation_revoked: async (world) => {
      const { id, code } = await invite(world);
      await world.owner.data('local.invitations.revoke', { params: { invitation: id } });
      return world.owner.call('local.join', { body: joinBody(code) });
    },
  },
  'local.me.update': {},
  'local.me.picture.put': {
    image_refused: ({ owner }) =>
      owner.call('local.me.picture.put', { body: { base64: Buffer.from('no picture').toString('base64') } }),
  },
  'local.me.picture.delete': {},
  'local.me.leave': { owner_stays: ({ owner }) => owner.call('local.me.leave', { body: { confirm: true } }) },
  'local.sessions.list': {},
  'local.sessions.invite': {},
  'local.sessions.end': {
    session_not_found: ({ owner }) => owner.call('local.sessions.end', { params: { session: MISSING_ID } }),
  },
  'local.team.update': {},
  'local.ownership.handOver': {
    owner_only: async (world) =>
      world.owner
        .as(world.tokens.admin)
        .call('local.ownership.handOver', { body: { member_id: await findOwnerId(world) } }),
  },
  'local.presence.put': {
    project_forbidden: async (world) =>
      world.owner
        .as(world.tokens.member)
        .call('local.presence.put', { body: { project: (await addProject(world)).id } }),
    project_not_found: ({ owner }) =>
      owner.call('local.presence.put', { body: { project: `project:v1:idea:${MISSING_ID}` } }),
    project_promoted: async (world) => {
      const { id: project, revision } = await addProject(world);
      await world.owner.data('projects.promote', { params: { project }, headers: { 'If-Match': revision }, body: {} });
      return world.owner.call('local.presence.put', { body: { project } });
    },
  },
  'local.administration.list': {
    validation_failed: ({ owner }) => owner.call('local.administration.list', { query: { page: 0 } }),
  },
};
