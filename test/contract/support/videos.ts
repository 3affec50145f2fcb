/** Calls of videos, operations and media assets: valid ones, and one for each failure. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { eq } from 'drizzle-orm';

import type { OperationId } from '#contract/operations/index.ts';
import { sha256 } from '#platform/sha256.ts';
import { planVideo } from '#service/engines/video/plan.ts';
import type { VideoPlan } from '#service/engines/video/video.ts';
import {
  media_assets,
  operations,
  video_artifacts,
  video_edits,
  video_passes,
  video_projects,
} from '#service/store/schema-videos.ts';
import type { JsonObject } from '#service/store/schema.ts';
import type { Db } from '#service/store/store.ts';
import { QuickVideos, createQuickTimeline } from '#test/support/quick-videos.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

import { type Answer, type Input, MISSING_UUID } from './client.ts';
import { addAsset, removeAssetFile } from './assets.ts';
import { CHANNEL, TEAM, type World } from './world.ts';

const SCRIPT = '# Night trains\n\nThey are coming back. Nobody expected that, and yet they are full.\n';
export const OVERLAY = '11111111-1111-4111-8111-111111111111';
const brief = { name: 'Night trains', script: SCRIPT };

/** Shared by the worlds of one file. */
export const quickVideos = new QuickVideos();

const toJson = (value: object): JsonObject => value as unknown as JsonObject;

const plan: VideoPlan = {
  ...planVideo(SCRIPT, {
    title: 'Night trains',
    settings: VIDEO_SETTINGS,
  }),
  overlays: [{ id: OVERLAY, template: 'lower_third', inputs: { name: 'Mara', role: '' }, start: 0.5, end: 2 }],
};
export const BLOCK = plan.scenes[0]!.key;
const timeline = createQuickTimeline(plan);
export const CUE = 'cue-1';

/** Lists the stored files of a project and those in its work folder. */
export async function listFiles({ service }: World, project: string): Promise<string[]> {
  const storedFiles = await service.files.list(`videos/${project}/`);
  return [...storedFiles.map(({ name }) => basename(name)), ...(await readdir(join(service.workFolder, project)))];
}

export interface VideoOptions {
  readonly status?: 'generating' | 'complete';
  /** False omits the file. */
  readonly file?: boolean;
  readonly published_at?: Date;
  readonly staged?: boolean;
  readonly music?: boolean;
  /** The asset that shows the presenter of the first block. */
  readonly presenter?: string;
}

/** Creates a video as its job would; complete by default. */
export async function createVideo(world: World, options: VideoOptions = {}): Promise<string> {
  const { status = 'complete', file = true, published_at, staged = false, music = true, presenter } = options;
  const id = randomUUID();
  const revision = sha256(id);
  if (status === 'complete' && file) await world.service.files.put(`videos/${id}/${revision}.mp4`, id);
  const [first, ...others] = plan.scenes;
  const media = presenter !== undefined && {
    kind: 'presenter',
    media: { path: `asset:${presenter}`, kind: 'picture' },
  };
  const scenes = [{ ...first, ...media }, ...others];
  const row = toJson({ ...plan, scenes, settings: { ...plan.settings, music: { enabled: music, file: null } } });
  const ids = { team_id: TEAM, project_id: id };
  await world.write(async (tx) => {
    const video = { id, team_id: TEAM, channel_id: CHANNEL, title: 'Night trains', status, brief, plan: row };
    const [operation] = await tx
      .insert(operations)
      .values({ team_id: TEAM, channel_id: CHANNEL, type: 'video_generate', resource_id: id, status: 'completed' })
      .returning();
    const details = { estimated_seconds: 9, credits: 1, operation_id: operation!.id };
    await tx.insert(video_projects).values({ ...video, ...details });
    if (status !== 'complete') return;
    const [artifact] = await tx
      .insert(video_artifacts)
      .values({
        ...ids,
        revision,
        bytes: id.length,
        seconds: 9,
        plan: row,
        pictures: {},
        timeline: toJson(timeline),
        content_type: 'video/mp4',
        quality_status: 'ready',
        waveform: [0, 1],
        quality: { seconds: 9, loudness: null, peak: null, driftMs: 0, findings: [] },
        ...(published_at && { published_at }),
      })
      .returning();
    await tx.update(video_projects).set({ artifact_id: artifact!.id }).where(eq(video_projects.id, id));
    if (staged) await stageOverlay(tx, id);
  });
  return id;
}

async function stageOverlay(tx: Db, project_id: string): Promise<string> {
  const overlay = { id: randomUUID(), template: 'circle', inputs: {}, start: 0, end: 1 };
  const edit = { action: 'add_overlay', overlay };
  const [row] = await tx
    .insert(video_edits)
    .values({ team_id: TEAM, project_id, slot: `overlay:${overlay.id}`, edit })
    .returning();
  return row!.id;
}

const createParams = async (world: World, options?: VideoOptions) => ({ project: await createVideo(world, options) });
export const MATCH = { 'If-Match': '"1"' };

/** Creates a video and an edit of it with this body. */
const createEdit = (body?: object, options?: VideoOptions) => async (world: World) => ({
  params: await createParams(world, options),
  headers: MATCH,
  ...(body && { body }),
});

const stageEdit = async (world: World): Promise<Input> => {
  const params = await createParams(world);
  return { params: { ...params, item: await world.write((tx) => stageOverlay(tx, params.project)) }, headers: MATCH };
};

const createOverlayEdit = (body?: object) => async (world: World) => ({
  params: { ...(await createParams(world)), overlay: OVERLAY },
  headers: MATCH,
  ...(body && { body }),
});

async function addPass(world: World) {
  const params = await createParams(world);
  const id = await world.write(async (tx) => {
    const [artifact] = await tx.select().from(video_artifacts).where(eq(video_artifacts.project_id, params.project));
    const result = { number: 1, status: 'complete' as const, artifact_id: artifact!.id, base_id: artifact!.id };
    const row = { team_id: TEAM, project_id: params.project, operation_id: randomUUID(), plan: {}, changes: ['One'] };
    const [storedRow] = await tx
      .insert(video_passes)
      .values({ ...row, ...result, applied_at: new Date() })
      .returning();
    return storedRow!.id;
  });
  return { params: { ...params, pass: id } };
}

/** Adds a picture that is the presenter of a video. */
async function addPresenter(world: World): Promise<string> {
  const id = await addAsset(world);
  await createVideo(world, { presenter: id });
  return id;
}

const UPLOADING_FILE = { state: 'uploading', uploaded_bytes: 0, media_type: null, content_type: null } as const;

const createMediaEdit =
  (overrides: object = {}) =>
  async (world: World) => ({
    ...(await createEdit()(world)),
    body: { block_key: BLOCK, media_asset_id: await addAsset(world), ...overrides },
  });

export const VALID_VIDEO_INPUTS = {
  'operations.get': async (world: World) => {
    const id = await createVideo(world);
    const [row] = await world.write((tx) => tx.select().from(video_projects).where(eq(video_projects.id, id)));
    return { params: { operation: row!.operation_id } };
  },
  'video.capabilities': () => Promise.resolve({}),
  'video.voices.list': () => Promise.resolve({}),
  'video.voices.get': () => Promise.resolve({ params: { voice: 'anna' } }),
  'video.channels.list': () => Promise.resolve({}),
  'video.channels.get': () => Promise.resolve({ params: { video_channel: CHANNEL } }),
  'video.avatars.list': async (world: World) => {
    const { body } = await world.owner.call('video.avatars.list');
    if ((body['data'] as unknown[]).length === 0) await addPresenter(world);
    return {};
  },
  'video.avatars.get': async (world: World) => ({ params: { avatar: await addPresenter(world) } }),
  'mediaAssets.list': async (world: World) => {
    if ((await world.service.store.db.$count(media_assets)) === 0) await addAsset(world);
    return {};
  },
  'mediaAssets.get': async (world: World) => ({ params: { media_asset: await addAsset(world) } }),
  'video.list': async (world: World) => {
    if ((await world.service.store.db.$count(video_projects)) === 0) await createVideo(world);
    return {};
  },
  'video.create': async (world: World) => ({
    body: {
      ...brief,
      name: randomUUID(),
      channel_id: CHANNEL,
      voice_id: 'anna',
      source_materials: ['A note'],
      library_asset_public_ids: [await addAsset(world)],
    },
  }),
  'video.quote': () => Promise.resolve({ body: { ...brief, channel_id: CHANNEL } }),
  'video.get': async (world: World) => ({ params: await createParams(world) }),
  'video.cancel': async (world: World) => ({
    params: await createParams(world, { status: 'generating' }),
    body: { reason: 'Not needed' },
  }),
  'video.download': async (world: World) => ({ params: await createParams(world) }),
  'video.editableContent': async (world: World) => ({ params: await createParams(world) }),
  'video.overlayTemplates': async (world: World) => ({ params: await createParams(world) }),
  'video.qualityReport': async (world: World) => ({ params: await createParams(world) }),
  'videoRevision.manifest': async (world: World) => ({ params: await createParams(world, { staged: true }) }),
  'videoRevision.pass': addPass,
  'videoRevision.overlays.add': createEdit({ template: 'lower_third', inputs: { name: 'Mara' }, playhead_time: 1.5 }),
  'videoRevision.overlays.discard': stageEdit,
  'videoRevision.publishedOverlays.update': createOverlayEdit({ inputs: { name: 'Nils' } }),
  'videoRevision.publishedOverlays.remove': createOverlayEdit(),
  'videoRevision.captions': createEdit({ enabled: false, style: 'bar' }),
  'videoRevision.music': createEdit({ remove: true }),
  'videoRevision.slideText': createEdit({ block_key: BLOCK, field_edits: [{ key: 'title', value: 'Other words' }] }),
  'videoRevision.regenerateVisual': createEdit({ block_key: BLOCK, prompt: 'A train in the snow' }),
  'videoRevision.replaceWithMedia': createMediaEdit(),
  'videoRevision.presenter': createMediaEdit({ note: 'Look friendly' }),
  'videoRevision.items.discard': stageEdit,
  'videoRevision.apply': createEdit(undefined, { staged: true }),
  'local.mediaAssets.create': () => Promise.resolve({ body: { name: 'A picture', bytes: 3 } }),
  'local.mediaAssets.upload': async (world: World) => ({
    params: { media_asset: await addAsset(world, { ...UPLOADING_FILE, bytes: 6 }) },
    body: { offset: 0, data: 'YWJj' },
  }),
  'local.mediaAssets.retry': async (world: World) => ({
    params: { media_asset: await addAsset(world, { state: 'failed', error: 'It broke.' }) },
  }),
} as const;

type VideoId = keyof typeof VALID_VIDEO_INPUTS & OperationId;

async function callChanged(world: World, id: VideoId, change: { params?: object; body?: object; query?: object }) {
  const input: Input = await VALID_VIDEO_INPUTS[id](world);
  return world.owner.call(id, {
    ...input,
    ...(change.query && { query: { ...change.query } }),
    params: { ...input.params, ...change.params },
    ...(change.body && { body: { ...(input.body as object), ...change.body } }),
  });
}

const createVideoFailures = (id: VideoId) => ({
  // The member may only access the other channel.
  video_project_forbidden: async (world: World) =>
    world.owner.as(world.tokens.member).call(id, await VALID_VIDEO_INPUTS[id](world)),
  video_project_not_found: (world: World) => callChanged(world, id, { params: { project: MISSING_UUID } }),
});

const editFailures = (id: VideoId) => ({
  ...createVideoFailures(id),
  video_not_editable: async (world: World) => {
    const expiredVideo = await createVideo(world, { published_at: new Date('2020-01-01') });
    return callChanged(world, id, { params: { project: expiredVideo } });
  },
});

async function withoutVideoMaker(call: () => Promise<Answer>): Promise<Answer> {
  quickVideos.reason = 'There is no ffmpeg on this machine.';
  try {
    return await call();
  } finally {
    quickVideos.reason = null;
  }
}

async function withPlan(world: World, body: object, oldPlan: object, call: () => Promise<Answer>): Promise<Answer> {
  await world.owner.data('local.creditPlan.put', { body });
  try {
    return await call();
  } finally {
    await world.owner.data('local.creditPlan.put', { body: oldPlan });
  }
}

const createChannelFailures = (id: 'video.create' | 'video.quote') => ({
  channel_forbidden: async (world: World) =>
    world.owner.as(world.tokens.member).call(id, await VALID_VIDEO_INPUTS[id](world)),
  channel_not_found: (world: World) => callChanged(world, id, { body: { channel_id: world.foreign.channel } }),
});

const createVersionFailures = (id: 'video.download' | 'video.qualityReport') => ({
  ...createVideoFailures(id),
  validation_failed: (world: World) => callChanged(world, id, { query: { revision: 'latest' } }),
  video_version_not_found: (world: World) => callChanged(world, id, { query: { revision: 'a'.repeat(64) } }),
  video_not_ready: async (world: World) =>
    callChanged(world, id, { params: await createParams(world, { status: 'generating' }) }),
});

const createAssetFailures = (id: 'local.mediaAssets.upload' | 'local.mediaAssets.retry' | 'mediaAssets.get') => ({
  media_asset_not_found: (world: World) => callChanged(world, id, { params: { media_asset: MISSING_UUID } }),
});

type PagedOperation =
  | 'video.list'
  | 'mediaAssets.list'
  | 'videoRevision.manifest'
  | 'video.voices.list'
  | 'video.channels.list'
  | 'video.avatars.list';
const createPageFailures = (id: PagedOperation) => ({
  validation_failed: (world: World) => callChanged(world, id, { query: { per_page: 0 } }),
});

export const VIDEO_FAILURES = {
  'operations.get': {
    operation_not_found: (world: World) =>
      callChanged(world, 'operations.get', { params: { operation: MISSING_UUID } }),
  },
  'video.capabilities': {},
  'video.voices.list': createPageFailures('video.voices.list'),
  'video.voices.get': {
    voice_not_found: (world: World) => world.owner.call('video.voices.get', { params: { voice: 'nobody' } }),
  },
  'video.channels.list': createPageFailures('video.channels.list'),
  'video.channels.get': {
    channel_not_found: (world: World) =>
      world.owner.call('video.channels.get', { params: { video_channel: '999999' } }),
  },
  'video.avatars.list': createPageFailures('video.avatars.list'),
  'video.avatars.get': {
    avatar_not_found: (world: World) => world.owner.call('video.avatars.get', { params: { avatar: 'nobody' } }),
  },
  'mediaAssets.list': createPageFailures('mediaAssets.list'),
  'mediaAssets.get': {
    ...createAssetFailures('mediaAssets.get'),
    media_file_missing: async (world: World) =>
      callChanged(world, 'mediaAssets.get', {
        params: { media_asset: await removeAssetFile(world, await addAsset(world)) },
      }),
  },
  'video.list': createPageFailures('video.list'),
  'video.create': {
    ...createChannelFailures('video.create'),
    insufficient_credits: (world: World) =>
      withPlan(world, { plan_credits: 0 }, { plan_credits: 100_000 }, () => callChanged(world, 'video.create', {})),
    subscription_paused: (world: World) =>
      withPlan(world, { status: 'paused' }, { status: 'active' }, () => callChanged(world, 'video.create', {})),
    video_provisioning_required: (world: World) => withoutVideoMaker(() => callChanged(world, 'video.create', {})),
    video_configuration_not_ready: async (world: World) => {
      quickVideos.notReady = 'The keychain is locked.';
      try {
        return await callChanged(world, 'video.create', {});
      } finally {
        quickVideos.notReady = null;
      }
    },
    video_capability_unavailable: (world: World) =>
      callChanged(world, 'video.create', { body: { voice_provider: 'elsewhere' } }),
  },
  'video.quote': {
    ...createChannelFailures('video.quote'),
    video_capability_unavailable: (world: World) =>
      callChanged(world, 'video.quote', { body: { voice_provider: 'elsewhere', voice_id: 'theirs' } }),
  },
  'video.get': createVideoFailures('video.get'),
  'video.cancel': createVideoFailures('video.cancel'),
  'video.download': {
    ...createVersionFailures('video.download'),
    video_file_missing: async (world: World) =>
      callChanged(world, 'video.download', { params: await createParams(world, { file: false }) }),
  },
  'video.editableContent': createVideoFailures('video.editableContent'),
  'video.overlayTemplates': createVideoFailures('video.overlayTemplates'),
  'video.qualityReport': createVersionFailures('video.qualityReport'),
  'videoRevision.manifest': {
    ...createVideoFailures('videoRevision.manifest'),
    ...createPageFailures('videoRevision.manifest'),
  },
  'videoRevision.pass': {
    ...createVideoFailures('videoRevision.pass'),
    pass_not_found: (world: World) => callChanged(world, 'videoRevision.pass', { params: { pass: MISSING_UUID } }),
  },
  'videoRevision.overlays.add': editFailures('videoRevision.overlays.add'),
  'videoRevision.overlays.discard': {
    ...editFailures('videoRevision.overlays.discard'),
    item_not_found: (world: World) =>
      callChanged(world, 'videoRevision.overlays.discard', { params: { item: MISSING_UUID } }),
  },
  'videoRevision.publishedOverlays.update': {
    ...editFailures('videoRevision.publishedOverlays.update'),
    overlay_not_found: (world: World) =>
      callChanged(world, 'videoRevision.publishedOverlays.update', { params: { overlay: MISSING_UUID } }),
  },
  'videoRevision.publishedOverlays.remove': {
    ...editFailures('videoRevision.publishedOverlays.remove'),
    overlay_not_found: (world: World) =>
      callChanged(world, 'videoRevision.publishedOverlays.remove', { params: { overlay: MISSING_UUID } }),
  },
  'videoRevision.captions': editFailures('videoRevision.captions'),
  'videoRevision.music': editFailures('videoRevision.music'),
  'videoRevision.slideText': editFailures('videoRevision.slideText'),
  'videoRevision.regenerateVisual': editFailures('videoRevision.regenerateVisual'),
  'videoRevision.replaceWithMedia': editFailures('videoRevision.replaceWithMedia'),
  'videoRevision.presenter': editFailures('videoRevision.presenter'),
  'videoRevision.items.discard': {
    ...editFailures('videoRevision.items.discard'),
    item_not_found: (world: World) =>
      callChanged(world, 'videoRevision.items.discard', { params: { item: MISSING_UUID } }),
  },
  'videoRevision.apply': {
    ...editFailures('videoRevision.apply'),
    revision_not_applicable: async (world: World) =>
      callChanged(world, 'videoRevision.apply', { params: await createParams(world) }),
    video_provisioning_required: (world: World) =>
      withoutVideoMaker(() => callChanged(world, 'videoRevision.apply', {})),
  },
  'local.mediaAssets.create': {},
  'local.mediaAssets.upload': {
    ...createAssetFailures('local.mediaAssets.upload'),
    media_upload_offset: (world: World) => callChanged(world, 'local.mediaAssets.upload', { body: { offset: 3 } }),
    media_upload_closed: async (world: World) =>
      callChanged(world, 'local.mediaAssets.upload', { params: { media_asset: await addAsset(world) } }),
  },
  'local.mediaAssets.retry': {
    ...createAssetFailures('local.mediaAssets.retry'),
    media_not_retryable: async (world: World) =>
      callChanged(world, 'local.mediaAssets.retry', { params: { media_asset: await addAsset(world) } }),
    media_file_missing: async (world: World) =>
      callChanged(world, 'local.mediaAssets.retry', {
        params: { media_asset: await removeAssetFile(world, await addAsset(world, { state: 'failed' })) },
      }),
  },
} as const;
