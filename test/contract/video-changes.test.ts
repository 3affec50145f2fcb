/** Tests what changes a finished video: its music, its presenter, and restoring an earlier version. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OperationId } from '#contract/operations/index.ts';
import type { ChannelDetail } from '#contract/schema/channel.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { RevisionManifest } from '#contract/schema/video-revision.ts';
import type { EditableContent, VideoDownload, VideoProject, VideoQuote } from '#contract/schema/video.ts';
import type { VideoPlan } from '#service/engines/video/video.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Answer, Client } from './support/client.ts';
import { asset } from './support/assets.ts';
import { BLOCK, newVideo } from './support/videos.ts';
import { CHANNEL, World } from './support/world.ts';

const SCRIPT = '# Night trains\n\nThey are coming back.\n\n## Why\n\nNobody expected that, and yet they are full.\n';
const CUE_OF = ({ timeline }: EditableContent): string => timeline!.cues[0]!.id;

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  const maker = new QuickVideos();
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database, { videoMaker: maker });
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const credits = async () =>
    (await owner.call('credits.get')).body['credits'] as { credits_remaining: number; current_credits: number };
  const operation = (id: string) => owner.data<ServiceOperation>('operations.get', { params: { operation: id } });
  const ended = async (id: string): Promise<ServiceOperation> => {
    await expect.poll(async () => (await operation(id)).status, { interval: 10, timeout: 60_000 }).not.toBe('running');
    return operation(id);
  };
  const operationOf = ({ body }: Answer) => body['operation'] as ServiceOperation;
  const create = async (body: object = {}): Promise<{ operation: ServiceOperation; project: string }> => {
    const answer = await owner.call('video.create', { body: { name: 'Trains', script: SCRIPT, ...body } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    const made = operationOf(answer);
    return { operation: made, project: made.domain_resource!.id };
  };
  const get = (project: string) => owner.data<VideoProject>('video.get', { params: { project } });
  const content = (project: string) => owner.data<EditableContent>('video.editableContent', { params: { project } });
  const manifest = (project: string) => owner.data<RevisionManifest>('videoRevision.manifest', { params: { project } });
  const etag = async (project: string, id: OperationId = 'video.editableContent') =>
    (await owner.call(id, { params: { project } })).headers.get('ETag')!;
  const edit = async (id: OperationId, project: string, body?: object, params: object = {}): Promise<Answer> => {
    const headers = { 'If-Match': await etag(project) };
    return owner.call(id, { params: { project, ...params }, headers, ...(body && { body }) });
  };
  const download = (project: string, query: object = {}) =>
    owner.data<VideoDownload>('video.download', { params: { project }, query: { ...query } });
  const apply = async (project: string): Promise<ServiceOperation> =>
    ended(operationOf(await edit('videoRevision.apply', project)).id);

  test('a video has the shape, the rate and the pronunciations that were asked for', async () => {
    const pronunciations = [{ written: 'Łódź', spoken: 'woodge' }];
    const params = { id: CHANNEL };
    const channel = await owner.data<ChannelDetail>('local.channels.update', { params, body: { pronunciations } });
    expect(channel.settings.pronunciations).toEqual(pronunciations);
    const body = { aspect_ratio: '9:16', resolution: '720p', frames_per_second: 25, channel_id: CHANNEL };
    const { operation: made, project } = await create(body);
    await ended(made.id);
    const { timeline } = await content(project);
    expect(timeline).toMatchObject({ width: 720, height: 1280, frames_per_second: 25 });
    const { download_url } = await download(project);
    const plan = (await (await fetch(download_url)).json()) as VideoPlan;
    expect(plan.settings).toMatchObject({ width: 720, height: 1280, frameRate: 25, pronunciations });
    await owner.data('local.channels.update', { params, body: { pronunciations: [] } });
    for (const [field, value] of [
      ['aspect_ratio', '4:3'],
      ['frames_per_second', 29.97],
    ] as const) {
      const refused = await owner.call('video.quote', { body: { name: 'Trains', script: 'One.', [field]: value } });
      expect([refused.status, Object.keys(refused.body['errors'] as object)]).toEqual([422, [field]]);
    }
    const many = Array.from({ length: 201 }, (_, at) => ({ written: `w${at}`, spoken: 's' }));
    const refused = await owner.call('local.channels.update', { params, body: { pronunciations: many } });
    expect(refused.body['errors']).toEqual({ pronunciations: ['At most 200 entries.'] });
  });

  describe('the music', () => {
    test('is a sound of the team’s media at its level, in a new video and as a staged edit', async () => {
      const sound = await asset(world, { media_type: 'audio', name: 'Waltz' });
      const { operation: made, project } = await create({ library_asset_public_ids: [sound], music_level: 0.5 });
      await ended(made.id);
      const music = async () => (await content(project)).settings.music;
      expect(await music()).toMatchObject({ media_asset_id: sound, level: 0.5, change_available: true });

      await edit('videoRevision.music', project, { level: 1.5 });
      await edit('videoRevision.music', project, { media_asset_id: null });
      const { items } = await manifest(project);
      expect(items).toMatchObject([
        { action: 'change_music', label: 'Built-in music at 150 %', inputs: { media_asset_id: null, level: 1.5 } },
      ]);
      expect(await apply(project)).toMatchObject({ status: 'completed' });
      expect(await music()).toMatchObject({ media_asset_id: null, level: 1.5 });
      await edit('videoRevision.music', project, { media_asset_id: sound });
      expect((await manifest(project)).items).toMatchObject([{ label: 'Music “Waltz” at 150 %' }]);
      await edit('videoRevision.music', project, { remove: true });
      expect((await manifest(project)).items).toMatchObject([{ action: 'music_removal' }]);
      const picture = await asset(world);
      expect(await edit('videoRevision.music', project, { media_asset_id: picture })).toMatchObject({
        status: 422,
        body: { errors: { media_asset_id: ['Choose a sound. This file has a picture.'] } },
      });
    });
  });

  test('a sentence is read as its staged edit says, in the next version and those after it', async () => {
    const { project, operation: made } = await create();
    await ended(made.id);
    const spoken = async () => (await content(project)).visual_blocks.find(({ narration }) => narration.length > 0)!;
    const { key, narration, said_as, available_actions } = await spoken();
    expect(said_as).toEqual(narration);
    expect(available_actions).toContain('speak_sentence');
    const say = (said: string) =>
      edit('videoRevision.slideText', project, { block_key: key, sentence: { number: 1, said_as: said } });
    const first = await say('They are coming bak.');
    const second = await say('They are coming back now.');
    expect((second.body['data'] as { id: string }).id).toBe((first.body['data'] as { id: string }).id);
    expect((await manifest(project)).items).toMatchObject([
      {
        action: 'speak_sentence',
        label: '“They are coming back.” is read as “They are coming back now.”',
        scope: 'moment',
        block_key: key,
        inputs: { number: 1, said_as: 'They are coming back now.' },
      },
    ]);
    expect(await apply(project)).toMatchObject({ status: 'completed' });
    expect(await spoken()).toMatchObject({ narration, said_as: ['They are coming back now.'] });
    await edit('videoRevision.captions', project, { enabled: false });
    await apply(project);
    const { download_url } = await download(project);
    const plan = (await (await fetch(download_url)).json()) as VideoPlan;
    expect(Object.values(plan.respoken ?? {})).toMatchObject([{ saidAs: 'They are coming back now.' }]);
  });

  describe('a presenter', () => {
    test('is refused without a picture or clip of the person, and used for other blocks once there is one', async () => {
      const project = await newVideo(world);
      const refused = await edit('videoRevision.presenter', project, { block_key: BLOCK });
      expect(refused).toMatchObject({
        status: 409,
        body: {
          code: 'video_not_editable',
          explanation: expect.stringContaining('picture or clip of the person') as unknown,
        },
      });
      expect((await manifest(project)).items).toEqual([]);
      const media_asset_id = await asset(world);
      expect(await edit('videoRevision.presenter', project, { block_key: BLOCK, media_asset_id })).toMatchObject({
        status: 200,
        body: { data: { action: 'use_avatar_only', status: 'ready' } },
      });
      const other = (await content(project)).visual_blocks.find(({ key }) => key !== BLOCK)!.key;
      expect((await edit('videoRevision.presenter', project, { block_key: other })).status).toBe(200);
    });

    test('asked for by the script is told before anything is paid, and no drawn one is published', async () => {
      const script = '# Night trains\n\n[Cue: presenter to camera]\n\nThey are coming back, says our host.';
      const quote = await owner.data<VideoQuote>('video.quote', { body: { name: 'Trains', script } });
      expect(quote.warnings).toEqual([expect.stringContaining('picture or clip of the person')]);
      const { operation: made, project } = await create({ script });
      expect(made.warnings).toEqual(quote.warnings);
      await ended(made.id);
      expect((await content(project)).visual_blocks.map(({ kind }) => kind)).not.toContain('presenter');
    });
  });

  test('an earlier version is restored as a new one, at once and free, with all the others still there', async () => {
    const { project, operation: made } = await create();
    await ended(made.id);
    const first = (await get(project)).current_artifact!.revision;
    const before = await content(project);
    await edit('videoRevision.captions', project, { caption: { cue_id: CUE_OF(before), text: 'Other words' } });
    await apply(project);
    const changed = await content(project);
    expect(changed.timeline?.cues[0]?.text).toBe('Other words');
    const second = (await get(project)).current_artifact!.revision;
    const srt = async (revision: string) => (await fetch((await download(project, { revision })).srt_url)).text();
    expect([await srt(first), await srt(second)]).toEqual([
      expect.not.stringContaining('Other words'),
      expect.stringContaining('Other words'),
    ]);

    const paid = await credits();
    await edit('videoRevision.captions', project, { style: 'bar' });
    const refused = await edit('local.videos.restore', project, undefined, { revision: first });
    expect(refused).toMatchObject({ status: 409, body: { code: 'video_not_editable' } });
    const [item] = (await manifest(project)).items;
    await edit('videoRevision.items.discard', project, undefined, { item: item!.id });

    const headers = { 'If-Match': await etag(project), 'Idempotency-Key': `restore-${database}` };
    const answers = await Promise.all(
      [1, 2].map(() => owner.call('local.videos.restore', { params: { project, revision: first }, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const after = await content(project);
    expect(after.versions.map(({ revision, changes }) => [revision, changes])).toEqual([
      [first, ['Version 1 restored']],
      [second, ['Caption now says “Other words”']],
      [first, []],
    ]);
    expect((await get(project)).current_artifact?.revision).toBe(first);
    expect(after.timeline?.cues).toEqual(before.timeline?.cues);
    expect(await credits()).toEqual(paid);
    expect(await download(project)).toMatchObject({ revision: first });
    const again = await edit('local.videos.restore', project, undefined, { revision: first });
    expect(again).toMatchObject({ status: 409, body: { explanation: 'This is the current version already.' } });
    // It can be edited like any other version.
    await edit('videoRevision.captions', project, { style: 'large' });
    expect(await apply(project)).toMatchObject({ status: 'completed' });
  });
});
