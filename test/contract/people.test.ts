/** Tests how people join a team, what they may do there, and how they leave it. */
import { eq } from 'drizzle-orm';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LIMITS, RATE_LIMITS } from '#contract/limits.ts';
import type { AdministrationEntry, FormerMember, Invitation, Session, TeamMember } from '#contract/schema/people.ts';
import type { Team } from '#contract/schema/team.ts';
import { DAY_MS } from '#contract/values.ts';
import { createTokenSecret } from '#service/domain/tokens/secret.ts';
import { invitations, tokens } from '#service/store/schema.ts';
import { ANIMATED_GIF, createHugePng } from '#test/support/hostile-pictures.ts';
import { readPixels } from '#test/support/pixels.ts';
import { DATABASES } from '#test/support/service.ts';

import { MISSING_ID } from './support/client.ts';
import { invite, join, joinBody } from './support/people.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(database);
  });
  afterAll(() => world.service.stop());

  const listPeople = () => world.owner.data<TeamMember[]>('local.members.list');
  const readLog = () => world.owner.data<AdministrationEntry[]>('local.administration.list');
  const getStatus = async (token: string) => (await world.owner.as(token).call('team.get')).status;

  test('somebody joins with an invitation and gets their name and its role', async () => {
    const { id, code } = await invite(world, 'editor', { note: 'For Grace' });
    const body = joinBody(code, '  Grace Hopper ');
    const answer = await world.owner.call('local.join', { body }, { token: null });
    expect(answer.status).toBe(201);
    expect(JSON.stringify(answer.body)).not.toContain(body.secret);
    const grace = world.owner.as(body.secret);
    expect((await grace.data<{ team: Team }>('team.get')).team.user_role).toBe('editor');
    const ownEntry = (await grace.data<TeamMember[]>('local.members.list')).filter(({ you }) => you);
    expect(ownEntry).toMatchObject([{ name: 'Grace Hopper', role: 'editor', channel_ids: null }]);
    const invitation = (await world.owner.data<Invitation[]>('local.invitations.list')).find(
      (entry) => entry.id === id,
    );
    expect(invitation).toMatchObject({ state: 'used', note: 'For Grace', used_by: { name: 'Grace Hopper' } });
    expect(JSON.stringify(invitation)).not.toContain('inv_');
    const days = (Date.parse(invitation!.expires_at) - Date.parse(invitation!.created_at)) / DAY_MS;
    expect(Math.round(days)).toBe(LIMITS.people.invitationDays);
  });

  test('neither code nor secret is stored', async () => {
    const { code } = await invite(world);
    const body = joinBody(code);
    await world.owner.data('local.join', { body });
    const storedRows = JSON.stringify([
      await world.service.store.db.select().from(invitations),
      await world.service.store.db.select().from(tokens),
    ]);
    expect(storedRows).not.toContain(code.slice(4));
    expect(storedRows).not.toContain(body.secret.slice(12));
  });

  test('joining again after a lost answer succeeds; another app with the same code is refused', async () => {
    const { code } = await invite(world);
    const body = joinBody(code, 'Twice');
    const [first, second] = await Promise.all([
      world.owner.call('local.join', { body }),
      world.owner.call('local.join', { body }),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await listPeople()).filter(({ name }) => name === 'Twice')).toHaveLength(1);
    expect((await world.owner.call('local.join', { body: joinBody(code) })).body['code']).toBe('invitation_used');
    const reusedSecret = await world.owner.call('local.join', {
      body: { ...joinBody((await invite(world)).code), secret: body.secret },
    });
    expect(reusedSecret.body).toMatchObject({ errors: { secret: ['This token is already in use.'] } });
  });

  test('if two apps use one invitation at once, only one joins', async () => {
    const { code } = await invite(world);
    const answers = await Promise.all(
      [joinBody(code), joinBody(code)].map((body) => world.owner.call('local.join', { body })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  test('a member sees only the invitation’s channels, until an admin changes them', async () => {
    const { member, token } = await join(world, 'member', 'Linus', { channel_ids: [OTHER_CHANNEL] });
    const listChannels = async () =>
      (await world.owner.as(token).data<{ id: number }[]>('channels.list')).map(({ id }) => id);
    expect(await listChannels()).toEqual([OTHER_CHANNEL]);
    const changedMember = await world.owner.data<TeamMember>('local.members.update', {
      params: { member: member.id },
      body: { channel_ids: [CHANNEL] },
    });
    expect(changedMember.channel_ids).toEqual([CHANNEL]);
    expect(await listChannels()).toEqual([CHANNEL]);
    await world.owner.data('local.members.update', { params: { member: member.id }, body: { role: 'editor' } });
    expect((await listChannels()).length).toBeGreaterThan(1);
  });

  test('channels are refused for other roles, and if they do not exist', async () => {
    const getErrors = async (body: object) =>
      (await world.owner.call('local.invitations.create', { body })).body['errors'];
    expect(await getErrors({ role: 'editor', channel_ids: [CHANNEL] })).toEqual({
      channel_ids: ['Only the role member is limited to channels.'],
    });
    for (const id of [MISSING_ID, world.foreign.channel]) {
      expect(await getErrors({ role: 'member', channel_ids: [CHANNEL, id] })).toEqual({
        'channel_ids.1': ['There is no such channel in this team.'],
      });
    }
  });

  test('a removed person’s tokens stop at once and their work keeps their name', async () => {
    const { member, token } = await join(world, 'admin', 'Removed');
    const apiToken = await world.owner.as(token).data<{ token: { token: string } }>('tokens.create', {
      body: { name: 'Of the removed', abilities: ['channels:read', 'projects:read', 'projects:write'] },
    });
    const { id: project } = await world.owner.data<{ id: string }>('projects.create', {
      body: { channel_id: CHANNEL, title: 'Commented' },
    });
    await world.owner
      .as(token)
      .data('projects.comments.create', { params: { project }, body: { body: 'Said before leaving' } });
    expect([await getStatus(token), await getStatus(apiToken.token.token)]).toEqual([200, 200]);
    await world.owner.data('local.members.remove', { params: { member: member.id } });
    expect([await getStatus(token), await getStatus(apiToken.token.token)]).toEqual([401, 401]);
    const comments = await world.owner.data('projects.comments.list', { params: { project } });
    expect(JSON.stringify(comments)).toContain('"Removed"');
    expect((await listPeople()).some(({ id }) => id === member.id)).toBe(false);
  });

  test('a person renames themselves, leaves the team, and ends only their own sessions', async () => {
    const { token } = await join(world, 'viewer', 'Vera');
    const vera = world.owner.as(token);
    expect((await vera.data<TeamMember>('local.me.update', { body: { name: 'Vera Rubin' } })).name).toBe('Vera Rubin');
    const [session] = await vera.data<Session[]>('local.sessions.list');
    expect(session).toMatchObject({ device: 'A laptop', current: true });
    expect((await vera.call('local.me.leave', { body: {} })).status).toBe(422);
    await vera.data('local.me.leave', { body: { confirm: true } });
    expect(await getStatus(token)).toBe(401);
    const other = await join(world);
    const [otherSession] = await world.owner.as(other.token).data<Session[]>('local.sessions.list');
    expect((await world.owner.call('local.sessions.end', { params: { session: otherSession!.id } })).status).toBe(404);
    await world.owner.as(other.token).data('local.sessions.end', { params: { session: otherSession!.id } });
    expect(await getStatus(other.token)).toBe(401);
  });

  test('a person’s picture is cropped to its centre square, shown to the team and removed again', async () => {
    const { member, token } = await join(world, 'viewer', 'Pictured');
    const person = world.owner.as(token);
    const updatedMember = await person.data<TeamMember>('local.me.picture.put', { body: { base64: drawStripes() } });
    const { sha256, url } = updatedMember.picture!;
    const { width, height, data } = await readPixels(Buffer.from(await (await fetch(url)).arrayBuffer()));
    expect([width, height]).toEqual([LIMITS.people.picture.side, LIMITS.people.picture.side]);
    for (const offset of [0, data.length - 4]) expect([...data.subarray(offset, offset + 3)]).toEqual([0, 255, 0]);
    const peopleWithPicture = (await listPeople()).filter(({ picture }) => picture);
    expect(peopleWithPicture).toMatchObject([{ id: member.id, picture: { sha256 } }]);
    expect(
      (await fetch(url.replace(/signature=./, (part) => `signature=${part.endsWith('-') ? '_' : '-'}`))).status,
    ).toBe(404);
    const foreignClient = world.owner.as(world.foreign.secret);
    expect(JSON.stringify((await foreignClient.call('local.members.list')).body)).not.toContain(sha256);
    expect((await person.data<TeamMember>('local.me.picture.delete')).picture).toBeNull();
    expect((await listPeople()).some(({ picture }) => picture)).toBe(false);
  });

  test('a file that isn’t a picture, or is too large, gets an error on its field that names the limit', async () => {
    const getErrors = async (base64: string) => {
      const { status, body } = await world.owner.call('local.me.picture.put', { body: { base64 } });
      return [status, body['errors']];
    };
    const encode = (file: Uint8Array): string => Buffer.from(file).toString('base64');
    const { uploadLetters } = LIMITS.thumbnails;
    expect(
      await Promise.all(
        [Buffer.from('Dear diary'), ANIMATED_GIF, createHugePng(9000, 9000)].map(encode).map(getErrors),
      ),
    ).toEqual([
      [422, { base64: ['It isn’t a PNG, JPEG or WebP picture.'] }],
      [422, { base64: ['It isn’t a PNG, JPEG or WebP picture.'] }],
      [422, { base64: ['It’s too large: 9000 x 9000 pixels, at most 40 million.'] }],
    ]);
    expect(await getErrors('A'.repeat(uploadLetters + 4))).toEqual([
      422,
      { base64: [`At most ${uploadLetters} Base64 characters.`] },
    ]);
    expect((await listPeople()).some(({ picture }) => picture)).toBe(false);
  });

  test('the picture of somebody who has left stays with their work', async () => {
    const { member, token } = await join(world, 'editor', 'Left');
    await world.owner.as(token).data('local.me.picture.put', { body: { base64: drawStripes() } });
    await world.owner.data('local.members.remove', { params: { member: member.id } });
    const former = (await world.owner.call('local.members.list')).body['former'] as FormerMember[];
    expect(former).toMatchObject([{ id: member.id, name: 'Left' }]);
    expect((await fetch(former[0]!.picture.url)).status).toBe(200);
    const foreignClient = world.owner.as(world.foreign.secret);
    expect((await foreignClient.call('local.members.list')).body['former']).toEqual([]);
  });

  test('another computer of a person signs in as them, once, until they are removed', async () => {
    const { member, token } = await join(world, 'editor', 'Two computers');
    const person = world.owner.as(token);
    const createCode = async () => (await person.data<{ code: string }>('local.sessions.invite')).code;
    const body = joinBody(await createCode(), 'Another name');
    await world.owner.data('local.join', { body });
    const ownEntries = await world.owner.as(body.secret).data<TeamMember[]>('local.members.list');
    expect(ownEntries.find(({ you }) => you)).toMatchObject({ id: member.id, name: 'Two computers', role: 'editor' });
    expect(await person.data<Session[]>('local.sessions.list')).toHaveLength(2);
    expect((await world.owner.call('local.join', { body: joinBody(body.code) })).body['code']).toBe('invitation_used');
    const invitations = await world.owner.data<Invitation[]>('local.invitations.list');
    expect(invitations.filter(({ invited_by }) => invited_by.id === member.id)).toEqual([]);
    const unusedCode = await createCode();
    await world.owner.data('local.members.remove', { params: { member: member.id } });
    expect(await getStatus(body.secret)).toBe(401);
    expect((await world.owner.call('local.join', { body: joinBody(unusedCode) })).body['code']).toBe(
      'invitation_unknown',
    );
  });

  test('ownership is handed over once, and the former owner becomes an admin', async () => {
    const { member, token } = await join(world, 'admin', 'Next owner');
    const nextOwner = world.owner.as(token);
    const me = (await listPeople()).find(({ you }) => you)!;
    const handOver = (from: typeof nextOwner, member_id: number) =>
      from.call('local.ownership.handOver', { body: { member_id } });
    expect((await handOver(nextOwner, member.id)).status).toBe(403);
    expect((await handOver(world.owner, MISSING_ID)).status).toBe(422);
    const answers = await Promise.all([handOver(world.owner, member.id), handOver(world.owner, member.id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
    expect((await nextOwner.data<{ team: Team }>('team.get')).team).toMatchObject({
      user_role: 'owner',
      owner: { id: member.id, name: 'Next owner' },
    });
    expect((await listPeople()).find(({ id }) => id === me.id)!.role).toBe('admin');
    expect((await world.owner.call('local.members.remove', { params: { member: member.id } })).body['code']).toBe(
      'owner_stays',
    );
    expect((await handOver(nextOwner, me.id)).status).toBe(200);
  });

  test('actions of administrators are recorded with person, action and address', async () => {
    const { member } = await join(world, 'editor', 'Recorded');
    await world.owner.data('local.members.update', { params: { member: member.id }, body: { role: 'viewer' } });
    await world.owner.data('local.members.remove', { params: { member: member.id } });
    const entries = (await readLog()).filter(({ subject }) => subject === 'Recorded');
    expect(entries.map(({ action, from, to }) => [action, from, to])).toEqual([
      ['member_removed', 'viewer', null],
      ['member_changed', 'editor', 'viewer'],
      ['member_joined', null, 'editor'],
    ]);
    for (const { address } of entries) expect(address).toMatch(/127\.0\.0\.1/);
    expect(entries[0]!.actor).toMatchObject({ name: (await listPeople()).find(({ you }) => you)!.name });
    expect(JSON.stringify(await readLog())).not.toMatch(/inv_|sk_live_/);
  });

  test('another team neither sees nor touches people and invitations', async () => {
    const foreignClient = world.owner.as(world.foreign.secret);
    const { member } = await join(world);
    const { id } = await invite(world);
    expect((await foreignClient.call('local.members.remove', { params: { member: member.id } })).status).toBe(404);
    expect((await foreignClient.call('local.invitations.revoke', { params: { invitation: id } })).status).toBe(404);
    expect(JSON.stringify(await foreignClient.data('local.administration.list'))).not.toContain('Grace');
    expect(await foreignClient.data<Invitation[]>('local.invitations.list')).toEqual([]);
  });
});

/** Draws a wide picture whose middle square is green and whose ends are red, in Base64. */
function drawStripes(): string {
  const canvas = createCanvas(800, 400);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 800, 400);
  context.fillStyle = '#00ff00';
  context.fillRect(200, 0, 400, 400);
  return canvas.toBuffer('image/png').toString('base64');
}

test('attempts to join are limited by address, whatever token is sent', async () => {
  const world = await World.open('pglite', { rateLimits: true });
  try {
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= RATE_LIMITS.join; attempt++) {
      const token = attempt % 2 === 0 ? world.service.token : createTokenSecret().secret;
      const body = joinBody(`inv_${String(attempt).padStart(27, 'a')}`);
      statuses.push((await world.owner.call('local.join', { body }, { token })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: RATE_LIMITS.join }, () => 404), 429]);
  } finally {
    await world.service.stop();
  }
});

test('an administrator renames the team, which everybody sees and the log records', async () => {
  const world = await World.open('pglite');
  try {
    const editor = world.owner.as((await join(world, 'editor')).token);
    const before = (await editor.data<{ team: { name: string } }>('team.get')).team.name;
    expect((await editor.call('local.team.update', { body: { name: 'Ours' } })).status).toBe(403);
    expect((await world.owner.call('local.team.update', { body: { name: ' ' } })).status).toBe(422);
    await world.owner.data('local.team.update', { body: { name: 'Slow Lines' } });
    await world.owner.data('local.team.update', { body: { name: 'Slow Lines' } });
    expect((await editor.data<{ team: { name: string } }>('team.get')).team.name).toBe('Slow Lines');
    const log = await world.owner.data<{ action: string; from: string; to: string }[]>('local.administration.list');
    expect(log.filter(({ action }) => action === 'team_renamed')).toMatchObject([{ from: before, to: 'Slow Lines' }]);
  } finally {
    await world.service.stop();
  }
});

test('a token made through the API cannot leave the team or sign anybody out', async () => {
  const world = await World.open('pglite');
  try {
    const { token } = await join(world, 'admin');
    const apiToken = await world.owner.as(token).data<{ token: { token: string } }>('tokens.create', {
      body: { name: 'Reader', abilities: ['channels:read'] },
    });
    for (const id of ['local.me.leave', 'local.sessions.list'] as const) {
      expect((await world.owner.as(apiToken.token.token).call(id)).status).toBe(403);
    }
    const [row] = await world.service.store.db.select().from(tokens).where(eq(tokens.kind, 'device'));
    expect(row!.abilities).toContain('workspace:manage');
  } finally {
    await world.service.stop();
  }
});
