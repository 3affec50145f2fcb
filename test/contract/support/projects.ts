/** Calls of the projects family: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import type { OperationId } from '#contract/operations/index.ts';
import type { Project, ProjectAttachment, ProjectComment } from '#contract/schema/project.ts';
import { getQuotaReset } from '#service/engines/platform/quota-reset.ts';
import { platform_providers } from '#service/store/schema-connections.ts';
import { project_attachments, project_notifications, project_tasks } from '#service/store/schema-projects.ts';

import { type Answer, type Input, MISSING_ID } from './client.ts';
import type { Failures } from './failure-table.ts';
import { CHANNEL, TEAM, type World } from './world.ts';

type Family = Extract<
  OperationId,
  `projects.${string}` | `local.projects.${string}` | `tasks.${string}` | `projectNotifications.${string}`
>;
type ProjectOperation = Exclude<
  Extract<Family, `projects.${string}` | `local.projects.${string}`>,
  'projects.list' | 'projects.create' | 'local.projects.published' | 'local.projects.readViews'
>;

const OWNER = 1;

export const addProject = (world: World, overrides: object = {}) =>
  world.owner.data<Project>('projects.create', { body: { channel_id: CHANNEL, title: 'A project', ...overrides } });

/** Creates a project; returns the input to change it. */
async function createWritable(world: World): Promise<Input> {
  const { id, revision } = await addProject(world);
  return { params: { project: id }, headers: { 'If-Match': `"${revision}"` } };
}

const createReadable = async (world: World): Promise<Input> => ({ params: { project: (await addProject(world)).id } });

const createScriptProject = async (world: World, overrides = {}): Promise<Input> => {
  const script = await world.createScript(overrides);
  const { revision } = await world.owner.data<Project>('projects.get', {
    params: { project: `project:v1:script:${script}` },
  });
  return { params: { project: `project:v1:script:${script}` }, headers: { 'If-Match': `"${revision}"` } };
};

const addComment = async (world: World): Promise<Input> => {
  const { params } = await createReadable(world);
  const input = { params: params!, body: { body: 'Good.' } };
  const { id } = await world.owner.data<ProjectComment>('projects.comments.create', input);
  return { params: { ...params, comment: id } };
};

async function addLink(world: World): Promise<Input> {
  const input = await VALID_PROJECT_INPUTS['local.projects.attachments.add'](world);
  const { id } = await world.owner.data<ProjectAttachment>('local.projects.attachments.add', input);
  return { params: { ...input.params, attachment: id.replace('attachment:', '') } };
}

async function addFile(world: World): Promise<Input> {
  const input = await VALID_PROJECT_INPUTS['local.projects.attachments.addFile'](world);
  const { id } = await world.owner.data<ProjectAttachment>('local.projects.attachments.addFile', input);
  return { params: { ...input.params, attachment: id.replace('attachment:', '') } };
}

/** Creates an attachment whose file was uploaded completely. */
async function uploadFile(world: World): Promise<Input> {
  const input = await VALID_PROJECT_INPUTS['local.projects.attachments.upload'](world);
  await world.owner.data('local.projects.attachments.upload', input);
  return { params: input.params! };
}

/** Returns a new id each time, because a video belongs to one project. */
const createVideoId = (): string => randomUUID().replaceAll('-', '').slice(0, 11);

/** Creates a script with the link of a published video. */
async function publishVideo(world: World): Promise<Input> {
  const input = await VALID_PROJECT_INPUTS['local.projects.publish'](world);
  await world.owner.data('local.projects.publish', input);
  return { params: input.params! };
}

async function deleteComment(world: World): Promise<Input> {
  const input = await addComment(world);
  const body = await world.owner.data<{ restore: string }>('local.projects.comments.delete', input);
  return { params: { project: input.params!['project']! }, body: { restore: body.restore } };
}

/** Adds as many links to an idea as a project may have. */
export async function fillAttachments(world: World, idea_id: number, missingCount = 0): Promise<void> {
  const row = { team_id: TEAM, idea_id, kind: 'link' as const, name: 'One' };
  const rows = Array.from({ length: LIMITS.attachmentsListed - missingCount }, () => row);
  await world.write((tx) => tx.insert(project_attachments).values(rows));
}

async function addNotifications(world: World, count = 1): Promise<string> {
  const idea_id = await world.createIdea();
  const values = {
    team_id: TEAM,
    user_id: OWNER,
    idea_id,
    type: 'project_commented',
    message: 'Somebody said something.',
  };
  const rows = Array.from({ length: count }, () => values);
  const [row] = await world.write((tx) => tx.insert(project_notifications).values(rows).returning());
  return row!.id;
}

const production = { description: 'About it', tags: ['one'], visibility: 'unlisted', thumbnail_text: 'Look' };
const schedule = { publish_at: '2031-02-03T17:00:00+01:00', made_for_kids: false, request_thumbnail_review: true };

export const VALID_PROJECT_INPUTS: Readonly<Record<Family, (world: World) => Promise<Input>>> = {
  'projects.list': () => Promise.resolve({ query: { 'channel_ids[]': [1, 2], expand: 'channel,production,counts' } }),
  'projects.create': () =>
    Promise.resolve({ body: { channel_id: CHANNEL, source: 'idea', title: randomUUID(), stage: 'new' } }),
  'projects.get': async (world) => ({
    ...(await createReadable(world)),
    query: { expand: 'channel,production,counts' },
  }),
  'projects.update': async (world) => ({
    ...(await createWritable(world)),
    body: { title: 'Changed', topic: null, angle: 'x' },
  }),
  'projects.move': async (world) => ({ ...(await createWritable(world)), body: { stage: 'considering' } }),
  'projects.promote': async (world) => ({ ...(await createWritable(world)), body: { stage: 'scripting' } }),
  'projects.archive': createWritable,
  'projects.restore': createWritable,
  'projects.comments.list': async (world) => {
    const input = await createReadable(world);
    await world.owner.data('projects.comments.create', { ...input, body: { body: 'Good.' } });
    return input;
  },
  'projects.comments.create': async (world) => ({
    ...(await createWritable(world)),
    body: { body: 'Have a look.', mentioned_user_ids: [OWNER] },
  }),
  'local.projects.comments.update': async (world) => ({
    ...(await addComment(world)),
    body: { body: 'Better.', mentioned_user_ids: [OWNER] },
  }),
  'local.projects.comments.delete': addComment,
  'local.projects.comments.restore': deleteComment,
  'local.projects.attachments.add': async (world) => ({
    ...(await createReadable(world)),
    body: { url: 'https://example.org/paper', name: 'The paper' },
  }),
  'local.projects.attachments.delete': addLink,
  'local.projects.attachments.addFile': async (world) => ({
    ...(await createReadable(world)),
    body: { name: 'Brief.pdf', bytes: 3 },
  }),
  'local.projects.attachments.upload': async (world) => ({
    ...(await addFile(world)),
    body: { offset: 0, data: 'YWJj' },
  }),
  'local.projects.attachments.get': addLink,
  'local.projects.attachments.rename': async (world) => ({ ...(await addLink(world)), body: { name: 'Better' } }),
  'local.projects.attachments.restore': async (world) => {
    const input = await addFile(world);
    await world.owner.data('local.projects.attachments.delete', input);
    return input;
  },
  'local.projects.publish': async (world) => ({
    params: (await createScriptProject(world)).params ?? {},
    body: { video: `https://youtu.be/${createVideoId()}` },
  }),
  'local.projects.unpublish': publishVideo,
  'local.projects.results': publishVideo,
  'local.projects.published': async (world) => {
    await publishVideo(world);
    return { params: { id: CHANNEL } };
  },
  'local.projects.readViews': () => Promise.resolve({ params: { id: CHANNEL } }),
  'projects.activity': createReadable,
  'projects.attachments': async (world) => ({
    params: (await createScriptProject(world, { research_urls: ['https://example.org/a'] })).params ?? {},
  }),
  'tasks.list': async (world) => {
    const idea_id = await world.createIdea();
    const row = { team_id: TEAM, idea_id, title: 'To do', assignee_id: OWNER };
    const dueDates = [new Date('2020-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z'), null, null];
    await world.write((tx) =>
      tx.insert(project_tasks).values(dueDates.map((due_at, position) => ({ ...row, position, due_at }))),
    );
    return {};
  },
  'projectNotifications.list': async (world) => {
    await addNotifications(world, 3);
    return {};
  },
  'projectNotifications.read': async (world) => ({ params: { notification: await addNotifications(world) } }),
  'projectNotifications.readAll': async (world) => {
    await addNotifications(world);
    return {};
  },
  'projects.production.get': createReadable,
  'projects.production.update': async (world) => ({
    ...(await createWritable(world)),
    body: { ...production, ...schedule, checklist: [{ title: 'One thing', required: true, assignee_id: OWNER }] },
  }),
};

const createProjectFailures = (id: ProjectOperation) => ({
  project_forbidden: async (world: World) =>
    world.owner.as(world.tokens.member).call(id, await VALID_PROJECT_INPUTS[id](world)),
  project_not_found: async (world: World) => {
    const input = await VALID_PROJECT_INPUTS[id](world);
    return world.owner.call(id, { ...input, params: { ...input.params, project: `project:v1:idea:${MISSING_ID}` } });
  },
  project_promoted: async (world: World) => {
    const { id: project, revision } = await addProject(world);
    const headers = { 'If-Match': revision };
    await world.owner.data('projects.promote', { params: { project }, headers, body: {} });
    const input = await VALID_PROJECT_INPUTS[id](world);
    return world.owner.call(id, { ...input, params: { ...input.params, project }, headers });
  },
});

const createCommentFailures = (id: 'local.projects.comments.update' | 'local.projects.comments.delete') => ({
  ...createProjectFailures(id),
  comment_not_found: async (world: World) => {
    const input = await VALID_PROJECT_INPUTS[id](world);
    return world.owner.call(id, { ...input, params: { ...input.params, comment: MISSING_ID } });
  },
  comment_not_yours: async (world: World) =>
    world.owner.as(world.tokens.editor).call(id, await VALID_PROJECT_INPUTS[id](world)),
});

const createScriptFailures = (
  id: 'local.projects.publish' | 'local.projects.unpublish' | 'local.projects.results',
) => ({
  ...createProjectFailures(id),
  project_not_script: async (world: World) =>
    world.owner.call(id, { ...(await VALID_PROJECT_INPUTS[id](world)), ...(await createReadable(world)) }),
});

const createAttachmentFailures = (
  id: Exclude<
    Extract<Family, `local.projects.attachments.${string}`>,
    'local.projects.attachments.add' | 'local.projects.attachments.addFile'
  >,
) => ({
  ...createProjectFailures(id),
  attachment_not_found: async (world: World) => {
    const { params, ...input } = await VALID_PROJECT_INPUTS[id](world);
    return world.owner.call(id, { ...input, params: { ...params, attachment: MISSING_ID } });
  },
});

const createChannelFailures = (id: 'local.projects.published' | 'local.projects.readViews') => ({
  channel_not_found: ({ owner }: World) => owner.call(id, { params: { id: MISSING_ID } }),
});

const callWithQuery =
  (id: Family, fields: object) =>
  async (world: World): Promise<Answer> =>
    world.owner.call(id, { ...(await VALID_PROJECT_INPUTS[id](world)), query: { ...fields } });

export const PROJECT_FAILURES: Pick<Failures, Family> = {
  'projects.list': { validation_failed: callWithQuery('projects.list', { expand: 'everything' }) },
  'projects.create': {
    channel_forbidden: async (world) =>
      world.owner.as(world.tokens.member).call('projects.create', await VALID_PROJECT_INPUTS['projects.create'](world)),
    channel_not_found: ({ owner }) => owner.call('projects.create', { body: { channel_id: MISSING_ID, title: 'No' } }),
  },
  'projects.get': {
    ...createProjectFailures('projects.get'),
    validation_failed: callWithQuery('projects.get', { expand: 'everything' }),
  },
  'projects.update': createProjectFailures('projects.update'),
  'projects.move': createProjectFailures('projects.move'),
  'projects.promote': {
    ...createProjectFailures('projects.promote'),
    subscription_paused: async (world) => {
      const input = await VALID_PROJECT_INPUTS['projects.promote'](world);
      await world.owner.data('local.creditPlan.put', { body: { status: 'paused' } });
      try {
        return await world.owner.call('projects.promote', input);
      } finally {
        await world.owner.data('local.creditPlan.put', { body: { status: 'active' } });
      }
    },
  },
  'projects.archive': createProjectFailures('projects.archive'),
  'projects.restore': createProjectFailures('projects.restore'),
  'projects.comments.list': createProjectFailures('projects.comments.list'),
  'projects.comments.create': createProjectFailures('projects.comments.create'),
  'local.projects.comments.update': {
    ...createCommentFailures('local.projects.comments.update'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.comments.update', { ...(await addComment(world)), body: { body: ' ' } }),
  },
  'local.projects.comments.delete': createCommentFailures('local.projects.comments.delete'),
  'local.projects.comments.restore': {
    ...createProjectFailures('local.projects.comments.restore'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.comments.restore', {
        ...(await deleteComment(world)),
        body: { restore: 'this' },
      }),
  },
  'local.projects.attachments.add': {
    ...createProjectFailures('local.projects.attachments.add'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.attachments.add', {
        ...(await createReadable(world)),
        body: { url: 'javascript:alert(1)' },
      }),
  },
  'local.projects.attachments.delete': createAttachmentFailures('local.projects.attachments.delete'),
  'local.projects.attachments.addFile': {
    ...createProjectFailures('local.projects.attachments.addFile'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.attachments.addFile', {
        ...(await createReadable(world)),
        body: { name: 'Brief.pdf', bytes: 0 },
      }),
  },
  'local.projects.attachments.upload': {
    ...createAttachmentFailures('local.projects.attachments.upload'),
    media_upload_offset: async (world) =>
      world.owner.call('local.projects.attachments.upload', {
        ...(await addFile(world)),
        body: { offset: 1, data: 'YWJj' },
      }),
    media_upload_closed: async (world) =>
      world.owner.call('local.projects.attachments.upload', {
        ...(await uploadFile(world)),
        body: { offset: 3, data: 'YWJj' },
      }),
    validation_failed: async (world) =>
      world.owner.call('local.projects.attachments.upload', {
        ...(await addFile(world)),
        body: { offset: 0, data: 'YWJjYWJj' },
      }),
  },
  'local.projects.attachments.get': {
    ...createAttachmentFailures('local.projects.attachments.get'),
    attachment_file_missing: async (world) => {
      const input = await uploadFile(world);
      const condition = eq(project_attachments.id, Number(input.params?.['attachment']));
      const readRow = async () =>
        (await world.write((tx) => tx.select().from(project_attachments).where(condition)))[0];
      await expect.poll(async () => (await readRow())?.state, { interval: 10 }).toBe('ready');
      await world.service.files.remove(`videos/attachments/${(await readRow())?.file_id}`);
      return world.owner.call('local.projects.attachments.get', input);
    },
  },
  'local.projects.attachments.rename': {
    ...createAttachmentFailures('local.projects.attachments.rename'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.attachments.rename', { ...(await addLink(world)), body: { name: ' ' } }),
  },
  'local.projects.attachments.restore': {
    ...createAttachmentFailures('local.projects.attachments.restore'),
    validation_failed: async (world) => {
      const input = await VALID_PROJECT_INPUTS['local.projects.attachments.restore'](world);
      await fillAttachments(world, Number(String(input.params?.['project']).split(':').at(-1)));
      return world.owner.call('local.projects.attachments.restore', input);
    },
  },
  'local.projects.publish': {
    ...createScriptFailures('local.projects.publish'),
    validation_failed: async (world) => {
      const input = await VALID_PROJECT_INPUTS['local.projects.publish'](world);
      return world.owner.call('local.projects.publish', { ...input, body: { video: 'https://youtube.com/@channel' } });
    },
    video_not_fetched: async (world) => {
      await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: 'key' } });
      const exhaustedQuota = { daily_limit: 1, units_used: 1, units_reset_at: getQuotaReset(new Date()) };
      await world.write((tx) => tx.update(platform_providers).set(exhaustedQuota));
      try {
        const input = await VALID_PROJECT_INPUTS['local.projects.publish'](world);
        return await world.owner.call('local.projects.publish', input);
      } finally {
        await world.owner.data('local.platform.delete');
      }
    },
    video_already_linked: async (world) => {
      const input = await VALID_PROJECT_INPUTS['local.projects.publish'](world);
      await world.owner.data('local.projects.publish', input);
      return world.owner.call('local.projects.publish', {
        ...input,
        params: (await createScriptProject(world)).params!,
      });
    },
  },
  'local.projects.unpublish': createScriptFailures('local.projects.unpublish'),
  'local.projects.results': createScriptFailures('local.projects.results'),
  'local.projects.published': createChannelFailures('local.projects.published'),
  'local.projects.readViews': createChannelFailures('local.projects.readViews'),
  'projects.activity': createProjectFailures('projects.activity'),
  'projects.attachments': createProjectFailures('projects.attachments'),
  'tasks.list': { validation_failed: callWithQuery('tasks.list', { overdue: 'maybe' }) },
  'projectNotifications.list': { validation_failed: callWithQuery('projectNotifications.list', { unread: 'maybe' }) },
  'projectNotifications.read': {
    notification_not_found: ({ owner, foreign }) =>
      owner.call('projectNotifications.read', { params: { notification: foreign.notification } }),
  },
  'projectNotifications.readAll': {},
  'projects.production.get': createProjectFailures('projects.production.get'),
  'projects.production.update': createProjectFailures('projects.production.update'),
};
