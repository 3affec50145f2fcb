/** Tests videos as clients of other such services request them, and blocks listed with their staged changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OperationId } from '#contract/operations/index.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { RevisionManifest } from '#contract/schema/video-revision.ts';
import { PACE_SECONDS, type EditableContent, type VideoProject, type VideoQuote } from '#contract/schema/video.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Answer } from './support/client.ts';
import { asset } from './support/assets.ts';
import { newVideo } from './support/videos.ts';
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
  const operation = (id: string) => world.owner.data<ServiceOperation>('operations.get', { params: { operation: id } });
  const ended = async (id: string): Promise<ServiceOperation> => {
    await expect.poll(async () => (await operation(id)).status, { interval: 10, timeout: 60_000 }).not.toBe('running');
    return operation(id);
  };
  const create = async (body: object = {}): Promise<{ operation: ServiceOperation; project: string }> => {
    const answer = await call('video.create', { body: { name: 'Trains', script: SCRIPT, ...body } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    const made = answer.body['operation'] as ServiceOperation;
    return { operation: made, project: made.domain_resource!.id };
  };
  const get = (project: string) => world.owner.data<VideoProject>('video.get', { params: { project } });
  const content = (project: string) =>
    world.owner.data<EditableContent>('video.editableContent', { params: { project } });
  const manifest = (project: string) =>
    world.owner.data<RevisionManifest>('videoRevision.manifest', { params: { project } });
  const etag = async (project: string) =>
    (await call('video.editableContent', { params: { project } })).headers.get('ETag')!;
  const edit = async (id: OperationId, project: string, body?: object, params: object = {}): Promise<Answer> =>
    call(id, {
      params: { project, ...params },
      headers: { 'If-Match': await etag(project) },
      ...(body && { body }),
    });

  test('accepts other clients’ fields, keeps their reference and warns about unsupported ones', async () => {
    const script_id = await world.write((tx) => addScript(tx, TEAM, OTHER_CHANNEL));
    const project = `project:v1:script:${script_id}`;
    const more = {
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
    const body = { name: 'Trains', script: SCRIPT, ...more };
    expect((await call('video.quote', { body })).body['errors']).toHaveProperty('channel');
    const listed = await call('video.channels.list');
    const [channel, next] = listed.body['data'] as { public_id: string; name: string }[];
    const named = { ...more, channel: channel!.name, channel_public_id: Number(channel!.public_id) };
    for (const [field, wrong] of [
      ['channel', { ...named, channel_id: OTHER_CHANNEL }],
      ['channel', { ...named, project_id: project }],
      ['channel_public_id', { ...named, channel_public_id: next!.public_id }],
      ['channel_public_id', { ...named, channel_public_id: channel!.name }],
    ] as const) {
      for (const id of ['video.quote', 'video.create'] as const) {
        const { status, body: said } = await call(id, { body: { ...body, ...wrong } });
        expect({ status, fields: Object.keys(said['errors'] as object) }).toEqual({ status: 422, fields: [field] });
      }
    }
    const quote = await world.owner.data<VideoQuote>('video.quote', { body: { ...body, ...named } });
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
    const { operation: started, project: made } = await create(named);
    expect(started).toMatchObject({ warnings: quote.warnings, domain_resource: { client_reference_id: 'theirs-1' } });
    const done = await ended(started.id);
    expect(done.warnings).toEqual([...quote.warnings, 'Nobody speaks.']);
    expect(done.domain_resource).toMatchObject({ id: made, client_reference_id: 'theirs-1' });
    const kept = { client_reference_id: 'theirs-1', channel_id: channel!.public_id, credits: quote.required_credits };
    expect(await get(made)).toMatchObject(kept);
    expect((await call('video.list')).body['data']).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: made, ...kept }) as unknown]),
    );
  });

  test('applies known pace names, and warns about others', async () => {
    const script = 'One short sentence follows the other here. '.repeat(40);
    const scenes = async (more: object): Promise<{ count: number; warnings: readonly string[] }> => {
      const { operation: started, project } = await create({ script, ...more });
      const { warnings } = await ended(started.id);
      return {
        count: (await content(project)).visual_blocks.length,
        warnings: warnings.filter((one) => /pace/.test(one)),
      };
    };
    const pace = (editorial_rhythm_pace_profile: string, more: object = {}) =>
      scenes({ editorial_rhythm_pace_profile, ...more });
    const fast = await pace('fast');
    const slow = await pace('slow');
    expect(fast).toEqual(await scenes({ slideshow_max_seconds: PACE_SECONDS.fast }));
    expect(fast.count).toBeGreaterThan(slow.count);
    expect(await pace('fast', { slideshow_max_seconds: PACE_SECONDS.slow })).toEqual({
      count: slow.count,
      warnings: [expect.stringContaining('slideshow_max_seconds sets the pace') as string],
    });
  });

  test('falls back to the default voice for an unknown provider, and refuses that provider’s voices', async () => {
    const body = { name: 'Trains', script: SCRIPT, voice_provider: 'elsewhere' };
    const quote = await world.owner.data<VideoQuote>('video.quote', { body });
    expect(quote.warnings).toEqual(['voice_provider was ignored: “elsewhere” has no voices here; “system” does.']);
    const refused = await call('video.create', { body: { ...body, voice_id: 'theirs' } });
    expect({ status: refused.status, body: refused.body }).toMatchObject({
      status: 409,
      body: { code: 'video_capability_unavailable', reason: expect.stringContaining('elsewhere') as string },
    });
  });

  test('lists usable voices, with a connected one replacing the system voices', async () => {
    const list = async () => (await call('video.voices.list')).body;
    expect(await list()).toMatchObject({
      data: [{ id: 'anna', name: 'Anna', label: 'Anna', provider: 'system', preview_url: null }],
      pagination: { total: 1 },
    });
    maker.connected = 'Alto of a server';
    try {
      expect(await list()).toMatchObject({ data: [{ id: 'connected', provider: 'connected' }] });
      const body = { name: 'Trains', script: SCRIPT, voice_id: 'connected', voice_provider: 'connected' };
      expect((await call('video.quote', { body })).status).toBe(200);
      expect((await call('video.quote', { body: { ...body, voice_id: 'anna' } })).status).toBe(422);
    } finally {
      maker.connected = null;
    }
  });

  test('lists as avatars only the people who present in a video', async () => {
    const avatars = async () => (await call('video.avatars.list')).body['data'];
    const [mara, other] = [await asset(world, { name: 'Mara' }), await asset(world, { name: 'A train' })];
    expect(await avatars()).toEqual([]);
    await newVideo(world, { presenter: mara });
    await newVideo(world, { presenter: mara });
    expect(await avatars()).toEqual([{ id: mara, name: 'Mara' }]);
    expect((await call('video.avatars.get', { params: { avatar: mara } })).status).toBe(200);
    expect((await call('video.avatars.get', { params: { avatar: other } })).status).toBe(404);
    expect((await call('video.avatars.get', { params: { avatar: 'drawn' } })).status).toBe(404);
  });

  test('shows a block with its staged visual, and refuses texts that visual does not show', async () => {
    const { operation: started, project } = await create();
    await ended(started.id);
    const blockNow = async () =>
      (await content(project)).visual_blocks.find(({ fields }) => fields.some(({ key }) => key === 'title'))!;
    const { key: block_key, fields, available_actions } = await blockNow();
    const same = async () => (await content(project)).visual_blocks.find(({ key }) => key === block_key)!;
    const text = (key: string) =>
      edit('videoRevision.slideText', project, { block_key, field_edits: [{ key, value: 'Anna' }] });
    const media_asset_id = await asset(world);
    for (const [id, body, left] of [
      ['videoRevision.presenter', { block_key, media_asset_id }, ['name', 'role']],
      ['videoRevision.regenerateVisual', { block_key, prompt: 'A bridge' }, ['caption']],
    ] as const) {
      const item = (await edit(id, project, body)).body['data'] as { id: string };
      expect((await same()).fields.map(({ key }) => key)).toEqual(left);
      const revision = await etag(project);
      const refused = await text('title');
      expect({ status: refused.status, body: refused.body }).toMatchObject({
        status: 409,
        body: { error: 'video_not_editable', explanation: expect.stringContaining('Discard that edit') as string },
      });
      expect(await etag(project)).toBe(revision);
      expect((await text(left[0])).status).toBe(200);
      expect((await same()).fields.find(({ key }) => key === left[0])!.value).toBe('Anna');
      expect((await edit('videoRevision.items.discard', project, undefined, { item: item.id })).status).toBe(200);
      expect(await same()).toMatchObject({ available_actions, fields: fields.map(({ key }) => ({ key })) });
    }
    expect((await text('title')).status).toBe(200);
  });

  test('marks a staged text hidden by another visual, and leaves it out of the changes', async () => {
    const { operation: started, project } = await create();
    await ended(started.id);
    const block_key = (await content(project)).visual_blocks.find(({ fields }) =>
      fields.some(({ key }) => key === 'title'),
    )!.key;
    const stage = async (id: OperationId, body: object) =>
      ((await edit(id, project, { block_key, ...body })).body['data'] as { id: string }).id;
    const text = await stage('videoRevision.slideText', { field_edits: [{ key: 'title', value: 'Other words' }] });
    const label = async () => (await manifest(project)).items.find(({ id }) => id === text)!.status_label;
    const drawn = () =>
      expect
        .poll(async () => (await manifest(project)).items.every(({ preview_url }) => preview_url !== null))
        .toBe(true);
    await drawn();
    const presented = () => maker.stills.filter((kind) => kind === 'presenter').length;
    const before = presented();
    const media_asset_id = await asset(world);
    const presenter = await stage('videoRevision.presenter', { media_asset_id });
    expect(await label()).toMatch(/^Hidden/);
    // The text's own preview had shown the slide.
    await expect.poll(() => presented() - before).toBe(2);
    await drawn();
    await edit('videoRevision.items.discard', project, undefined, { item: presenter });
    expect(await label()).toBe('Ready to apply');
    await drawn();
    await stage('videoRevision.presenter', { media_asset_id });
    const applied = (await edit('videoRevision.apply', project)).body['operation'] as ServiceOperation;
    expect((await ended(applied.id)).status).toBe('completed');
    const { versions } = await content(project);
    expect(versions[0]!.changes).toEqual([expect.stringMatching(/^Presenter only/)]);
  });

  test('keeps a client’s reference of a new overlay', async () => {
    const { operation: started, project } = await create();
    await ended(started.id);
    const template = 'lower_third';
    const reference = { client_request_id: 'theirs-7', span_scope: 'beat', beat_sequence: 3 };
    const templates = await world.owner.data<{ id: string; input_fields: { key: string; required: boolean }[] }[]>(
      'video.overlayTemplates',
      { params: { project } },
    );
    const used = templates.find(({ id }) => id === template) ?? templates[0]!;
    const inputs = Object.fromEntries(
      used.input_fields.filter(({ required }) => required).map(({ key }) => [key, 'One']),
    );
    const added = await edit('videoRevision.overlays.add', project, {
      template: used.id,
      inputs,
      playhead_time: 0.5,
      ...reference,
    });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect(added.body['data']).toMatchObject(reference);
    expect((await manifest(project)).items).toMatchObject([reference]);
  });
});
