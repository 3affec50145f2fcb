/** Tests requests of clients of other video services, and blocks with their staged changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OperationId } from '#contract/operations/index.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import { PACE_SECONDS, type VideoQuote } from '#contract/schema/video.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { addAsset } from './support/assets.ts';
import { videoCalls } from './support/video-calls.ts';
import { createVideo } from './support/videos.ts';
import { addScript, OTHER_CHANNEL, TEAM, World } from './support/world.ts';

const SCRIPT =
  '# Night trains\n\nThe train left at nine. Nobody waved.\n\n## The bridge\n\nIt crossed 40 bridges before midnight.\n';

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  const maker = new QuickVideos();
  let world: World;
  beforeAll(async () => {
    world = await World.open(database, { videoMaker: maker });
  });
  afterAll(() => world.service.stop());

  const call = (...[id, input]: Parameters<World['owner']['call']>) => world.owner.call(id, input);
  const { create, getVideo, getContent, getManifest, getEtag, edit } = videoCalls(() => world, SCRIPT);

  test('accepts other clients’ fields, keeps their reference and warns about unsupported ones', async () => {
    const script_id = await world.write((tx) => addScript(tx, TEAM, OTHER_CHANNEL));
    const project = `project:v1:script:${script_id}`;
    const clientFields = {
      client_reference_id: 'theirs-1',
      channel: '@nobody',
      voice_provider: 'system',
      voice_delivery_mode: 'narration',
      visual_mix: { slides: 0.5 },
      editing_style: 'calm',
      editorial_rhythm_pace_profile: 'breathless',
      talking_head_source: 'none',
      avatar_engine: 'any',
      source_materials: ['Notes', { type: 'link', title: 'A page', url: 'https://example.org/', content: 'Words' }],
    };
    const body = { name: 'Trains', script: SCRIPT, ...clientFields };
    expect((await call('video.quote', { body })).body['errors']).toHaveProperty('channel');
    const channels = await call('video.channels.list');
    const [channel, next] = channels.body['data'] as { public_id: string; name: string }[];
    const validFields = { ...clientFields, channel: channel!.name, channel_public_id: Number(channel!.public_id) };
    for (const [field, change] of [
      ['channel', { ...validFields, channel_id: OTHER_CHANNEL }],
      ['channel', { ...validFields, project_id: project }],
      ['channel_public_id', { ...validFields, channel_public_id: next!.public_id }],
      ['channel_public_id', { ...validFields, channel_public_id: channel!.name }],
    ] as const) {
      for (const id of ['video.quote', 'video.create'] as const) {
        const { status, body: answer } = await call(id, { body: { ...body, ...change } });
        expect({ status, fields: Object.keys(answer['errors'] as object) }).toEqual({ status: 422, fields: [field] });
      }
    }
    const quote = await world.owner.data<VideoQuote>('video.quote', { body: { ...body, ...validFields } });
    expect(quote.client_reference_id).toBe('theirs-1');
    expect(quote.warnings.map((words) => words.split(/[ :]/)[0])).toEqual([
      'editorial_rhythm_pace_profile',
      'voice_delivery_mode',
      'visual_mix',
      'editing_style',
      'talking_head_source',
      'avatar_engine',
      'source_materials',
    ]);
    const { operation, project: createdProject } = await create(validFields);
    expect(operation).toMatchObject({ warnings: quote.warnings, domain_resource: { client_reference_id: 'theirs-1' } });
    const finishedOperation = await world.waitForOperation(operation.id);
    expect(finishedOperation.warnings).toEqual([...quote.warnings, 'Nobody speaks.']);
    expect(finishedOperation.domain_resource).toMatchObject({ id: createdProject, client_reference_id: 'theirs-1' });
    const storedFields = {
      client_reference_id: 'theirs-1',
      channel_id: channel!.public_id,
      credits: quote.required_credits,
    };
    expect(await getVideo(createdProject)).toMatchObject(storedFields);
    expect((await call('video.list')).body['data']).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: createdProject, ...storedFields }) as unknown]),
    );
  });

  test('applies known pace names, and warns about others', async () => {
    const script = 'One short sentence follows the other here. '.repeat(40);
    const countScenes = async (fields: object): Promise<{ count: number; warnings: readonly string[] }> => {
      const { operation, project } = await create({ script, ...fields });
      const { warnings } = await world.waitForOperation(operation.id);
      return {
        count: (await getContent(project)).visual_blocks.length,
        warnings: warnings.filter((warning) => /pace/.test(warning)),
      };
    };
    const createWithPace = (editorial_rhythm_pace_profile: string, fields: object = {}) =>
      countScenes({ editorial_rhythm_pace_profile, ...fields });
    const fast = await createWithPace('fast');
    const slow = await createWithPace('slow');
    expect(fast).toEqual(await countScenes({ slideshow_max_seconds: PACE_SECONDS.fast }));
    expect(fast.count).toBeGreaterThan(slow.count);
    expect(await createWithPace('fast', { slideshow_max_seconds: PACE_SECONDS.slow })).toEqual({
      count: slow.count,
      warnings: [expect.stringContaining('slideshow_max_seconds sets the pace') as string],
    });
  });

  test('falls back to the default voice for an unknown provider, and refuses that provider’s voices', async () => {
    const body = { name: 'Trains', script: SCRIPT, voice_provider: 'elsewhere' };
    const quote = await world.owner.data<VideoQuote>('video.quote', { body });
    expect(quote.warnings).toEqual(['voice_provider was ignored: “elsewhere” has no voices here; “system” does.']);
    const refusal = await call('video.create', { body: { ...body, voice_id: 'theirs' } });
    expect({ status: refusal.status, body: refusal.body }).toMatchObject({
      status: 409,
      body: { code: 'video_capability_unavailable', reason: expect.stringContaining('elsewhere') as string },
    });
  });

  test('lists usable voices, with a connected one replacing the system voices', async () => {
    const listVoices = async () => (await call('video.voices.list')).body;
    expect(await listVoices()).toMatchObject({
      data: [{ id: 'anna', name: 'Anna', label: 'Anna', provider: 'system', preview_url: null }],
      pagination: { total: 1 },
    });
    maker.connected = 'Alto of a server';
    try {
      expect(await listVoices()).toMatchObject({ data: [{ id: 'connected', provider: 'connected' }] });
      const body = { name: 'Trains', script: SCRIPT, voice_id: 'connected', voice_provider: 'connected' };
      expect((await call('video.quote', { body })).status).toBe(200);
      expect((await call('video.quote', { body: { ...body, voice_id: 'anna' } })).status).toBe(422);
    } finally {
      maker.connected = null;
    }
  });

  test('lists as avatars only the people who present in a video', async () => {
    const listAvatars = async () => (await call('video.avatars.list')).body['data'];
    const [mara, other] = [await addAsset(world, { name: 'Mara' }), await addAsset(world, { name: 'A train' })];
    expect(await listAvatars()).toEqual([]);
    await createVideo(world, { presenter: mara });
    await createVideo(world, { presenter: mara });
    expect(await listAvatars()).toEqual([{ id: mara, name: 'Mara' }]);
    expect((await call('video.avatars.get', { params: { avatar: mara } })).status).toBe(200);
    expect((await call('video.avatars.get', { params: { avatar: other } })).status).toBe(404);
    expect((await call('video.avatars.get', { params: { avatar: 'drawn' } })).status).toBe(404);
  });

  test('shows a block with its staged visual, and refuses texts that visual does not show', async () => {
    const { operation, project } = await create();
    await world.waitForOperation(operation.id);
    const findBlock = async () =>
      (await getContent(project)).visual_blocks.find(({ fields }) => fields.some(({ key }) => key === 'title'))!;
    const { key: block_key, fields, available_actions } = await findBlock();
    const findSameBlock = async () => (await getContent(project)).visual_blocks.find(({ key }) => key === block_key)!;
    const editText = (key: string) =>
      edit('videoRevision.slideText', project, { block_key, field_edits: [{ key, value: 'Anna' }] });
    const media_asset_id = await addAsset(world);
    for (const [id, body, fieldKeys] of [
      ['videoRevision.presenter', { block_key, media_asset_id }, ['name', 'role']],
      ['videoRevision.regenerateVisual', { block_key, prompt: 'A bridge' }, ['caption']],
    ] as const) {
      const item = (await edit(id, project, body)).body['data'] as { id: string };
      expect((await findSameBlock()).fields.map(({ key }) => key)).toEqual(fieldKeys);
      const revision = await getEtag(project);
      const refusal = await editText('title');
      expect({ status: refusal.status, body: refusal.body }).toMatchObject({
        status: 409,
        body: { error: 'video_not_editable', explanation: expect.stringContaining('Discard that edit') as string },
      });
      expect(await getEtag(project)).toBe(revision);
      expect((await editText(fieldKeys[0])).status).toBe(200);
      expect((await findSameBlock()).fields.find(({ key }) => key === fieldKeys[0])!.value).toBe('Anna');
      expect((await edit('videoRevision.items.discard', project, undefined, { item: item.id })).status).toBe(200);
      expect(await findSameBlock()).toMatchObject({ available_actions, fields: fields.map(({ key }) => ({ key })) });
    }
    expect((await editText('title')).status).toBe(200);
  });

  test('marks a staged text that another visual hides, and leaves it out of the changes', async () => {
    const { operation, project } = await create();
    await world.waitForOperation(operation.id);
    const block_key = (await getContent(project)).visual_blocks.find(({ fields }) =>
      fields.some(({ key }) => key === 'title'),
    )!.key;
    const stage = async (id: OperationId, body: object) =>
      ((await edit(id, project, { block_key, ...body })).body['data'] as { id: string }).id;
    const text = await stage('videoRevision.slideText', { field_edits: [{ key: 'title', value: 'Other words' }] });
    const getStatusLabel = async () => (await getManifest(project)).items.find(({ id }) => id === text)!.status_label;
    const waitForPreviews = () =>
      expect
        .poll(async () => (await getManifest(project)).items.every(({ preview_url }) => preview_url !== null))
        .toBe(true);
    await waitForPreviews();
    const countPresenterStills = () => maker.stills.filter((kind) => kind === 'presenter').length;
    const before = countPresenterStills();
    const media_asset_id = await addAsset(world);
    const presenter = await stage('videoRevision.presenter', { media_asset_id });
    expect(await getStatusLabel()).toMatch(/^Hidden/);
    // The text's own preview had shown the slide.
    await expect.poll(() => countPresenterStills() - before).toBe(2);
    await waitForPreviews();
    await edit('videoRevision.items.discard', project, undefined, { item: presenter });
    expect(await getStatusLabel()).toBe('Ready to apply');
    await waitForPreviews();
    await stage('videoRevision.presenter', { media_asset_id });
    const appliedOperation = (await edit('videoRevision.apply', project)).body['operation'] as ServiceOperation;
    expect((await world.waitForOperation(appliedOperation.id)).status).toBe('completed');
    const { versions } = await getContent(project);
    expect(versions[0]!.changes).toEqual([expect.stringMatching(/^Presenter only/)]);
  });

  test('keeps a client’s reference of a new overlay', async () => {
    const { operation, project } = await create();
    await world.waitForOperation(operation.id);
    const templateId = 'lower_third';
    const reference = { client_request_id: 'theirs-7', span_scope: 'beat', beat_sequence: 3 };
    const templates = await world.owner.data<{ id: string; input_fields: { key: string; required: boolean }[] }[]>(
      'video.overlayTemplates',
      { params: { project } },
    );
    const template = templates.find(({ id }) => id === templateId) ?? templates[0]!;
    const inputs = Object.fromEntries(
      template.input_fields.filter(({ required }) => required).map(({ key }) => [key, 'One']),
    );
    const answer = await edit('videoRevision.overlays.add', project, {
      template: template.id,
      inputs,
      playhead_time: 0.5,
      ...reference,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body['data']).toMatchObject(reference);
    expect((await getManifest(project)).items).toMatchObject([reference]);
  });
});
