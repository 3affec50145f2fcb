/**
 * Tests what a member sees after a channel was taken away, on both databases: notifications, tasks, replays, streams
 * and signed files.
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
import { DAY_MS } from '#contract/values.ts';
import type { ImageEngines } from '#service/domain/thumbnails/services.ts';
import { project_notifications } from '#service/store/schema-projects.ts';
import { channel_access, team_members, tokens } from '#service/store/schema.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { DATABASES } from '#test/support/service.ts';

import { type Client, type Input, getOperation } from './support/client.ts';
import { addProject } from './support/projects.ts';
import { anyPicture, quickImages } from './support/thumbnails.ts';
import { VALID_INPUTS } from './support/valid-calls.ts';
import { quickVideos } from './support/videos.ts';
import { createWebhookFields } from './support/webhooks.ts';
import { CHANNEL, TEAM, World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  let member: Client;
  let [memberId, editorId] = [0, 0];
  let receiver: Receiver;
  /** Pictures are drawn once this resolves. */
  let gate = Promise.resolve();
  beforeAll(async () => {
    receiver = await startReceiver();
    const images: ImageEngines = { getCurrent: (team) => gate.then(() => quickImages.getCurrent(team)) };
    world = await World.open(database, { images, pictures: anyPicture, videoMaker: quickVideos });
    owner = world.owner;
    member = owner.as(world.tokens.member);
    const people = await world.service.store.db.select().from(team_members).where(eq(team_members.team_id, TEAM));
    // The sample people come first.
    const findUserId = (role: Role) => people.findLast((person) => person.role === role)!.user_id;
    [memberId, editorId] = [findUserId('member'), findUserId('editor')];
  });
  afterAll(async () => {
    await world.service.stop();
    receiver.close();
  });

  const grantAccess = () =>
    world.write((tx) =>
      tx.insert(channel_access).values({ channel_id: CHANNEL, user_id: memberId }).onConflictDoNothing(),
    );
  const revokeAccess = () =>
    world.write((tx) =>
      tx
        .delete(channel_access)
        .where(and(eq(channel_access.channel_id, CHANNEL), eq(channel_access.user_id, memberId))),
    );
  beforeEach(grantAccess);

  const writeWithRevision = async (id: OperationId, project: string, body: object) => {
    const { revision } = await owner.data<Project>('projects.get', { params: { project } });
    return owner.call(id, { params: { project }, headers: { 'If-Match': revision }, body });
  };
  const listNotifications = () => member.data<ProjectNotification[]>('projectNotifications.list');

  test('notifications reveal nothing about the project any more, and no new ones appear', async () => {
    const { id } = await addProject(world, { title: 'The secret project' });
    await member.data('projects.comments.create', {
      params: { project: id },
      headers: { 'If-Match': (await owner.data<Project>('projects.get', { params: { project: id } })).revision },
      body: { body: 'I take part.', mentioned_user_ids: [] },
    });
    await writeWithRevision('projects.comments.create', id, {
      body: 'Before it was taken away.',
      mentioned_user_ids: [],
    });
    const [before] = await listNotifications();
    expect(before!.message).toContain('Before it was taken away.');
    const count = (await listNotifications()).length;

    await revokeAccess();
    const [after] = await listNotifications();
    expect(after).toMatchObject({
      id: before!.id,
      target_available: false,
      message: 'You no longer have access to this project.',
      actor: null,
    });
    const notification = await member.data<ProjectNotification>('projectNotifications.read', {
      params: { notification: before!.id },
    });
    expect(JSON.stringify(notification)).not.toMatch(/secret|taken away/);
    await writeWithRevision('projects.comments.create', id, { body: 'Written afterwards.', mentioned_user_ids: [] });
    expect(await listNotifications()).toHaveLength(count);

    await grantAccess();
    expect((await listNotifications())[0]!.message).toContain('Before it was taken away.');
  });

  test('people without the channel can’t be mentioned or assigned, but existing assignments may stay', async () => {
    const { id } = await addProject(world, { title: 'A project with tasks' });
    const checklist = [{ title: 'A task', assignee_id: memberId }];
    expect((await writeWithRevision('projects.production.update', id, { checklist })).status).toBe(200);
    const tasks = async () =>
      (await member.data<ProjectTask[]>('tasks.list', { query: { limit: 100 } })).filter(
        ({ project_id }) => project_id === id,
      );
    expect(await tasks()).toHaveLength(1);

    await revokeAccess();
    expect(await tasks()).toEqual([]);
    const mention = await writeWithRevision('projects.comments.create', id, {
      body: 'You there',
      mentioned_user_ids: [memberId],
    });
    expect(mention).toMatchObject({
      status: 422,
      body: { errors: { mentioned_user_ids: ['Only team members with access to this project can be mentioned.'] } },
    });
    const production = await owner.data<Production>('projects.production.get', { params: { project: id } });
    const checklistNow = production.checklist.map(({ id: entry, title, required, done, assignee_id, due_at }) => ({
      id: entry,
      title,
      required,
      done,
      assignee_id,
      due_at,
    }));
    expect((await writeWithRevision('projects.production.update', id, { checklist: checklistNow })).status).toBe(200);
    const { id: other } = await addProject(world, { title: 'Another project' });
    expect(await writeWithRevision('projects.production.update', other, { checklist })).toMatchObject({
      status: 422,
      body: {
        errors: { 'checklist.0.assignee_id': ['Only team members with access to this project can be assigned.'] },
      },
    });
  });

  test('runs of a channel that was taken away are not listed, and their texts cannot be read', async () => {
    const memberClient = owner.as(await world.createSession(memberId));
    const run_id = await world.createRun(await world.createScript());
    const listRuns = async () =>
      (await memberClient.data<{ run_id: string }[]>('local.runs.list')).map((run) => run.run_id);
    const readText = () => memberClient.call('local.runs.text', { params: { run_id } });
    expect(await listRuns()).toContain(run_id);
    expect((await readText()).status).toBe(200);

    await revokeAccess();
    expect(await listRuns()).not.toContain(run_id);
    expect((await readText()).status).toBe(404);
    expect((await memberClient.call('local.runs.cancel', { params: { run_id } })).status).toBe(404);
  });

  /** Returns the owner's valid input with a new Idempotency-Key. */
  async function createInput(id: OperationId): Promise<Input> {
    const input = await VALID_INPUTS[id](world);
    return { ...input, headers: { ...input.headers, 'Idempotency-Key': randomUUID() } };
  }

  const CHANNEL_OPERATIONS = OPERATION_LIST.filter(
    ({ path, safety, surface }) =>
      surface === 'api' && safety.idempotency !== 'unsupported' && !path.startsWith('/project-notifications'),
  );

  test.each(CHANNEL_OPERATIONS)('the stored answer of $id is not given again', async ({ id }) => {
    const input = await createInput(id);
    const first = await member.call(id, input);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    const replay = await member.call(id, input);
    expect(replay.headers.get('Idempotency-Replayed')).toBe('true');
    await revokeAccess();
    const refusal = await member.call(id, input);
    expect(refusal.status, JSON.stringify(refusal.body)).toBe(403);
    expect(getOperation(id).errors.some((name) => name.endsWith('_forbidden'))).toBe(true);
    expect(refusal.headers.get('Idempotency-Replayed')).toBeNull();
    await grantAccess();
    expect((await member.call(id, input)).status).toBe(replay.status);
  });

  test('the stored answer of a read notification reveals nothing about the project', async () => {
    const idea_id = await world.createIdea();
    const values = { team_id: TEAM, user_id: memberId, idea_id, type: 'project_commented', message: 'A secret remark' };
    const [row] = await world.write((tx) => tx.insert(project_notifications).values(values).returning());
    const input = { params: { notification: row!.id }, headers: { 'Idempotency-Key': randomUUID() } };
    expect(JSON.stringify((await member.call('projectNotifications.read', input)).body)).toContain('A secret remark');
    await revokeAccess();
    const { status, headers, body } = await member.call('projectNotifications.read', input);
    expect([status, headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('the stored answer about a deleted script is not given again', async () => {
    const scriptId = await world.createScript();
    const project = `project:v1:script:${scriptId}`;
    const { revision } = await owner.data<Project>('projects.get', { params: { project } });
    const change = {
      params: { project },
      headers: { 'If-Match': revision, 'Idempotency-Key': randomUUID() },
      body: { title: 'A secret title' },
    };
    expect((await member.call('projects.update', change)).status).toBe(200);
    const row = {
      team_id: TEAM,
      user_id: memberId,
      script_id: scriptId,
      type: 'project_commented',
      message: 'A remark',
    };
    const [notification] = await world.write((tx) => tx.insert(project_notifications).values(row).returning());
    const readInput = { params: { notification: notification!.id }, headers: { 'Idempotency-Key': randomUUID() } };
    expect((await member.call('projectNotifications.read', readInput)).status).toBe(200);
    await owner.data('local.scripts.delete', { params: { id: scriptId } });
    await revokeAccess();
    expect(await member.call('projects.update', change)).toMatchObject({ status: 403 });
    expect(await member.call('projectNotifications.read', readInput)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  test('a callback sends no new addresses of pictures', async () => {
    const startRun = async (path: string) => {
      const body = { prompt: 'A ferry', num_variations: 1, callback_url: receiver.getUrl(path) };
      return member.data<{ run_id: string }>('thumbnails.generate', { params: { id: CHANNEL }, body });
    };
    const countCallbacks = async ({ run_id }: { run_id: string }) => {
      const read = () =>
        owner.data<{ status: string; callback_deliveries: object[] }>('thumbnails.run', {
          params: { id: CHANNEL, run_id },
        });
      await expect.poll(async () => (await read()).status).toBe('completed');
      return (await read()).callback_deliveries.length;
    };
    expect(await countCallbacks(await startRun('/ok?with-access'))).toBe(1);
    let release = (): void => undefined;
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const run = await startRun('/ok?without-access');
    await revokeAccess();
    release();
    expect(await countCallbacks(run)).toBe(0);
  });

  test('a person who becomes a member loses access to channels not assigned to them', async () => {
    const { id } = await addProject(world, { title: 'Only for editors' });
    await writeWithRevision('projects.comments.create', id, {
      body: 'Seen as an editor',
      mentioned_user_ids: [editorId],
    });
    const editor = owner.as(world.tokens.editor);
    const readNotifications = async () => JSON.stringify(await editor.data('projectNotifications.list'));
    expect(await readNotifications()).toContain('Seen as an editor');
    const input = { ...(await VALID_INPUTS['projects.create'](world)), headers: { 'Idempotency-Key': randomUUID() } };
    expect((await editor.call('projects.create', input)).status).toBe(201);
    const setRole = async (role: 'editor' | 'member') => {
      await world.write((tx) => tx.update(team_members).set({ role }).where(eq(team_members.user_id, editorId)));
      // The caller's role is cached for a second.
      await expect.poll(async () => (await editor.data<{ team: Team }>('team.get')).team.user_role).toBe(role);
    };
    await setRole('member');
    expect(await readNotifications()).not.toContain('editor');
    expect((await editor.call('projects.create', input)).status).toBe(403);
    await setRole('editor');
    expect((await editor.call('projects.create', input)).headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('a signed address works until it expires; no new one is given', async () => {
    await owner.data('board.generate', await VALID_INPUTS['board.generate'](world));
    const getBoard = () => member.call('board.get', { params: { id: CHANNEL } });
    const findAddress = async () =>
      /https?:[^"]+\/files\/media\/[^"]+/.exec(JSON.stringify((await getBoard()).body))?.[0];
    await expect.poll(findAddress).toBeDefined();
    const address = new URL((await findAddress()) ?? '');
    expect(Number(address.searchParams.get('expires')) * 1000).toBeLessThan(Date.now() + 2 * DAY_MS);
    await revokeAccess();
    expect((await getBoard()).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
    address.searchParams.set('expires', String(Number(address.searchParams.get('expires')) + 1));
    expect((await fetch(address)).status).toBe(404);
  });

  test('a viewer sees the payload of a delivery, but not its signature', async () => {
    const { id } = await owner.data<{ id: number }>('webhooks.create', { body: createWebhookFields() });
    await owner.call('webhooks.test', { params: { webhook: id } });
    const delivery = async (client: Client) =>
      (await client.data<WebhookDetail>('webhooks.get', { params: { webhook: id } })).deliveries[0]!;
    expect(await delivery(owner)).toMatchObject({ payload: expect.any(String), signature: expect.any(String) });
    const viewerDelivery = await delivery(owner.as(world.tokens.viewer));
    expect(viewerDelivery.payload).toContain('webhook.test');
    expect(viewerDelivery.signature).toBeUndefined();
  });

  test('revoking a token also revokes the tokens that it created; those of a session stay', async () => {
    const createToken = (client: Client, name: string) =>
      client.data<{ token: { id: number; token: string } }>('tokens.create', {
        body: { name, abilities: ['channels:read', 'tokens:manage'] },
      });
    const parent = await createToken(owner, `parent ${randomUUID()}`);
    const child = await createToken(owner.as(parent.token.token), `child ${randomUUID()}`);
    const grandchild = await createToken(owner.as(child.token.token), `grandchild ${randomUUID()}`);
    const status = async (token: string) => (await owner.as(token).call('channels.list')).status;
    expect(await status(grandchild.token.token)).toBe(200);
    await owner.data('tokens.delete', { params: { token: parent.token.id } });
    expect(await status(child.token.token)).toBe(401);
    expect(await status(grandchild.token.token)).toBe(401);
    const sessionToken = await createToken(owner, `of a session ${randomUUID()}`);
    const { db } = world.service.store;
    const [row] = await db.select().from(tokens).where(eq(tokens.id, sessionToken.token.id));
    expect(row!.made_with).toBeNull();
  });
});

test('operations of the app that any token may call are counted, but not for the app itself', async () => {
  const world = await World.open('pglite', { rateLimits: true });
  try {
    const token = await world.createOwnerToken(['channels:read', 'projects:read']);
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
