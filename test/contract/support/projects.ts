/** Calls of the projects family: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import type { OperationId } from '#contract/operations/index.ts';
import type { Project, ProjectAttachment, ProjectComment } from '#contract/schema/project.ts';
import { quotaReset } from '#service/engines/platform/quota-reset.ts';
import { platform_providers } from '#service/store/schema-connections.ts';
import { project_attachments, project_notifications, project_tasks } from '#service/store/schema-projects.ts';

import type { Answer, Input } from './client.ts';
import type { Failures } from './failure-table.ts';
import { CHANNEL, TEAM, type World } from './world.ts';

type Family = Extract<
  OperationId,
  `projects.${string}` | `local.projects.${string}` | `tasks.${string}` | `projectNotifications.${string}`
>;
type OnProject = Exclude<
  Extract<Family, `projects.${string}` | `local.projects.${string}`>,
  'projects.list' | 'projects.create' | 'local.projects.published' | 'local.projects.readViews'
>;

const MISSING = 2_000_000_000;
const OWNER = 1;

export const newProject = (world: World, more: object = {}) =>
  world.owner.data<Project>('projects.create', { body: { channel_id: CHANNEL, title: 'A project', ...more } });

/** Returns a project and the headers to change it. */
async function project(world: World): Promise<Input> {
  const { id, revision } = await newProject(world);
  return { params: { project: id }, headers: { 'If-Match': `"${revision}"` } };
}

const reading = async (world: World): Promise<Input> => ({ params: { project: (await newProject(world)).id } });

const ofScript = async (world: World, more = {}): Promise<Input> => {
  const script = await world.script(more);
  const { revision } = await world.owner.data<Project>('projects.get', {
    params: { project: `project:v1:script:${script}` },
  });
  return { params: { project: `project:v1:script:${script}` }, headers: { 'If-Match': `"${revision}"` } };
};

const withComment = async (world: World): Promise<Input> => {
  const { params } = await reading(world);
  const input = { params: params!, body: { body: 'Good.' } };
  const { id } = await world.owner.data<ProjectComment>('projects.comments.create', input);
  return { params: { ...params, comment: id } };
};

async function withLink(world: World): Promise<Input> {
  const input = await PROJECT_VALID['local.projects.attachments.add'](world);
  const { id } = await world.owner.data<ProjectAttachment>('local.projects.attachments.add', input);
  return { params: { ...input.params, attachment: id.replace('attachment:', '') } };
}

async function fileInput(world: World): Promise<Input> {
  const input = await PROJECT_VALID['local.projects.attachments.addFile'](world);
  const { id } = await world.owner.data<ProjectAttachment>('local.projects.attachments.addFile', input);
  return { params: { ...input.params, attachment: id.replace('attachment:', '') } };
}

/** Returns a file of which all has arrived. */
async function uploaded(world: World): Promise<Input> {
  const input = await PROJECT_VALID['local.projects.attachments.upload'](world);
  await world.owner.data('local.projects.attachments.upload', input);
  return { params: input.params! };
}

/** Returns an id of its own each time, as a video belongs to one project. */
const videoId = (): string => randomUUID().replaceAll('-', '').slice(0, 11);

/** Returns a script with a published link. */
async function linked(world: World): Promise<Input> {
  const input = await PROJECT_VALID['local.projects.publish'](world);
  await world.owner.data('local.projects.publish', input);
  return { params: input.params! };
}

async function deleted(world: World): Promise<Input> {
  const input = await withComment(world);
  const body = await world.owner.data<{ restore: string }>('local.projects.comments.delete', input);
  return { params: { project: input.params!['project']! }, body: { restore: body.restore } };
}

/** Adds as many links to an idea as a project may have. */
export async function fill(world: World, idea_id: number, fewer = 0): Promise<void> {
  const row = { team_id: TEAM, idea_id, kind: 'link' as const, name: 'One' };
  const rows = Array.from({ length: LIMITS.attachmentsListed - fewer }, () => row);
  await world.write((tx) => tx.insert(project_attachments).values(rows));
}

async function notified(world: World, count = 1): Promise<string> {
  const idea_id = await world.idea();
  const row = {
    team_id: TEAM,
    user_id: OWNER,
    idea_id,
    type: 'project_commented',
    message: 'Somebody said something.',
  };
  const rows = Array.from({ length: count }, () => row);
  const [made] = await world.write((tx) => tx.insert(project_notifications).values(rows).returning());
  return made!.id;
}

const tag = { description: 'About it', tags: ['one'], visibility: 'unlisted', thumbnail_text: 'Look' };
const plan = { publish_at: '2031-02-03T17:00:00+01:00', made_for_kids: false, request_thumbnail_review: true };

export const PROJECT_VALID: Readonly<Record<Family, (world: World) => Promise<Input>>> = {
  'projects.list': () => Promise.resolve({ query: { 'channel_ids[]': [1, 2], expand: 'channel,production,counts' } }),
  'projects.create': () =>
    Promise.resolve({ body: { channel_id: CHANNEL, source: 'idea', title: randomUUID(), stage: 'new' } }),
  'projects.get': async (world) => ({ ...(await reading(world)), query: { expand: 'channel,production,counts' } }),
  'projects.update': async (world) => ({
    ...(await project(world)),
    body: { title: 'Changed', topic: null, angle: 'x' },
  }),
  'projects.move': async (world) => ({ ...(await project(world)), body: { stage: 'considering' } }),
  'projects.promote': async (world) => ({ ...(await project(world)), body: { stage: 'scripting' } }),
  'projects.archive': project,
  'projects.restore': project,
  'projects.comments.list': async (world) => {
    const input = await reading(world);
    await world.owner.data('projects.comments.create', { ...input, body: { body: 'Good.' } });
    return input;
  },
  'projects.comments.create': async (world) => ({
    ...(await project(world)),
    body: { body: 'Have a look.', mentioned_user_ids: [OWNER] },
  }),
  'local.projects.comments.update': async (world) => ({
    ...(await withComment(world)),
    body: { body: 'Better.', mentioned_user_ids: [OWNER] },
  }),
  'local.projects.comments.delete': withComment,
  'local.projects.comments.restore': deleted,
  'local.projects.attachments.add': async (world) => ({
    ...(await reading(world)),
    body: { url: 'https://example.org/paper', name: 'The paper' },
  }),
  'local.projects.attachments.delete': withLink,
  'local.projects.attachments.addFile': async (world) => ({
    ...(await reading(world)),
    body: { name: 'Brief.pdf', bytes: 3 },
  }),
  'local.projects.attachments.upload': async (world) => ({
    ...(await fileInput(world)),
    body: { offset: 0, data: 'YWJj' },
  }),
  'local.projects.attachments.get': withLink,
  'local.projects.attachments.rename': async (world) => ({ ...(await withLink(world)), body: { name: 'Better' } }),
  'local.projects.attachments.restore': async (world) => {
    const input = await fileInput(world);
    await world.owner.data('local.projects.attachments.delete', input);
    return input;
  },
  'local.projects.publish': async (world) => ({
    params: (await ofScript(world)).params ?? {},
    body: { video: `https://youtu.be/${videoId()}` },
  }),
  'local.projects.unpublish': linked,
  'local.projects.results': linked,
  'local.projects.published': async (world) => {
    await linked(world);
    return { params: { id: CHANNEL } };
  },
  'local.projects.readViews': () => Promise.resolve({ params: { id: CHANNEL } }),
  'projects.activity': reading,
  'projects.attachments': async (world) => ({
    params: (await ofScript(world, { research_urls: ['https://example.org/a'] })).params ?? {},
  }),
  'tasks.list': async (world) => {
    const idea_id = await world.idea();
    const row = { team_id: TEAM, idea_id, title: 'To do', assignee_id: OWNER };
    const due = [new Date('2020-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z'), null, null];
    await world.write((tx) =>
      tx.insert(project_tasks).values(due.map((due_at, position) => ({ ...row, position, due_at }))),
    );
    return {};
  },
  'projectNotifications.list': async (world) => {
    await notified(world, 3);
    return {};
  },
  'projectNotifications.read': async (world) => ({ params: { notification: await notified(world) } }),
  'projectNotifications.readAll': async (world) => {
    await notified(world);
    return {};
  },
  'projects.production.get': reading,
  'projects.production.update': async (world) => ({
    ...(await project(world)),
    body: { ...tag, ...plan, checklist: [{ title: 'One thing', required: true, assignee_id: OWNER }] },
  }),
};

const onProject = (id: OnProject) => ({
  project_forbidden: async (world: World) =>
    world.owner.as(world.tokens.member).call(id, await PROJECT_VALID[id](world)),
  project_not_found: async (world: World) => {
    const input = await PROJECT_VALID[id](world);
    return world.owner.call(id, { ...input, params: { ...input.params, project: `project:v1:idea:${MISSING}` } });
  },
  project_promoted: async (world: World) => {
    const { id: made, revision } = await newProject(world);
    const headers = { 'If-Match': revision };
    await world.owner.data('projects.promote', { params: { project: made }, headers, body: {} });
    const input = await PROJECT_VALID[id](world);
    return world.owner.call(id, { ...input, params: { ...input.params, project: made }, headers });
  },
});

const onComment = (id: 'local.projects.comments.update' | 'local.projects.comments.delete') => ({
  ...onProject(id),
  comment_not_found: async (world: World) => {
    const input = await PROJECT_VALID[id](world);
    return world.owner.call(id, { ...input, params: { ...input.params, comment: MISSING } });
  },
  comment_not_yours: async (world: World) =>
    world.owner.as(world.tokens.editor).call(id, await PROJECT_VALID[id](world)),
});

const onScript = (id: 'local.projects.publish' | 'local.projects.unpublish' | 'local.projects.results') => ({
  ...onProject(id),
  project_not_script: async (world: World) =>
    world.owner.call(id, { ...(await PROJECT_VALID[id](world)), ...(await reading(world)) }),
});

const onAttachment = (
  id: Exclude<
    Extract<Family, `local.projects.attachments.${string}`>,
    'local.projects.attachments.add' | 'local.projects.attachments.addFile'
  >,
) => ({
  ...onProject(id),
  attachment_not_found: async (world: World) => {
    const { params, ...input } = await PROJECT_VALID[id](world);
    return world.owner.call(id, { ...input, params: { ...params, attachment: MISSING } });
  },
});

const inChannel = (id: 'local.projects.published' | 'local.projects.readViews') => ({
  channel_not_found: ({ owner }: World) => owner.call(id, { params: { id: MISSING } }),
});

const query =
  (id: Family, fields: object) =>
  async (world: World): Promise<Answer> =>
    world.owner.call(id, { ...(await PROJECT_VALID[id](world)), query: { ...fields } });

export const PROJECT_FAILURES: Pick<Failures, Family> = {
  'projects.list': { validation_failed: query('projects.list', { expand: 'everything' }) },
  'projects.create': {
    channel_forbidden: async (world) =>
      world.owner.as(world.tokens.member).call('projects.create', await PROJECT_VALID['projects.create'](world)),
    channel_not_found: ({ owner }) => owner.call('projects.create', { body: { channel_id: MISSING, title: 'No' } }),
  },
  'projects.get': { ...onProject('projects.get'), validation_failed: query('projects.get', { expand: 'everything' }) },
  'projects.update': onProject('projects.update'),
  'projects.move': onProject('projects.move'),
  'projects.promote': {
    ...onProject('projects.promote'),
    subscription_paused: async (world) => {
      const input = await PROJECT_VALID['projects.promote'](world);
      await world.owner.data('local.creditPlan.put', { body: { status: 'paused' } });
      try {
        return await world.owner.call('projects.promote', input);
      } finally {
        await world.owner.data('local.creditPlan.put', { body: { status: 'active' } });
      }
    },
  },
  'projects.archive': onProject('projects.archive'),
  'projects.restore': onProject('projects.restore'),
  'projects.comments.list': onProject('projects.comments.list'),
  'projects.comments.create': onProject('projects.comments.create'),
  'local.projects.comments.update': {
    ...onComment('local.projects.comments.update'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.comments.update', { ...(await withComment(world)), body: { body: ' ' } }),
  },
  'local.projects.comments.delete': onComment('local.projects.comments.delete'),
  'local.projects.comments.restore': {
    ...onProject('local.projects.comments.restore'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.comments.restore', { ...(await deleted(world)), body: { restore: 'this' } }),
  },
  'local.projects.attachments.add': {
    ...onProject('local.projects.attachments.add'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.attachments.add', {
        ...(await reading(world)),
        body: { url: 'javascript:alert(1)' },
      }),
  },
  'local.projects.attachments.delete': onAttachment('local.projects.attachments.delete'),
  'local.projects.attachments.addFile': {
    ...onProject('local.projects.attachments.addFile'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.attachments.addFile', {
        ...(await reading(world)),
        body: { name: 'Brief.pdf', bytes: 0 },
      }),
  },
  'local.projects.attachments.upload': {
    ...onAttachment('local.projects.attachments.upload'),
    media_upload_offset: async (world) =>
      world.owner.call('local.projects.attachments.upload', {
        ...(await fileInput(world)),
        body: { offset: 1, data: 'YWJj' },
      }),
    media_upload_closed: async (world) =>
      world.owner.call('local.projects.attachments.upload', {
        ...(await uploaded(world)),
        body: { offset: 3, data: 'YWJj' },
      }),
    validation_failed: async (world) =>
      world.owner.call('local.projects.attachments.upload', {
        ...(await fileInput(world)),
        body: { offset: 0, data: 'YWJjYWJj' },
      }),
  },
  'local.projects.attachments.get': {
    ...onAttachment('local.projects.attachments.get'),
    attachment_file_missing: async (world) => {
      const input = await uploaded(world);
      const at = eq(project_attachments.id, Number(input.params?.['attachment']));
      const row = async () => (await world.write((tx) => tx.select().from(project_attachments).where(at)))[0];
      await expect.poll(async () => (await row())?.state, { interval: 10 }).toBe('ready');
      await world.service.files.remove(`videos/attachments/${(await row())?.file_id}`);
      return world.owner.call('local.projects.attachments.get', input);
    },
  },
  'local.projects.attachments.rename': {
    ...onAttachment('local.projects.attachments.rename'),
    validation_failed: async (world) =>
      world.owner.call('local.projects.attachments.rename', { ...(await withLink(world)), body: { name: ' ' } }),
  },
  'local.projects.attachments.restore': {
    ...onAttachment('local.projects.attachments.restore'),
    validation_failed: async (world) => {
      const input = await PROJECT_VALID['local.projects.attachments.restore'](world);
      await fill(world, Number(String(input.params?.['project']).split(':').at(-1)));
      return world.owner.call('local.projects.attachments.restore', input);
    },
  },
  'local.projects.publish': {
    ...onScript('local.projects.publish'),
    validation_failed: async (world) => {
      const input = await PROJECT_VALID['local.projects.publish'](world);
      return world.owner.call('local.projects.publish', { ...input, body: { video: 'https://youtube.com/@channel' } });
    },
    video_not_fetched: async (world) => {
      await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: 'key' } });
      const used = { daily_limit: 1, units_used: 1, units_reset_at: quotaReset(new Date()) };
      await world.write((tx) => tx.update(platform_providers).set(used));
      try {
        const input = await PROJECT_VALID['local.projects.publish'](world);
        return await world.owner.call('local.projects.publish', input);
      } finally {
        await world.owner.data('local.platform.delete');
      }
    },
    video_already_linked: async (world) => {
      const input = await PROJECT_VALID['local.projects.publish'](world);
      await world.owner.data('local.projects.publish', input);
      return world.owner.call('local.projects.publish', { ...input, params: (await ofScript(world)).params! });
    },
  },
  'local.projects.unpublish': onScript('local.projects.unpublish'),
  'local.projects.results': onScript('local.projects.results'),
  'local.projects.published': inChannel('local.projects.published'),
  'local.projects.readViews': inChannel('local.projects.readViews'),
  'projects.activity': onProject('projects.activity'),
  'projects.attachments': onProject('projects.attachments'),
  'tasks.list': { validation_failed: query('tasks.list', { overdue: 'maybe' }) },
  'projectNotifications.list': { validation_failed: query('projectNotifications.list', { unread: 'maybe' }) },
  'projectNotifications.read': {
    notification_not_found: ({ owner, foreign }) =>
      owner.call('projectNotifications.read', { params: { notification: foreign.notification } }),
  },
  'projectNotifications.readAll': {},
  'projects.production.get': onProject('projects.production.get'),
  'projects.production.update': onProject('projects.production.update'),
};
