/** Tests changes of a finished video: its music, its presenter, and restoring an earlier version. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ChannelDetail } from '#contract/schema/channel.ts';
import type { VideoQuote } from '#contract/schema/video.ts';
import type { EditableContent } from '#contract/schema/video-content.ts';
import type { VideoPlan } from '#service/engines/video/video.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { addAsset } from './support/assets.ts';
import { videoCalls } from './support/video-calls.ts';
import { BLOCK, createVideo } from './support/videos.ts';
import { CHANNEL, World } from './support/world.ts';

const SCRIPT = '# Night trains\n\nThey are coming back.\n\n## Why\n\nNobody expected that, and yet they are full.\n';
const getFirstCue = ({ timeline }: EditableContent): string => timeline!.cues[0]!.id;

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  const maker = new QuickVideos();
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database, { videoMaker: maker });
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const { create, getVideo, getContent, getManifest, getEtag, edit, download, apply } = videoCalls(() => world, SCRIPT);

  test('a video has the requested shape, frame rate and pronunciations', async () => {
    const pronunciations = [{ written: 'Łódź', spoken: 'woodge' }];
    const params = { id: CHANNEL };
    const channel = await owner.data<ChannelDetail>('local.channels.update', { params, body: { pronunciations } });
    expect(channel.settings.pronunciations).toEqual(pronunciations);
    const body = { aspect_ratio: '9:16', resolution: '720p', frames_per_second: 25, channel_id: CHANNEL };
    const { operation, project } = await create(body);
    await world.waitForOperation(operation.id);
    const { timeline } = await getContent(project);
    expect(timeline).toMatchObject({ width: 720, height: 1280, frames_per_second: 25 });
    const { download_url } = await download(project);
    const plan = (await (await fetch(download_url)).json()) as VideoPlan;
    expect(plan.settings).toMatchObject({ width: 720, height: 1280, frameRate: 25, pronunciations });
    await owner.data('local.channels.update', { params, body: { pronunciations: [] } });
    for (const [field, value] of [
      ['aspect_ratio', '4:3'],
      ['frames_per_second', 29.97],
    ] as const) {
      const refusal = await owner.call('video.quote', { body: { name: 'Trains', script: 'One.', [field]: value } });
      expect([refusal.status, Object.keys(refusal.body['errors'] as object)]).toEqual([422, [field]]);
    }
    const tooMany = Array.from({ length: 201 }, (_, at) => ({ written: `w${at}`, spoken: 's' }));
    const refusal = await owner.call('local.channels.update', { params, body: { pronunciations: tooMany } });
    expect(refusal.body['errors']).toEqual({ pronunciations: ['At most 200 entries.'] });
  });

  describe('the music', () => {
    test('is a sound of the team’s media at its level, in a new video and as a staged edit', async () => {
      const sound = await addAsset(world, { media_type: 'audio', name: 'Waltz' });
      const { operation, project } = await create({ library_asset_public_ids: [sound], music_level: 0.5 });
      await world.waitForOperation(operation.id);
      const getMusic = async () => (await getContent(project)).settings.music;
      expect(await getMusic()).toMatchObject({ media_asset_id: sound, level: 0.5, change_available: true });

      await edit('videoRevision.music', project, { level: 1.5 });
      await edit('videoRevision.music', project, { media_asset_id: null });
      const { items } = await getManifest(project);
      expect(items).toMatchObject([
        { action: 'change_music', label: 'Built-in music at 150 %', inputs: { media_asset_id: null, level: 1.5 } },
      ]);
      expect(await apply(project)).toMatchObject({ status: 'completed' });
      expect(await getMusic()).toMatchObject({ media_asset_id: null, level: 1.5 });
      await edit('videoRevision.music', project, { media_asset_id: sound });
      expect((await getManifest(project)).items).toMatchObject([{ label: 'Music “Waltz” at 150 %' }]);
      await edit('videoRevision.music', project, { remove: true });
      expect((await getManifest(project)).items).toMatchObject([{ action: 'music_removal' }]);
      const picture = await addAsset(world);
      expect(await edit('videoRevision.music', project, { media_asset_id: picture })).toMatchObject({
        status: 422,
        body: { errors: { media_asset_id: ['Choose a sound. This file has a picture.'] } },
      });
    });
  });

  test('a sentence is spoken as its staged edit says, in all later versions', async () => {
    const { project, operation } = await create();
    await world.waitForOperation(operation.id);
    const findSpokenBlock = async () =>
      (await getContent(project)).visual_blocks.find(({ narration }) => narration.length > 0)!;
    const { key, narration, said_as, available_actions } = await findSpokenBlock();
    expect(said_as).toEqual(narration);
    expect(available_actions).toContain('speak_sentence');
    const stageSentence = (text: string) =>
      edit('videoRevision.slideText', project, { block_key: key, sentence: { number: 1, said_as: text } });
    const first = await stageSentence('They are coming bak.');
    const second = await stageSentence('They are coming back now.');
    expect((second.body['data'] as { id: string }).id).toBe((first.body['data'] as { id: string }).id);
    expect((await getManifest(project)).items).toMatchObject([
      {
        action: 'speak_sentence',
        label: '“They are coming back.” is read as “They are coming back now.”',
        scope: 'moment',
        block_key: key,
        inputs: { number: 1, said_as: 'They are coming back now.' },
      },
    ]);
    expect(await apply(project)).toMatchObject({ status: 'completed' });
    expect(await findSpokenBlock()).toMatchObject({ narration, said_as: ['They are coming back now.'] });
    await edit('videoRevision.captions', project, { enabled: false });
    await apply(project);
    const { download_url } = await download(project);
    const plan = (await (await fetch(download_url)).json()) as VideoPlan;
    expect(Object.values(plan.respoken ?? {})).toMatchObject([{ saidAs: 'They are coming back now.' }]);
  });

  describe('a presenter', () => {
    test('is refused without a picture or clip of the person, and used for other blocks once there is one', async () => {
      const project = await createVideo(world);
      const refusal = await edit('videoRevision.presenter', project, { block_key: BLOCK });
      expect(refusal).toMatchObject({
        status: 409,
        body: {
          code: 'video_not_editable',
          explanation: expect.stringContaining('picture or clip of the person') as unknown,
        },
      });
      expect((await getManifest(project)).items).toEqual([]);
      const media_asset_id = await addAsset(world);
      expect(await edit('videoRevision.presenter', project, { block_key: BLOCK, media_asset_id })).toMatchObject({
        status: 200,
        body: { data: { action: 'use_avatar_only', status: 'ready' } },
      });
      const other = (await getContent(project)).visual_blocks.find(({ key }) => key !== BLOCK)!.key;
      expect((await edit('videoRevision.presenter', project, { block_key: other })).status).toBe(200);
    });

    test('in a script is warned about before anything is paid, and never published as a silhouette', async () => {
      const script = '# Night trains\n\n[Cue: presenter to camera]\n\nThey are coming back, says our host.';
      const quote = await owner.data<VideoQuote>('video.quote', { body: { name: 'Trains', script } });
      expect(quote.warnings).toEqual([expect.stringContaining('picture or clip of the person')]);
      const { operation, project } = await create({ script });
      expect(operation.warnings).toEqual(quote.warnings);
      await world.waitForOperation(operation.id);
      expect((await getContent(project)).visual_blocks.map(({ kind }) => kind)).not.toContain('presenter');
    });
  });

  test('an earlier version is restored as a new one, at once and for free, and all others remain', async () => {
    const { project, operation } = await create();
    await world.waitForOperation(operation.id);
    const first = (await getVideo(project)).current_artifact!.revision;
    const before = await getContent(project);
    await edit('videoRevision.captions', project, { caption: { cue_id: getFirstCue(before), text: 'Other words' } });
    await apply(project);
    const changedContent = await getContent(project);
    expect(changedContent.timeline?.cues[0]?.text).toBe('Other words');
    const second = (await getVideo(project)).current_artifact!.revision;
    const readCaptions = async (revision: string) =>
      (await fetch((await download(project, { revision })).srt_url)).text();
    expect([await readCaptions(first), await readCaptions(second)]).toEqual([
      expect.not.stringContaining('Other words'),
      expect.stringContaining('Other words'),
    ]);

    const creditsBefore = await world.getCredits();
    await edit('videoRevision.captions', project, { style: 'bar' });
    const refusal = await edit('local.videos.restore', project, undefined, { revision: first });
    expect(refusal).toMatchObject({ status: 409, body: { code: 'video_not_editable' } });
    const [item] = (await getManifest(project)).items;
    await edit('videoRevision.items.discard', project, undefined, { item: item!.id });

    const headers = { 'If-Match': await getEtag(project), 'Idempotency-Key': `restore-${database}` };
    const answers = await Promise.all(
      [1, 2].map(() => owner.call('local.videos.restore', { params: { project, revision: first }, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const after = await getContent(project);
    expect(after.versions.map(({ revision, changes }) => [revision, changes])).toEqual([
      [first, ['Version 1 restored']],
      [second, ['Caption now says “Other words”']],
      [first, []],
    ]);
    expect((await getVideo(project)).current_artifact?.revision).toBe(first);
    expect(after.timeline?.cues).toEqual(before.timeline?.cues);
    expect(await world.getCredits()).toEqual(creditsBefore);
    expect(await download(project)).toMatchObject({ revision: first });
    const repeatedAnswer = await edit('local.videos.restore', project, undefined, { revision: first });
    expect(repeatedAnswer).toMatchObject({
      status: 409,
      body: { explanation: 'This is the current version already.' },
    });
    // The restored version can be edited like any other.
    await edit('videoRevision.captions', project, { style: 'large' });
    expect(await apply(project)).toMatchObject({ status: 'completed' });
  });
});
