/**
 * Tests what a member sees after a channel was taken away, on both databases: notifications, tasks, replays, streams and
 * signed files.
 */
import { randomUUID } from 'node:crypto';

import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Role } from '#contract/abilities.ts';
import { RATE_LIMITS } from '#contract/limits.ts';
import { type OperationId, OPERATION_LIST } from '#contract/operations/index.ts';
import type { Production, Project, ProjectNotification, ProjectTask } from '#contract/schema/project.ts';
import type { Team } from '#contract/schema/team.ts';
import type { WebhookDetail } from '#contract/schema/webhook.ts';
import type { ImageEngines } from '#service/domain/thumbnails/services.ts';
import { project_notifications } from '#service/store/schema-projects.ts';
import { channel_access, team_members, tokens } from '#service/store/schema.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { DATABASES } from '#test/support/service.ts';

import { type Client, type Input, shape } from './support/client.ts';
import { newProject } from './support/projects.ts';
import { anyPicture, quickImages } from './support/thumbnails.ts';
import { VALID } from './support/valid-calls.ts';
import { quickVideos } from './support/videos.ts';
import { newWebhook } from './support/webhooks.ts';
import { CHANNEL, TEAM, World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  let member: Client;
  let [memberId, editorId] = [0, 0];
  let receiver: Receiver;
  /** Lets pictures be drawn. */
  let drawing = Promise.resolve();
  beforeAll(async () => {
    receiver = await startReceiver();
    const images: ImageEngines = { current: (team) => drawing.then(() => quickImages.current(team)) };
    world = await World.open(database, { images, pictures: anyPicture, videoMaker: quickVideos });
    owner = world.owner;
    member = owner.as(world.tokens.member);
    const people = await world.service.store.db.select().from(team_members).where(eq(team_members.team_id, TEAM));
    // The sample people come first.
    const idOf = (role: Role) => people.findLast((person) => person.role === role)!.user_id;
    [memberId, editorId] = [idOf('member'), idOf('editor')];
  });
  afterAll(async () => {
    await world.service.stop();
    receiver.close();
  });

  const give = () =>
    world.write((tx) =>
      tx.insert(channel_access).values({ channel_id: CHANNEL, user_id: memberId }).onConflictDoNothing(),
    );
  const take = () =>
    world.write((tx) =>
      tx
        .delete(channel_access)
        .where(and(eq(channel_access.channel_id, CHANNEL), eq(channel_access.user_id, memberId))),
    );
  beforeEach(give);

  const write = async (id: OperationId, project: string, body: object) => {
    const { revision } = await owner.data<Project>('projects.get', { params: { project } });
    return owner.call(id, { params: { project }, headers: { 'If-Match': revision }, body });
  };
  const notifications = () => member.data<ProjectNotification[]>('projectNotifications.list');

  test('notifications say nothing of the project any more, and none is made', async () => {
    const { id } = await newProject(world, { title: 'The secret project' });
    await member.data('projects.comments.create', {
      params: { project: id },
      headers: { 'If-Match': (await owner.data<Project>('projects.get', { params: { project: id } })).revision },
      body: { body: 'I take part.', mentioned_user_ids: [] },
    });
    await write('projects.comments.create', id, { body: 'Before it was taken away.', mentioned_user_ids: [] });
    const [before] = await notifications();
    expect(before!.message).toContain('Before it was taken away.');
    const count = (await notifications()).length;

    await take();
    const [after] = await notifications();
    expect(after).toMatchObject({
      id: before!.id,
      target_available: false,
      message: 'You no longer have access to this project.',
      actor: null,
    });
    const read = await member.data<ProjectNotification>('projectNotifications.read', {
      params: { notification: before!.id },
    });
    expect(JSON.stringify(read)).not.toMatch(/secret|taken away/);
    await write('projects.comments.create', id, { body: 'Written afterwards.', mentioned_user_ids: [] });
    expect(await notifications()).toHaveLength(count);

    await give();
    expect((await notifications())[0]!.message).toContain('Before it was taken away.');
  });

  test('people without the channel can’t be mentioned or assigned; who was assigned may stay', async () => {
    const { id } = await newProject(world, { title: 'A project with tasks' });
    const checklist = [{ title: 'A task', assignee_id: memberId }];
    expect((await write('projects.production.update', id, { checklist })).status).toBe(200);
    const tasks = async () =>
      (await member.data<ProjectTask[]>('tasks.list', { query: { limit: 100 } })).filter(
        ({ project_id }) => project_id === id,
      );
    expect(await tasks()).toHaveLength(1);

    await take();
    expect(await tasks()).toEqual([]);
    const told = await write('projects.comments.create', id, { body: 'You there', mentioned_user_ids: [memberId] });
    expect(told).toMatchObject({
      status: 422,
      body: { errors: { mentioned_user_ids: ['Only team members with access to this project can be mentioned.'] } },
    });
    const now = await owner.data<Production>('projects.production.get', { params: { project: id } });
    const kept = now.checklist.map(({ id: entry, title, required, done, assignee_id, due_at }) => ({
      id: entry,
      title,
      required,
      done,
      assignee_id,
      due_at,
    }));
    expect((await write('projects.production.update', id, { checklist: kept })).status).toBe(200);
    const { id: other } = await newProject(world, { title: 'Another project' });
    expect(await write('projects.production.update', other, { checklist })).toMatchObject({
      status: 422,
      body: {
        errors: { 'checklist.0.assignee_id': ['Only team members with access to this project can be assigned.'] },
      },
    });
  });

  test('runs of a channel that was taken away are not listed, and their texts are closed', async () => {
    const studio = owner.as(await world.studioOf(memberId));
    const run_id = await world.run(await world.script());
    const listed = async () => (await studio.data<{ run_id: string }[]>('local.runs.list')).map((run) => run.run_id);
    const text = () => studio.call('local.runs.text', { params: { run_id } });
    expect(await listed()).toContain(run_id);
    expect((await text()).status).toBe(200);

    await take();
    expect(await listed()).not.toContain(run_id);
    expect((await text()).status).toBe(404);
    expect((await studio.call('local.runs.cancel', { params: { run_id } })).status).toBe(404);
  });

  /** Lets the member do what the owner's valid call does. */
  async function asMember(id: OperationId): Promise<Input> {
    const input = await VALID[id](world);
    return { ...input, headers: { ...input.headers, 'Idempotency-Key': randomUUID() } };
  }

  const OF_A_CHANNEL = OPERATION_LIST.filter(
    ({ path, safety, surface }) =>
      surface === 'api' && safety.idempotency !== 'unsupported' && !path.startsWith('/project-notifications'),
  );

  test.each(OF_A_CHANNEL)('the stored answer of $id is not given again', async ({ id }) => {
    const input = await asMember(id);
    const first = await member.call(id, input);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    const again = await member.call(id, input);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    await take();
    const refused = await member.call(id, input);
    expect(refused.status, JSON.stringify(refused.body)).toBe(403);
    expect(shape(id).errors.some((name) => name.endsWith('_forbidden'))).toBe(true);
    expect(refused.headers.get('Idempotency-Replayed')).toBeNull();
    await give();
    expect((await member.call(id, input)).status).toBe(again.status);
  });

  test('the stored answer of a read notification says nothing of the project', async () => {
    const idea_id = await world.idea();
    const row = { team_id: TEAM, user_id: memberId, idea_id, type: 'project_commented', message: 'A secret remark' };
    const [made] = await world.write((tx) => tx.insert(project_notifications).values(row).returning());
    const input = { params: { notification: made!.id }, headers: { 'Idempotency-Key': randomUUID() } };
    expect(JSON.stringify((await member.call('projectNotifications.read', input)).body)).toContain('A secret remark');
    await take();
    const { status, headers, body } = await member.call('projectNotifications.read', input);
    expect([status, headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('the stored answer about what is gone is not given again', async () => {
    const made = await world.script();
    const project = `project:v1:script:${made}`;
    const { revision } = await owner.data<Project>('projects.get', { params: { project } });
    const change = {
      params: { project },
      headers: { 'If-Match': revision, 'Idempotency-Key': randomUUID() },
      body: { title: 'A secret title' },
    };
    expect((await member.call('projects.update', change)).status).toBe(200);
    const row = { team_id: TEAM, user_id: memberId, script_id: made, type: 'project_commented', message: 'A remark' };
    const [notification] = await world.write((tx) => tx.insert(project_notifications).values(row).returning());
    const read = { params: { notification: notification!.id }, headers: { 'Idempotency-Key': randomUUID() } };
    expect((await member.call('projectNotifications.read', read)).status).toBe(200);
    await owner.data('local.scripts.delete', { params: { id: made } });
    await take();
    expect(await member.call('projects.update', change)).toMatchObject({ status: 403 });
    expect(await member.call('projectNotifications.read', read)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  test('a callback brings no new addresses of pictures', async () => {
    const started = async (path: string) => {
      const body = { prompt: 'A ferry', num_variations: 1, callback_url: receiver.url(path) };
      return member.data<{ run_id: string }>('thumbnails.generate', { params: { id: CHANNEL }, body });
    };
    const called = async ({ run_id }: { run_id: string }) => {
      const read = () =>
        owner.data<{ status: string; callback_deliveries: object[] }>('thumbnails.run', {
          params: { id: CHANNEL, run_id },
        });
      await expect.poll(async () => (await read()).status).toBe('completed');
      return (await read()).callback_deliveries.length;
    };
    expect(await called(await started('/ok?with-access'))).toBe(1);
    let draw = (): void => undefined;
    drawing = new Promise((resolve) => {
      draw = resolve;
    });
    const run = await started('/ok?without-access');
    await take();
    draw();
    expect(await called(run)).toBe(0);
  });

  test('a person who becomes a member loses what they had no channel for', async () => {
    const { id } = await newProject(world, { title: 'Only for editors' });
    await write('projects.comments.create', id, { body: 'Seen as an editor', mentioned_user_ids: [editorId] });
    const editor = owner.as(world.tokens.editor);
    const list = async () => JSON.stringify(await editor.data('projectNotifications.list'));
    expect(await list()).toContain('Seen as an editor');
    const input = { ...(await VALID['projects.create'](world)), headers: { 'Idempotency-Key': randomUUID() } };
    expect((await editor.call('projects.create', input)).status).toBe(201);
    const become = async (role: 'editor' | 'member') => {
      await world.write((tx) => tx.update(team_members).set({ role }).where(eq(team_members.user_id, editorId)));
      // Who calls is cached for a second.
      await expect.poll(async () => (await editor.data<{ team: Team }>('team.get')).team.user_role).toBe(role);
    };
    await become('member');
    expect(await list()).not.toContain('editor');
    expect((await editor.call('projects.create', input)).status).toBe(403);
    await become('editor');
    expect((await editor.call('projects.create', input)).headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('a signed address works until it expires; no new one is given', async () => {
    await owner.data('board.generate', await VALID['board.generate'](world));
    const board = () => member.call('board.get', { params: { id: CHANNEL } });
    const addressOf = async () => /https?:[^"]+\/files\/media\/[^"]+/.exec(JSON.stringify((await board()).body))?.[0];
    await expect.poll(addressOf).toBeDefined();
    const address = new URL((await addressOf()) ?? '');
    expect(Number(address.searchParams.get('expires')) * 1000).toBeLessThan(Date.now() + 2 * 86_400_000);
    await take();
    expect((await board()).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
    address.searchParams.set('expires', String(Number(address.searchParams.get('expires')) + 1));
    expect((await fetch(address)).status).toBe(404);
  });

  test('a viewer sees what was sent, but not with its signature', async () => {
    const { id } = await owner.data<{ id: number }>('webhooks.create', { body: newWebhook() });
    await owner.call('webhooks.test', { params: { webhook: id } });
    const delivery = async (client: Client) =>
      (await client.data<WebhookDetail>('webhooks.get', { params: { webhook: id } })).deliveries[0]!;
    expect(await delivery(owner)).toMatchObject({ payload: expect.any(String), signature: expect.any(String) });
    const seen = await delivery(owner.as(world.tokens.viewer));
    expect(seen.payload).toContain('webhook.test');
    expect(seen.signature).toBeUndefined();
  });

  test('a token that a revoked token made is revoked too; what a session made stays', async () => {
    const make = (client: Client, name: string) =>
      client.data<{ token: { id: number; token: string } }>('tokens.create', {
        body: { name, abilities: ['channels:read', 'tokens:manage'] },
      });
    const parent = await make(owner, `parent ${randomUUID()}`);
    const child = await make(owner.as(parent.token.token), `child ${randomUUID()}`);
    const grandchild = await make(owner.as(child.token.token), `grandchild ${randomUUID()}`);
    const status = async (token: string) => (await owner.as(token).call('channels.list')).status;
    expect(await status(grandchild.token.token)).toBe(200);
    await owner.data('tokens.delete', { params: { token: parent.token.id } });
    expect(await status(child.token.token)).toBe(401);
    expect(await status(grandchild.token.token)).toBe(401);
    const ofSession = await make(owner, `of a session ${randomUUID()}`);
    const { db } = world.service.store;
    const [row] = await db.select().from(tokens).where(eq(tokens.id, ofSession.token.id));
    expect(row!.made_with).toBeNull();
  });
});

test('operations of the app that any token may call are counted, but not for the app itself', async () => {
  const world = await World.open('pglite', { rateLimits: true });
  try {
    const token = await world.with(['channels:read', 'projects:read']);
    for (const id of ['local.studio', 'local.members.list'] as const) {
      const { headers } = await world.owner.call(id);
      expect(headers.get('X-RateLimit-Remaining')).toBeNull();
      const remaining = async () =>
        Number((await world.owner.call(id, {}, { token })).headers.get('X-RateLimit-Remaining'));
      expect(await remaining()).toBe((await remaining()) + 1);
    }
    const statuses = await Promise.all(
      Array.from(
        { length: RATE_LIMITS.general },
        async () => (await world.owner.call('local.studio', {}, { token })).status,
      ),
    );
    expect(statuses).toContain(429);
  } finally {
    await world.service.stop();
  }
});
