/** Tests that the link of a published video brings its numbers to the project, with a platform on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Production, ProjectActivity } from '#contract/schema/project.ts';
import type { PublishedProject, ViewsRead } from '#contract/schema/published.ts';
import { DAY_MS } from '#contract/values.ts';
import { published_videos, view_readings } from '#service/store/schema-projects.ts';
import { CHANNELS, PLATFORM_KEY, PlatformServer } from '#test/support/platform-server.ts';

import { addProject } from './support/projects.ts';
import { CHANNEL, World } from './support/world.ts';

const getDaysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const getVideoId = (at: number): string => `OWNVIDEO${String(at).padStart(3, '0')}`;

describe('with a platform on this machine', () => {
  let world: World;
  let platform: PlatformServer;
  beforeAll(async () => {
    platform = await PlatformServer.start();
    world = await World.open('pglite', { platform: platform.address });
  });
  afterAll(async () => {
    platform.stop();
    await world.service.stop();
  });
  beforeEach(async () => {
    platform.videos.length = 0;
    // Twelve uploads with a usual 1000 views, and videos of twenty days that are linked in the tests.
    const upload = (at: number, days: number, views: number) => ({
      ...{
        id: getVideoId(at),
        channel: CHANNELS[0]!.id,
        title: `Video ${at}`,
        published: getDaysAgo(days).toISOString(),
        views,
      },
    });
    for (let at = 0; at < 4; at++) platform.videos.push(upload(at, 20, 500 * (at + 1)));
    for (let at = 50; at < 62; at++) platform.videos.push(upload(at, 30 + at, 1000));
    Object.assign(platform, { fault: null, dailyUnits: 10_000, unitsUsed: 0 });
    await world.write((tx) => tx.delete(published_videos));
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
    await world.owner.data('local.platform.limit', { body: { daily_limit: null } });
  });

  const createScript = async (overrides = {}) =>
    `project:v1:script:${await world.createScript({ production_status: 'upload', ...overrides })}`;
  const publish = (project: string, video: string, overrides = {}) =>
    world.owner.call('local.projects.publish', { params: { project }, body: { video, ...overrides } });
  const getResults = (project: string) =>
    world.owner.data<PublishedProject>('local.projects.results', { params: { project } });
  const getStatus = async (project: string) =>
    (await world.owner.data<Production>('projects.production.get', { params: { project } })).upload.status;
  const readViews = () => world.owner.data<ViewsRead>('local.projects.readViews', { params: { id: CHANNEL } });
  const listReadings = () => world.write((tx) => tx.select().from(view_readings));
  const makeDue = (days: number) => world.write((tx) => tx.update(published_videos).set({ read_at: getDaysAgo(days) }));

  test('a link marks the script as published and compares its views with the channel’s median', async () => {
    const project = await createScript();
    const answer = await publish(project, `https://www.youtube.com/watch?v=${getVideoId(3)}`);
    expect(answer.body['data']).toMatchObject({
      video: { video_id: getVideoId(3), title: 'Video 3', missing: false, due: false, linked_by: { id: 1 } },
      readings: [{ views: 2000, likes: 40, comments: 7, age_days: 20 }],
      comparison: { compared_with: 'channel_videos', median_views: 1000, sample_size: 15 - 1, ratio: 2 },
      failure: null,
    });
    expect(platform.unitsUsed).toBe(1);
    expect(await getStatus(project)).toBe('published');
    const activity = await world.owner.data<ProjectActivity[]>('projects.activity', { params: { project } });
    expect(activity[0]).toMatchObject({ type: 'published', actor: { id: 1 } });
  });

  test('with three videos of the team at the same age, views are compared with those', async () => {
    const projects = [await createScript(), await createScript(), await createScript(), await createScript()];
    for (const [at, project] of projects.entries()) await publish(project, getVideoId(at));
    expect((await getResults(projects[3]!)).comparison).toEqual({
      ...{ compared_with: 'own_videos', median_views: 1000, sample_size: 3, ratio: 2 },
    });
    const publishedProjects = await world.owner.data<PublishedProject[]>('local.projects.published', {
      params: { id: CHANNEL },
    });
    const ratios = projects.map(
      (id) => publishedProjects.find(({ project_id }) => project_id === id)?.comparison?.ratio,
    );
    expect(ratios).toEqual([0.33, 0.67, 1.5, 2]);
  });

  test('removing the link restores the earlier stage, and linking again restores its readings for free', async () => {
    const project = await createScript({ production_status: 'video_ready' });
    await publish(project, getVideoId(1));
    const unpublishedProject = await world.owner.data<PublishedProject>('local.projects.unpublish', {
      params: { project },
    });
    expect(unpublishedProject).toMatchObject({ video: null, readings: [] });
    expect(await world.owner.data('projects.get', { params: { project } })).toMatchObject({ stage: 'video_ready' });
    expect(await getStatus(project)).toBe('draft');
    const relinkAnswer = await publish(project, getVideoId(1));
    expect(relinkAnswer.body['data']).toMatchObject({ readings: [{ views: 1000 }] });
    expect(platform.unitsUsed).toBe(1);
    // Another video replaces the link and keeps what it restores.
    await publish(project, getVideoId(2));
    await world.owner.data('local.projects.unpublish', { params: { project } });
    expect(await world.owner.data('projects.get', { params: { project } })).toMatchObject({ stage: 'video_ready' });
  });

  test('numbers are read at most once a day, fifty videos for a unit', async () => {
    for (let at = 0; at < 3; at++) await publish(await createScript(), getVideoId(at));
    expect(await readViews()).toEqual({ read: 0, units: 0, failure: null });
    await makeDue(2);
    platform.unitsUsed = 0;
    const answers = await Promise.all([readViews(), readViews()]);
    expect(answers.map(({ read: count }) => count).toSorted()).toEqual([0, 3]);
    expect(platform.unitsUsed).toBe(1);
    expect(await listReadings()).toHaveLength(6);
    expect(await readViews()).toEqual({ read: 0, units: 0, failure: null });
    // Views of old videos hardly change: they are read weekly.
    await world.write((tx) =>
      tx.update(published_videos).set({ published_at: getDaysAgo(200), read_at: getDaysAgo(2) }),
    );
    expect((await readViews()).read).toBe(0);
    await makeDue(8);
    expect((await readViews()).read).toBe(3);
  });

  test('a used-up limit is reported and changes nothing', async () => {
    const linkedProject = await createScript();
    await publish(linkedProject, getVideoId(0));
    await makeDue(2);
    await world.owner.data('local.platform.limit', { body: { daily_limit: 1 } });
    platform.unitsUsed = 0;
    const project = await createScript();
    const refusal = await publish(project, getVideoId(1));
    expect(refusal).toMatchObject({ status: 400, body: { cause: 'limit_reached' } });
    expect(await getStatus(project)).toBe('draft');
    expect(await getResults(project)).toMatchObject({ video: null });
    expect(await readViews()).toMatchObject({ read: 0, units: 0, failure: { cause: 'limit_reached' } });
    expect(platform.unitsUsed).toBe(0);
    expect((await getResults(linkedProject)).video).toMatchObject({ due: true });
    // The link can still be kept, without its numbers.
    expect(await publish(project, getVideoId(1), { look_up: false })).toMatchObject({ status: 200 });
    expect(await getResults(project)).toMatchObject({
      video: { title: null, due: true },
      readings: [],
      comparison: null,
    });
  });

  test('without the platform the link is kept, and its numbers are read once it is connected', async () => {
    const project = await createScript();
    await world.owner.data('local.platform.delete');
    const answer = await publish(project, getVideoId(2));
    expect(answer.body['data']).toMatchObject({ video: { title: null, due: true }, failure: { cause: 'sample_only' } });
    expect(await readViews()).toMatchObject({ read: 0, units: 0, failure: { cause: 'sample_only' } });
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
    platform.fault = 'broken';
    expect((await readViews()).failure).toMatchObject({ cause: 'unavailable' });
    platform.fault = null;
    expect(await readViews()).toMatchObject({ read: 1, units: 1 });
    expect(await getResults(project)).toMatchObject({
      video: { title: 'Video 2', due: false },
      readings: [{ views: 1500 }],
    });
  });

  test('a video that the platform no longer has is marked as missing, and keeps its readings', async () => {
    const project = await createScript();
    await publish(project, getVideoId(0));
    await makeDue(2);
    platform.videos.splice(0, 1);
    expect(await readViews()).toMatchObject({ read: 0, units: 1 });
    expect(await getResults(project)).toMatchObject({
      video: { missing: true, due: false },
      readings: [{ views: 500 }],
    });
    expect(await publish(await createScript(), 'AAAAAAAAAAA')).toMatchObject({
      status: 400,
      body: { cause: 'not_found' },
    });
  });

  test('a video of another channel is accepted and marked', async () => {
    await world.owner.data('local.channels.update', { params: { id: CHANNEL }, body: { link: CHANNELS[1]!.handle } });
    const project = await createScript();
    await publish(project, getVideoId(0));
    expect((await getResults(project)).video).toMatchObject({ other_channel: true });
    await world.owner.data('local.channels.update', { params: { id: CHANNEL }, body: { link: CHANNELS[0]!.handle } });
    expect((await getResults(project)).video).toMatchObject({ other_channel: false });
  });

  test('refuses an invalid video, an idea, and a video of another project', async () => {
    const project = await createScript();
    const invalidAnswer = await publish(project, 'https://www.youtube.com/@railwayhours');
    expect(invalidAnswer).toMatchObject({
      status: 422,
      body: { errors: { video: ['This isn’t a video ID or URL.'] } },
    });
    expect(await publish((await addProject(world)).id, getVideoId(0))).toMatchObject({ status: 409 });
    await publish(project, getVideoId(0));
    const conflict = await publish(await createScript(), getVideoId(0));
    expect(conflict).toMatchObject({ status: 409, body: { code: 'video_already_linked', project_id: project } });
    expect(platform.unitsUsed).toBe(1);
  });

  test('returns the idea’s source, its author and the person who promoted it', async () => {
    const input = { params: { id: CHANNEL }, body: { video_id: getVideoId(3), title: 'Ours', angle: 'Shorter' } };
    const idea = await world.owner.data<{ id: number }>('local.ideas.keep', input);
    const params = { project: `project:v1:idea:${idea.id}` };
    await world.owner.data('local.ideas.update', { params: { id: idea.id }, body: { rating: 4 } });
    const editor = world.owner.as(world.tokens.editor);
    const { revision } = await world.owner.data<{ revision: string }>('projects.get', { params });
    const headers = { 'If-Match': `"${revision}"` };
    const promotedProject = await editor.data<{ id: string }>('projects.promote', {
      params,
      headers,
      body: { stage: 'upload' },
    });
    await publish(promotedProject.id, getVideoId(0));
    expect(await getResults(promotedProject.id)).toMatchObject({
      title: 'Ours',
      angle: 'Shorter',
      origin: {
        source_type: 'from_video',
        evidence: { title: 'Video 3', view_count: 2000 },
        rating: 4,
        rated_by: { id: 1 },
        author: { id: 1 },
        promoted_by: { name: 'A editor' },
      },
    });
    const plainProject = await createScript();
    expect((await getResults(plainProject)).origin).toEqual({
      ...{ source_type: null, evidence: null, rating: null, rated_by: null, author: null, promoted_by: null },
    });
  });

  test('published scripts without a link are listed', async () => {
    const project = await createScript({ production_status: 'published' });
    const publishedProjects = await world.owner.data<PublishedProject[]>('local.projects.published', {
      params: { id: CHANNEL },
    });
    expect(publishedProjects.find(({ project_id }) => project_id === project)).toMatchObject({
      video: null,
      comparison: null,
    });
  });
});
