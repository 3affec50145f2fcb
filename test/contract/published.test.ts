/** Tests how a published video's link brings its numbers back to the project, with a platform on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Production, ProjectActivity } from '#contract/schema/project.ts';
import type { PublishedProject, ViewsRead } from '#contract/schema/published.ts';
import { published_videos, view_readings } from '#service/store/schema-projects.ts';
import { CHANNELS, PLATFORM_KEY, PlatformServer } from '#test/support/platform-server.ts';

import { newProject } from './support/projects.ts';
import { CHANNEL, World } from './support/world.ts';

const DAY_MS = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const idOf = (at: number): string => `OWNVIDEO${String(at).padStart(3, '0')}`;

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
      ...{ id: idOf(at), channel: CHANNELS[0]!.id, title: `Video ${at}`, published: ago(days).toISOString(), views },
    });
    for (let at = 0; at < 4; at++) platform.videos.push(upload(at, 20, 500 * (at + 1)));
    for (let at = 50; at < 62; at++) platform.videos.push(upload(at, 30 + at, 1000));
    Object.assign(platform, { fault: null, dailyUnits: 10_000, unitsUsed: 0 });
    await world.write((tx) => tx.delete(published_videos));
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
    await world.owner.data('local.platform.limit', { body: { daily_limit: null } });
  });

  const script = async (more = {}) =>
    `project:v1:script:${await world.script({ production_status: 'upload', ...more })}`;
  const publish = (project: string, video: string, more = {}) =>
    world.owner.call('local.projects.publish', { params: { project }, body: { video, ...more } });
  const results = (project: string) =>
    world.owner.data<PublishedProject>('local.projects.results', { params: { project } });
  const status = async (project: string) =>
    (await world.owner.data<Production>('projects.production.get', { params: { project } })).upload.status;
  const read = () => world.owner.data<ViewsRead>('local.projects.readViews', { params: { id: CHANNEL } });
  const rows = () => world.write((tx) => tx.select().from(view_readings));
  const makeDue = (days: number) => world.write((tx) => tx.update(published_videos).set({ read_at: ago(days) }));

  test('a link marks the script as published and says how it does beside the channel’s usual views', async () => {
    const project = await script();
    const answer = await publish(project, `https://www.youtube.com/watch?v=${idOf(3)}`);
    expect(answer.body['data']).toMatchObject({
      video: { video_id: idOf(3), title: 'Video 3', missing: false, due: false, linked_by: { id: 1 } },
      readings: [{ views: 2000, likes: 40, comments: 7, age_days: 20 }],
      comparison: { compared_with: 'channel_videos', median_views: 1000, sample_size: 15 - 1, ratio: 2 },
      failure: null,
    });
    expect(platform.unitsUsed).toBe(1);
    expect(await status(project)).toBe('published');
    const activity = await world.owner.data<ProjectActivity[]>('projects.activity', { params: { project } });
    expect(activity[0]).toMatchObject({ type: 'published', actor: { id: 1 } });
  });

  test('three own videos of the same age are compared with instead', async () => {
    const projects = [await script(), await script(), await script(), await script()];
    for (const [at, project] of projects.entries()) await publish(project, idOf(at));
    expect((await results(projects[3]!)).comparison).toEqual({
      ...{ compared_with: 'own_videos', median_views: 1000, sample_size: 3, ratio: 2 },
    });
    const listed = await world.owner.data<PublishedProject[]>('local.projects.published', { params: { id: CHANNEL } });
    const ratios = projects.map((id) => listed.find(({ project_id }) => project_id === id)?.comparison?.ratio);
    expect(ratios).toEqual([0.33, 0.67, 1.5, 2]);
  });

  test('removing the link restores the stage before it, and linking again brings its readings back for nothing', async () => {
    const project = await script({ production_status: 'video_ready' });
    await publish(project, idOf(1));
    const gone = await world.owner.data<PublishedProject>('local.projects.unpublish', { params: { project } });
    expect(gone).toMatchObject({ video: null, readings: [] });
    expect(await world.owner.data('projects.get', { params: { project } })).toMatchObject({ stage: 'video_ready' });
    expect(await status(project)).toBe('draft');
    const again = await publish(project, idOf(1));
    expect(again.body['data']).toMatchObject({ readings: [{ views: 1000 }] });
    expect(platform.unitsUsed).toBe(1);
    // Another video replaces the link and keeps what it restores.
    await publish(project, idOf(2));
    await world.owner.data('local.projects.unpublish', { params: { project } });
    expect(await world.owner.data('projects.get', { params: { project } })).toMatchObject({ stage: 'video_ready' });
  });

  test('numbers are read at most once a day, fifty videos for a unit', async () => {
    for (let at = 0; at < 3; at++) await publish(await script(), idOf(at));
    expect(await read()).toEqual({ read: 0, units: 0, failure: null });
    await makeDue(2);
    platform.unitsUsed = 0;
    const both = await Promise.all([read(), read()]);
    expect(both.map(({ read: count }) => count).toSorted()).toEqual([0, 3]);
    expect(platform.unitsUsed).toBe(1);
    expect(await rows()).toHaveLength(6);
    expect(await read()).toEqual({ read: 0, units: 0, failure: null });
    // Views of old videos hardly change: they are read weekly.
    await world.write((tx) => tx.update(published_videos).set({ published_at: ago(200), read_at: ago(2) }));
    expect((await read()).read).toBe(0);
    await makeDue(8);
    expect((await read()).read).toBe(3);
  });

  test('a limit that is used up changes nothing and says so', async () => {
    const linked = await script();
    await publish(linked, idOf(0));
    await makeDue(2);
    await world.owner.data('local.platform.limit', { body: { daily_limit: 1 } });
    platform.unitsUsed = 0;
    const project = await script();
    const refused = await publish(project, idOf(1));
    expect(refused).toMatchObject({ status: 400, body: { cause: 'limit_reached' } });
    expect(await status(project)).toBe('draft');
    expect(await results(project)).toMatchObject({ video: null });
    expect(await read()).toMatchObject({ read: 0, units: 0, failure: { cause: 'limit_reached' } });
    expect(platform.unitsUsed).toBe(0);
    expect((await results(linked)).video).toMatchObject({ due: true });
    // The link can still be kept, without its numbers.
    expect(await publish(project, idOf(1), { look_up: false })).toMatchObject({ status: 200 });
    expect(await results(project)).toMatchObject({ video: { title: null, due: true }, readings: [], comparison: null });
  });

  test('without the platform the link is kept, and its numbers are read once it is connected', async () => {
    const project = await script();
    await world.owner.data('local.platform.delete');
    const kept = await publish(project, idOf(2));
    expect(kept.body['data']).toMatchObject({ video: { title: null, due: true }, failure: { cause: 'sample_only' } });
    expect(await read()).toMatchObject({ read: 0, units: 0, failure: { cause: 'sample_only' } });
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
    platform.fault = 'broken';
    expect((await read()).failure).toMatchObject({ cause: 'unavailable' });
    platform.fault = null;
    expect(await read()).toMatchObject({ read: 1, units: 1 });
    expect(await results(project)).toMatchObject({
      video: { title: 'Video 2', due: false },
      readings: [{ views: 1500 }],
    });
  });

  test('a video that the platform no longer has is told, and keeps its readings', async () => {
    const project = await script();
    await publish(project, idOf(0));
    await makeDue(2);
    platform.videos.splice(0, 1);
    expect(await read()).toMatchObject({ read: 0, units: 1 });
    expect(await results(project)).toMatchObject({ video: { missing: true, due: false }, readings: [{ views: 500 }] });
    expect(await publish(await script(), 'AAAAAAAAAAA')).toMatchObject({ status: 400, body: { cause: 'not_found' } });
  });

  test('a video of another channel is accepted and told', async () => {
    await world.owner.data('local.channels.update', { params: { id: CHANNEL }, body: { link: CHANNELS[1]!.handle } });
    const project = await script();
    await publish(project, idOf(0));
    expect((await results(project)).video).toMatchObject({ other_channel: true });
    await world.owner.data('local.channels.update', { params: { id: CHANNEL }, body: { link: CHANNELS[0]!.handle } });
    expect((await results(project)).video).toMatchObject({ other_channel: false });
  });

  test('refuses what is no video, an idea, and a video of another project', async () => {
    const project = await script();
    const invalid = await publish(project, 'https://www.youtube.com/@railwayhours');
    expect(invalid).toMatchObject({ status: 422, body: { errors: { video: ['This isn’t a video ID or URL.'] } } });
    expect(await publish((await newProject(world)).id, idOf(0))).toMatchObject({ status: 409 });
    await publish(project, idOf(0));
    const twice = await publish(await script(), idOf(0));
    expect(twice).toMatchObject({ status: 409, body: { code: 'video_already_linked', project_id: project } });
    expect(platform.unitsUsed).toBe(1);
  });

  test('says where the idea came from, who had it and who turned it into a script', async () => {
    const input = { params: { id: CHANNEL }, body: { video_id: idOf(3), title: 'Ours', angle: 'Shorter' } };
    const idea = await world.owner.data<{ id: number }>('local.ideas.keep', input);
    const params = { project: `project:v1:idea:${idea.id}` };
    await world.owner.data('local.ideas.update', { params: { id: idea.id }, body: { rating: 4 } });
    const editor = world.owner.as(world.tokens.editor);
    const { revision } = await world.owner.data<{ revision: string }>('projects.get', { params });
    const headers = { 'If-Match': `"${revision}"` };
    const made = await editor.data<{ id: string }>('projects.promote', { params, headers, body: { stage: 'upload' } });
    await publish(made.id, idOf(0));
    expect(await results(made.id)).toMatchObject({
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
    const bare = await script();
    expect((await results(bare)).origin).toEqual({
      ...{ source_type: null, evidence: null, rating: null, rated_by: null, author: null, promoted_by: null },
    });
  });

  test('published scripts without a link are listed', async () => {
    const project = await script({ production_status: 'published' });
    const listed = await world.owner.data<PublishedProject[]>('local.projects.published', { params: { id: CHANNEL } });
    expect(listed.find(({ project_id }) => project_id === project)).toMatchObject({ video: null, comparison: null });
  });
});
