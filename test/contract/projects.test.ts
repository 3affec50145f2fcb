/**
 * Tests projects beyond the rules common to all operations, on both databases: ideas and scripts as one project,
 * revisions, events, people and plans.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OperationId } from '#contract/operations/index.ts';
import type {
  Production,
  Project,
  ProjectActivity,
  ProjectComment,
  ProjectNotification,
  ProjectTask,
} from '#contract/schema/project.ts';
import type { TeamMember } from '#contract/schema/people.ts';
import { outbox_events } from '#service/store/schema.ts';
import { DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { addProject } from './support/projects.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  let owner: Client;
  let admin: Client;
  beforeAll(async () => {
    world = await World.open(database);
    owner = world.owner;
    admin = owner.as(world.tokens.admin);
  });
  afterAll(() => world.service.stop());

  const get = (project: string, client = owner) => client.data<Project>('projects.get', { params: { project } });
  /** Writes with the current revision. */
  const write = async <T = Project>(
    id: OperationId,
    project: string,
    body: object = {},
    client = owner,
  ): Promise<T> => {
    const headers = { 'If-Match': (await get(project, client)).revision };
    return client.data<T>(id, { params: { project }, headers, body });
  };
  const list = (query: object = {}) => owner.data<Project[]>('projects.list', { query: { limit: 100, ...query } });
  const readRefusal = async (id: OperationId, project: string, body: object) => {
    const headers = { 'If-Match': (await get(project)).revision };
    const { status, body: answer } = await owner.call(id, { params: { project }, headers, body });
    return { status, errors: answer['errors'] };
  };
  const listEvents = async () =>
    world.service.store.db.select().from(outbox_events).where(eq(outbox_events.event, 'idea.created'));

  describe('a project', () => {
    test('represents an idea and then its script, with one set of data', async () => {
      const eventCount = (await listEvents()).length;
      const idea = await addProject(world, { title: 'Two views', topic: 'A topic to write of', stage: 'considering' });
      expect(idea).toMatchObject({ source: 'idea', stage: 'considering', channel_id: CHANNEL, archived: false });
      expect(await listEvents()).toHaveLength(eventCount + 1);
      expect(await owner.data('ideas.get', { params: { id: idea.idea_id } })).toMatchObject({
        title: 'Two views',
        status: 'considering',
        source_type: 'user_added',
      });
      await write('projects.update', idea.id, { title: 'One truth', angle: 'Sideways' });
      const comment = { body: 'Carry me over.' };
      await owner.data('projects.comments.create', { params: { project: idea.id }, body: comment });
      await write('projects.production.update', idea.id, { checklist: [{ title: 'And me', assignee_id: 1 }] });

      const script = await write('projects.promote', idea.id, { stage: 'thumbnail' });
      expect(script).toMatchObject({ source: 'script', stage: 'thumbnail', title: 'One truth', idea_id: idea.idea_id });
      expect(script.created_at).toBe(idea.created_at);
      expect(await owner.data('scripts.get', { params: { id: script.script_id } })).toMatchObject({
        title: 'One truth',
        topic: 'A topic to write of',
        angle: 'Sideways',
        production_status: 'thumbnail',
      });
      expect(await owner.data('ideas.get', { params: { id: idea.idea_id } })).toMatchObject({
        script_id: script.script_id,
      });
      const answer = await owner.call('projects.get', { params: { project: idea.id } });
      expect(answer).toMatchObject({ status: 409, body: { code: 'project_promoted', project_id: script.id } });
      const params = { project: script.id };
      expect(await owner.data<ProjectComment[]>('projects.comments.list', { params })).toMatchObject([comment]);
      const { checklist } = await owner.data<Production>('projects.production.get', { params });
      expect(checklist).toMatchObject([{ title: 'And me' }]);
      const activity = await owner.data<ProjectActivity[]>('projects.activity', { params });
      expect(activity.map(({ type }) => type)).toEqual([
        ...['promoted', 'production_changed', 'commented', 'changed', 'created'],
      ]);
      expect(activity[1]!.details.changes).toEqual([{ field: 'checklist_added', from: null, to: 'And me' }]);
      expect(activity[3]!.details.changes).toContainEqual({
        field: 'title',
        from: expect.any(String),
        to: 'One truth',
      });
      const projects = (await list()).filter(({ idea_id }) => idea_id === idea.idea_id);
      expect(projects.map(({ id }) => id)).toEqual([script.id]);
      expect(await listEvents()).toHaveLength(eventCount + 1);
    });

    test('continues as the script written from its idea', async () => {
      const idea = await addProject(world);
      await owner.data('projects.comments.create', { params: { project: idea.id }, body: { body: 'Still here.' } });
      const { script_id } = await owner.data<{ script_id: number }>('ideas.write', { params: { id: idea.idea_id } });
      const project = `project:v1:script:${script_id}`;
      expect(await get(project)).toMatchObject({ stage: 'scripting', idea_id: idea.idea_id });
      expect(await owner.data('projects.comments.list', { params: { project } })).toHaveLength(1);
    });

    test('gets a new revision with every change, and none without a change', async () => {
      const { id, revision } = await addProject(world);
      const movedProject = await write('projects.move', id, { stage: 'needs_script' });
      const movedBack = await write('projects.move', id, { stage: 'new' });
      expect(new Set([revision, movedProject.revision, movedBack.revision]).size).toBe(3);
      expect((await write('projects.move', id, { stage: 'new' })).revision).toBe(movedBack.revision);
      expect((await write('projects.update', id, {})).revision).toBe(movedBack.revision);
      const planAnswer = await owner.call('projects.production.update', {
        params: { project: id },
        headers: { 'If-Match': movedBack.revision },
        body: { description: 'New' },
      });
      expect(planAnswer.headers.get('ETag')).not.toBe(`"${movedBack.revision}"`);
      const { revision: currentRevision } = await get(id);
      expect(`"${currentRevision}"`).toBe(planAnswer.headers.get('ETag'));
      expect(planAnswer.body['meta']).toMatchObject({ revision: currentRevision });
    });

    test('moves only between the stages of its kind, and skips recording where there is none', async () => {
      const idea = await addProject(world);
      expect(await readRefusal('projects.move', idea.id, { stage: 'scripting' })).toEqual({
        status: 422,
        errors: { stage: ['An idea’s project can only move to new, considering, needs_script.'] },
      });
      const script = await write('projects.promote', idea.id);
      expect(script.stage).toBe('scripting');
      expect((await readRefusal('projects.move', script.id, { stage: 'new' })).status).toBe(422);
      for (const stage of ['recording', 'thumbnail', 'video_gen', 'video_ready', 'upload', 'scripting']) {
        expect(await write('projects.move', script.id, { stage })).toMatchObject({ stage });
      }
      const otherIdea = await addProject(world, { channel_id: OTHER_CHANNEL });
      const expectedError = { status: 422, errors: { stage: ['Recording is turned off for this channel.'] } };
      expect(await readRefusal('projects.promote', otherIdea.id, { stage: 'recording' })).toEqual(expectedError);
      const other = await write('projects.promote', otherIdea.id, {});
      expect(await readRefusal('projects.move', other.id, { stage: 'recording' })).toEqual(expectedError);
      expect((await readRefusal('projects.update', other.id, { topic: null })).status).toBe(422);
    });

    test('is hidden from lists while archived, and can be restored', async () => {
      const { id, idea_id } = await addProject(world, { title: 'Put aside' });
      const archivedProject = await write('projects.archive', id);
      expect(archivedProject).toMatchObject({ archived: true, archived_at: expect.any(String) as string });
      expect((await list({ search: 'put ASIDE' })).length).toBe(0);
      expect(await list({ search: 'put ASIDE', include_archived: true })).toMatchObject([{ id, archived: true }]);
      expect((await owner.call('ideas.get', { params: { id: idea_id } })).status).toBe(404);
      expect((await write('projects.archive', id)).revision).toBe(archivedProject.revision);
      expect(await write('projects.restore', id)).toMatchObject({ archived: false, archived_at: null });
      expect((await owner.call('ideas.get', { params: { id: idea_id } })).status).toBe(200);
    });
  });

  describe('the project list', () => {
    test('filters by channel and words, within what a member may see', async () => {
      const other = await addProject(world, { channel_id: OTHER_CHANNEL, title: '100%_mine' });
      const listChannels = (channels: number[]) => list({ 'channel_ids[]': channels });
      expect((await listChannels([OTHER_CHANNEL])).every(({ channel_id }) => channel_id === OTHER_CHANNEL)).toBe(true);
      const projects = await listChannels([CHANNEL, OTHER_CHANNEL]);
      expect(new Set(projects.map(({ channel_id }) => channel_id))).toEqual(new Set([CHANNEL, OTHER_CHANNEL]));
      expect(await listChannels([world.foreign.channel])).toEqual([]);
      expect((await list({ search: '%_' })).map(({ id }) => id)).toEqual([other.id]);
      const visibleProjects = await owner.as(world.tokens.member).data<Project[]>('projects.list', {});
      expect(visibleProjects.length).toBeGreaterThan(0);
      expect(visibleProjects.every(({ channel_id }) => channel_id === OTHER_CHANNEL)).toBe(true);
    });

    test('keeps pagination stable while rows are changed, promoted, added and archived', async () => {
      const ids = new Map<number, string>();
      for (let n = 0; n < 8; n++) {
        const { id, idea_id } = await addProject(world, { title: `Steady ${n}` });
        ids.set(idea_id!, id);
      }
      const pagedIds: number[] = [];
      let cursor: string | null = null;
      for (let page = 0; page === 0 || cursor !== null; page++) {
        const headers = cursor === null ? {} : { Cursor: cursor };
        const { body } = await owner.call('projects.list', { query: { search: 'Steady', limit: 2 }, headers });
        const { data, meta } = body as unknown as { data: Project[]; meta: { next_cursor: string | null } };
        pagedIds.push(...data.map(({ idea_id }) => idea_id!));
        cursor = meta.next_cursor;
        // Changes a project of this page and one of a later page.
        const [first, , , , fifth] = [...ids.values()].reverse();
        if (page === 0) {
          await write('projects.update', first!, { title: 'Steady, changed' });
          await write('projects.promote', fifth!, {});
          await addProject(world, { title: 'Steady, but late' });
        }
      }
      expect(pagedIds).toEqual([...ids.keys()].reverse());
    });

    test('expands related data on request', async () => {
      const [plainProject] = await list({ search: 'night trains' });
      expect(plainProject).not.toHaveProperty('production');
      const [expanded] = await list({ search: 'night trains', expand: 'channel,production,counts' });
      expect(expanded).toMatchObject({
        channel: { id: CHANNEL, title: expect.any(String) as string },
        production: { status: 'draft', checklist_done: 1, checklist_total: 4 },
        counts: { comments: 2, open_tasks: 3, assignees: [{ name: 'Ada Sample' }, { name: 'Ben Example' }] },
      });
    });
  });

  test('50 concurrent writers: one wins, the others get the new revision and all end up stored', async () => {
    const { id, revision } = await addProject(world, { angle: 'start' });
    const clients = Array.from({ length: 50 }, (_, n) => n);
    const answers = await Promise.all(
      clients.map((n) =>
        owner.call('projects.update', {
          params: { project: id },
          headers: { 'If-Match': `"${revision}"` },
          body: { title: `By ${n}` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers.find(({ status }) => status === 200)!.body['data'] as unknown as Project;
    for (const loser of answers.filter(({ status }) => status !== 200)) {
      expect(loser).toMatchObject({
        status: 409,
        body: { code: 'revision_conflict', current_revision: winner.revision },
      });
    }
    expect(await get(id)).toEqual(winner);
    // Each retries with the current value until its own word is stored.
    const append = async (n: number): Promise<void> => {
      for (;;) {
        const { angle, revision: currentRevision } = await get(id);
        const headers = { 'If-Match': currentRevision };
        const body = { angle: `${angle} ${n}` };
        const { status } = await owner.call('projects.update', { params: { project: id }, headers, body });
        if (status === 200) return;
        expect(status).toBe(409);
      }
    };
    await Promise.all(clients.slice(0, 10).map(append));
    const angles = (await get(id)).angle!.split(' ');
    expect(
      angles
        .slice(1)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(clients.slice(0, 10));
  });

  describe('members', () => {
    const listPeople = () => owner.data<TeamMember[]>('local.members.list');
    const findPersonId = async (name: string) => (await listPeople()).find((person) => person.name === name)!.id;
    const listUnread = (client: Client) =>
      client.data<ProjectNotification[]>('projectNotifications.list', { query: { unread: true } });

    test('are notified once about what concerns them, and never about their own actions', async () => {
      const adminId = await findPersonId('A admin');
      const { id } = await addProject(world, { title: 'Talk' });
      const params = { project: id };
      await owner.data('projectNotifications.readAll');
      const input = { body: 'Look here', mentioned_user_ids: [adminId, adminId, 1] };
      const comment = await owner.data<ProjectComment>('projects.comments.create', { params, body: input });
      expect(comment).toMatchObject({ body: 'Look here', author: { id: 1 }, mentioned_user_ids: [adminId, 1] });
      const [notification, ...more] = await listUnread(admin);
      expect(more).toEqual([]);
      expect(notification).toMatchObject({
        type: 'project_mentioned',
        project_id: id,
        target_available: true,
        read_at: null,
        actor: { id: 1 },
        message: expect.stringContaining('Look here') as string,
      });
      await admin.data('projects.comments.create', { params, body: { body: 'I did.' } });
      expect(await listUnread(owner)).toMatchObject([{ type: 'project_commented', actor: { id: adminId } }]);
      const script = await write('projects.promote', id, {}, admin);
      await write('projects.move', script.id, { stage: 'upload' }, admin);
      expect((await listUnread(owner)).map(({ type, project_id }) => [type, project_id])).toEqual([
        ['script_status_changed', script.id],
        ['project_commented', script.id],
      ]);
      const [newest] = await listUnread(owner);
      const markAsRead = () =>
        owner.data<ProjectNotification>('projectNotifications.read', { params: { notification: newest!.id } });
      const { read_at } = await markAsRead();
      expect(read_at).toEqual(expect.any(String));
      expect((await markAsRead()).read_at).toBe(read_at);
      expect(await owner.data('projectNotifications.readAll')).toEqual({ marked_read: 1 });
      expect(await owner.data('projectNotifications.readAll')).toEqual({ marked_read: 0 });
    });

    test('can be mentioned and assigned only within the team', async () => {
      const { id } = await addProject(world);
      const params = { project: id };
      const body = { body: 'You', mentioned_user_ids: [2_000_000] };
      expect((await owner.call('projects.comments.create', { params, body })).body).toMatchObject({
        errors: { mentioned_user_ids: ['Only team members with access to this project can be mentioned.'] },
      });
      expect(await owner.data('projects.comments.list', { params })).toEqual([]);
      expect(
        await readRefusal('projects.production.update', id, {
          checklist: [{ title: 'x' }, { title: 'y', assignee_id: 9_999 }],
        }),
      ).toEqual({
        status: 422,
        errors: { 'checklist.1.assignee_id': ['Only team members with access to this project can be assigned.'] },
      });
    });

    test('see their open checklist entries as tasks, next due first', async () => {
      const adminId = await findPersonId('A admin');
      const { id } = await addProject(world, { title: 'To be done' });
      const createEntry = (title: string, due_at: string | null, done = false) => ({
        title,
        due_at,
        done,
        assignee_id: adminId,
      });
      const checklist = [
        createEntry('Some day', null),
        createEntry('Late', '2020-01-01T00:00:00Z'),
        createEntry('Done', '2020-01-01T00:00:00Z', true),
        createEntry('Soon', '2031-01-01T00:00:00+02:00'),
      ];
      await write('projects.production.update', id, { checklist });
      const listTasks = (query = {}) => admin.data<ProjectTask[]>('tasks.list', { query });
      expect((await listTasks()).map(({ title, overdue }) => [title, overdue])).toEqual([
        ['Late', true],
        ['Soon', false],
        ['Some day', false],
      ]);
      expect(await listTasks({ overdue: true })).toMatchObject([
        { title: 'Late', project_id: id, project_title: 'To be done', due_at: '2020-01-01T00:00:00.000Z' },
      ]);
      expect((await listUnread(admin)).filter(({ type }) => type === 'task_assigned')).toHaveLength(3);
      await write('projects.archive', id);
      expect(await listTasks()).toEqual([]);
    });
  });

  describe('production details', () => {
    const getProduction = (project: string) =>
      owner.data<Production>('projects.production.get', { params: { project } });
    const put = (project: string, body: object) => write<Production>('projects.production.update', project, body);

    test('start empty and store each field', async () => {
      const { id } = await addProject(world);
      expect(await getProduction(id)).toEqual({
        project_id: id,
        stage: 'new',
        thumbnail: { text: null, winner_selected: false, review_status: null, review_notes: null, reviewed_at: null },
        upload: {
          description: '',
          tags: [],
          visibility: 'private',
          made_for_kids: false,
          status: 'draft',
          publish_at: null,
          all_required_checked: true,
        },
        checklist: [],
        checklist_total: 0,
        checklist_truncated: false,
      });
      await put(id, { description: ' as it is\n', tags: ['a', 'b'], visibility: 'unlisted', thumbnail_text: 'Wow' });
      await put(id, { made_for_kids: true, publish_at: '2031-03-04T17:00:00+01:00' });
      expect(await getProduction(id)).toMatchObject({
        thumbnail: { text: 'Wow' },
        upload: {
          description: ' as it is\n',
          tags: ['a', 'b'],
          visibility: 'unlisted',
          made_for_kids: true,
          publish_at: '2031-03-04T16:00:00.000Z',
        },
      });
      expect((await put(id, { publish_at: null })).upload.publish_at).toBeNull();
    });

    test('can be scheduled only with a future time and no required entry open', async () => {
      const { id } = await addProject(world);
      const sendPlan = (body: object) => readRefusal('projects.production.update', id, body);
      const createRefusal = (sentence: string) => ({ status: 422, errors: { mark_scheduled: [sentence] } });
      expect(await sendPlan({ mark_scheduled: true })).toEqual(createRefusal('Scheduling needs a publish time.'));
      const pastSchedule = { mark_scheduled: true, publish_at: '2020-01-01T00:00:00Z' };
      expect(await sendPlan(pastSchedule)).toEqual(createRefusal('The publish time is in the past.'));
      const plan = { mark_scheduled: true, publish_at: '2031-01-01T00:00:00Z' };
      const checklist = [{ title: 'Must', required: true }, { title: 'May' }];
      const openRefusal = createRefusal('Complete the required checklist items first.');
      expect(await sendPlan({ ...plan, checklist })).toEqual(openRefusal);
      // The refused request changed nothing.
      expect((await getProduction(id)).checklist).toEqual([]);
      const { checklist: items } = await put(id, { checklist });
      const scheduled = await put(id, { ...plan, checklist: items.map((item) => ({ ...item, done: item.required })) });
      expect(scheduled.checklist.map(({ id: entry }) => entry)).toEqual(items.map(({ id: entry }) => entry));
      expect(scheduled.upload).toMatchObject({ status: 'scheduled', all_required_checked: true });
      expect((await put(id, { publish_at: null })).upload.status).toBe('draft');
    });

    test('keep checklist entries by id, in order', async () => {
      const { id } = await addProject(world);
      const { checklist } = await put(id, { checklist: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }] });
      const [one, two, three] = checklist;
      const after = await put(id, { checklist: [{ ...three, done: true }, { title: 'New' }, one] });
      expect(after.checklist.map(({ title, done }) => [title, done])).toEqual([
        ['Three', true],
        ['New', false],
        ['One', false],
      ]);
      const unknownEntryRefusal = { status: 422, errors: { 'checklist.0.id': ['This entry doesn’t exist.'] } };
      expect(await readRefusal('projects.production.update', id, { checklist: [two] })).toEqual(unknownEntryRefusal);
      expect((await readRefusal('projects.production.update', id, { checklist: [one, one] })).status).toBe(422);
    });

    test('can request a thumbnail review from administrators', async () => {
      const { id } = await addProject(world, { title: 'Judge me' });
      const { thumbnail } = await put(id, { request_thumbnail_review: true });
      expect(thumbnail.review_status).toBe('requested');
      const [notification] = await admin.data<ProjectNotification[]>('projectNotifications.list');
      expect(notification).toMatchObject({ type: 'thumbnail_review_requested', project_id: id });
    });
  });
});
