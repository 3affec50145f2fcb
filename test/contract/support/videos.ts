/** Calls of videos, operations and media assets: valid ones, and one for each failure. */
import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { eq } from 'drizzle-orm';

import type { OperationId } from '#contract/operations/index.ts';
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
import { QuickVideos, quickTimeline } from '#test/support/quick-videos.ts';

import type { Answer, Input } from './client.ts';
import { asset, withoutFile } from './assets.ts';
import { CHANNEL, TEAM, type World } from './world.ts';

const NOTHING = '00000000-0000-4000-8000-000000000000';
const SCRIPT = '# Night trains\n\nThey are coming back. Nobody expected that, and yet they are full.\n';
export const OVERLAY = '11111111-1111-4111-8111-111111111111';
const ask = { name: 'Night trains', script: SCRIPT };

/** Shared by the worlds of one file. */
export const quickVideos = new QuickVideos();

const asRow = (value: object): JsonObject => value as unknown as JsonObject;

const plan: VideoPlan = {
  ...planVideo(SCRIPT, {
    title: 'Night trains',
    settings: {
      width: 1280,
      height: 720,
      design: 'screening',
      narration: true,
      speakingRate: 1,
      voice: null,
      captions: { enabled: true, style: 'default' },
      music: { enabled: true, file: null },
    },
  }),
  overlays: [{ id: OVERLAY, template: 'lower_third', inputs: { name: 'Mara', role: '' }, start: 0.5, end: 2 }],
};
export const BLOCK = plan.scenes[0]!.key;
const timeline = quickTimeline(plan);
export const CUE = 'cue-1';

/** Lists the files of a project, and what is being made of it. */
export async function filesOf({ service }: World, project: string): Promise<string[]> {
  const stored = await service.files.list(`videos/${project}/`);
  return [...stored.map(({ name }) => basename(name)), ...(await readdir(join(service.workFolder, project)))];
}

export interface VideoOptions {
  readonly status?: 'generating' | 'complete';
  /** False omits the file. */
  readonly file?: boolean;
  readonly published_at?: Date;
  readonly staged?: boolean;
  readonly music?: boolean;
  /** Is the asset that shows the presenter of its first block. */
  readonly presenter?: string;
}

/** Creates a video as the job leaves it; complete by default. */
export async function newVideo(world: World, options: VideoOptions = {}): Promise<string> {
  const { status = 'complete', file = true, published_at, staged = false, music = true, presenter } = options;
  const id = randomUUID();
  const revision = createHash('sha256').update(id).digest('hex');
  if (status === 'complete' && file) await world.service.files.put(`videos/${id}/${revision}.mp4`, id);
  const [first, ...others] = plan.scenes;
  const media = presenter !== undefined && {
    kind: 'presenter',
    media: { path: `asset:${presenter}`, kind: 'picture' },
  };
  const scenes = [{ ...first, ...media }, ...others];
  const row = asRow({ ...plan, scenes, settings: { ...plan.settings, music: { enabled: music, file: null } } });
  const own = { team_id: TEAM, project_id: id };
  await world.write(async (tx) => {
    const video = { id, team_id: TEAM, channel_id: CHANNEL, title: 'Night trains', status, brief: ask, plan: row };
    const [operation] = await tx
      .insert(operations)
      .values({ team_id: TEAM, channel_id: CHANNEL, type: 'video_generate', resource_id: id, status: 'completed' })
      .returning();
    const more = { estimated_seconds: 9, credits: 1, operation_id: operation!.id };
    await tx.insert(video_projects).values({ ...video, ...more });
    if (status !== 'complete') return;
    const [artifact] = await tx
      .insert(video_artifacts)
      .values({
        ...own,
        revision,
        bytes: id.length,
        seconds: 9,
        plan: row,
        pictures: {},
        timeline: asRow(timeline),
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

const project = async (world: World, options?: VideoOptions) => ({ project: await newVideo(world, options) });
export const MATCH = { 'If-Match': '"1"' };

/** Edits a new draft with this body. */
const edit = (body?: object, options?: VideoOptions) => async (world: World) => ({
  params: await project(world, options),
  headers: MATCH,
  ...(body && { body }),
});

const staged = async (world: World): Promise<Input> => {
  const params = await project(world);
  return { params: { ...params, item: await world.write((tx) => stageOverlay(tx, params.project)) }, headers: MATCH };
};

const onOverlay = (body?: object) => async (world: World) => ({
  params: { ...(await project(world)), overlay: OVERLAY },
  headers: MATCH,
  ...(body && { body }),
});

async function pass(world: World) {
  const params = await project(world);
  const id = await world.write(async (tx) => {
    const [artifact] = await tx.select().from(video_artifacts).where(eq(video_artifacts.project_id, params.project));
    const done = { number: 1, status: 'complete' as const, artifact_id: artifact!.id, base_id: artifact!.id };
    const of = { team_id: TEAM, project_id: params.project, operation_id: randomUUID(), plan: {}, changes: ['One'] };
    const [row] = await tx
      .insert(video_passes)
      .values({ ...of, ...done, applied_at: new Date() })
      .returning();
    return row!.id;
  });
  return { params: { ...params, pass: id } };
}

/** Adds a picture that presents in a video. */
async function presenter(world: World): Promise<string> {
  const id = await asset(world);
  await newVideo(world, { presenter: id });
  return id;
}

const uploading = { state: 'uploading', uploaded_bytes: 0, media_type: null, content_type: null } as const;

const withMedia =
  (more: object = {}) =>
  async (world: World) => ({
    ...(await edit()(world)),
    body: { block_key: BLOCK, media_asset_id: await asset(world), ...more },
  });

export const VIDEO_VALID = {
  'operations.get': async (world: World) => {
    const id = await newVideo(world);
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
    if ((body['data'] as unknown[]).length === 0) await presenter(world);
    return {};
  },
  'video.avatars.get': async (world: World) => ({ params: { avatar: await presenter(world) } }),
  'mediaAssets.list': async (world: World) => {
    if ((await world.service.store.db.$count(media_assets)) === 0) await asset(world);
    return {};
  },
  'mediaAssets.get': async (world: World) => ({ params: { media_asset: await asset(world) } }),
  'video.list': async (world: World) => {
    if ((await world.service.store.db.$count(video_projects)) === 0) await newVideo(world);
    return {};
  },
  'video.create': async (world: World) => ({
    body: {
      ...ask,
      name: randomUUID(),
      channel_id: CHANNEL,
      voice_id: 'anna',
      source_materials: ['A note'],
      library_asset_public_ids: [await asset(world)],
    },
  }),
  'video.quote': () => Promise.resolve({ body: { ...ask, channel_id: CHANNEL } }),
  'video.get': async (world: World) => ({ params: await project(world) }),
  'video.cancel': async (world: World) => ({
    params: await project(world, { status: 'generating' }),
    body: { reason: 'Not needed' },
  }),
  'video.download': async (world: World) => ({ params: await project(world) }),
  'video.editableContent': async (world: World) => ({ params: await project(world) }),
  'video.overlayTemplates': async (world: World) => ({ params: await project(world) }),
  'video.qualityReport': async (world: World) => ({ params: await project(world) }),
  'videoRevision.manifest': async (world: World) => ({ params: await project(world, { staged: true }) }),
  'videoRevision.pass': pass,
  'videoRevision.overlays.add': edit({ template: 'lower_third', inputs: { name: 'Mara' }, playhead_time: 1.5 }),
  'videoRevision.overlays.discard': staged,
  'videoRevision.publishedOverlays.update': onOverlay({ inputs: { name: 'Nils' } }),
  'videoRevision.publishedOverlays.remove': onOverlay(),
  'videoRevision.captions': edit({ enabled: false, style: 'bar' }),
  'videoRevision.music': edit({ remove: true }),
  'videoRevision.slideText': edit({ block_key: BLOCK, field_edits: [{ key: 'title', value: 'Other words' }] }),
  'videoRevision.regenerateVisual': edit({ block_key: BLOCK, prompt: 'A train in the snow' }),
  'videoRevision.replaceWithMedia': withMedia(),
  'videoRevision.presenter': withMedia({ note: 'Look friendly' }),
  'videoRevision.items.discard': staged,
  'videoRevision.apply': edit(undefined, { staged: true }),
  'local.mediaAssets.create': () => Promise.resolve({ body: { name: 'A picture', bytes: 3 } }),
  'local.mediaAssets.upload': async (world: World) => ({
    params: { media_asset: await asset(world, { ...uploading, bytes: 6 }) },
    body: { offset: 0, data: 'YWJj' },
  }),
  'local.mediaAssets.retry': async (world: World) => ({
    params: { media_asset: await asset(world, { state: 'failed', error: 'It broke.' }) },
  }),
} as const;

type VideoId = keyof typeof VIDEO_VALID & OperationId;

async function changed(world: World, id: VideoId, change: { params?: object; body?: object; query?: object }) {
  const input: Input = await VIDEO_VALID[id](world);
  return world.owner.call(id, {
    ...input,
    ...(change.query && { query: { ...change.query } }),
    params: { ...input.params, ...change.params },
    ...(change.body && { body: { ...(input.body as object), ...change.body } }),
  });
}

const aboutVideo = (id: VideoId) => ({
  // The member may only access the other channel.
  video_project_forbidden: async (world: World) =>
    world.owner.as(world.tokens.member).call(id, await VIDEO_VALID[id](world)),
  video_project_not_found: (world: World) => changed(world, id, { params: { project: NOTHING } }),
});

const editing = (id: VideoId) => ({
  ...aboutVideo(id),
  video_not_editable: async (world: World) => {
    const closed = await newVideo(world, { published_at: new Date('2020-01-01') });
    return changed(world, id, { params: { project: closed } });
  },
});

async function unavailable(call: () => Promise<Answer>): Promise<Answer> {
  quickVideos.reason = 'There is no ffmpeg on this machine.';
  try {
    return await call();
  } finally {
    quickVideos.reason = null;
  }
}

async function withPlan(world: World, body: object, back: object, call: () => Promise<Answer>): Promise<Answer> {
  await world.owner.data('local.creditPlan.put', { body });
  try {
    return await call();
  } finally {
    await world.owner.data('local.creditPlan.put', { body: back });
  }
}

const aboutChannel = (id: 'video.create' | 'video.quote') => ({
  channel_forbidden: async (world: World) => world.owner.as(world.tokens.member).call(id, await VIDEO_VALID[id](world)),
  channel_not_found: (world: World) => changed(world, id, { body: { channel_id: world.foreign.channel } }),
});

const ofVersion = (id: 'video.download' | 'video.qualityReport') => ({
  ...aboutVideo(id),
  validation_failed: (world: World) => changed(world, id, { query: { revision: 'latest' } }),
  video_version_not_found: (world: World) => changed(world, id, { query: { revision: 'a'.repeat(64) } }),
  video_not_ready: async (world: World) =>
    changed(world, id, { params: await project(world, { status: 'generating' }) }),
});

const onAsset = (id: 'local.mediaAssets.upload' | 'local.mediaAssets.retry' | 'mediaAssets.get') => ({
  media_asset_not_found: (world: World) => changed(world, id, { params: { media_asset: NOTHING } }),
});

type Paged =
  | 'video.list'
  | 'mediaAssets.list'
  | 'videoRevision.manifest'
  | 'video.voices.list'
  | 'video.channels.list'
  | 'video.avatars.list';
const perPage = (id: Paged) => ({
  validation_failed: (world: World) => changed(world, id, { query: { per_page: 0 } }),
});

export const VIDEO_FAILURES = {
  'operations.get': {
    operation_not_found: (world: World) => changed(world, 'operations.get', { params: { operation: NOTHING } }),
  },
  'video.capabilities': {},
  'video.voices.list': perPage('video.voices.list'),
  'video.voices.get': {
    voice_not_found: (world: World) => world.owner.call('video.voices.get', { params: { voice: 'nobody' } }),
  },
  'video.channels.list': perPage('video.channels.list'),
  'video.channels.get': {
    channel_not_found: (world: World) =>
      world.owner.call('video.channels.get', { params: { video_channel: '999999' } }),
  },
  'video.avatars.list': perPage('video.avatars.list'),
  'video.avatars.get': {
    avatar_not_found: (world: World) => world.owner.call('video.avatars.get', { params: { avatar: 'nobody' } }),
  },
  'mediaAssets.list': perPage('mediaAssets.list'),
  'mediaAssets.get': {
    ...onAsset('mediaAssets.get'),
    media_file_missing: async (world: World) =>
      changed(world, 'mediaAssets.get', { params: { media_asset: await withoutFile(world, await asset(world)) } }),
  },
  'video.list': perPage('video.list'),
  'video.create': {
    ...aboutChannel('video.create'),
    insufficient_credits: (world: World) =>
      withPlan(world, { plan_credits: 0 }, { plan_credits: 100_000 }, () => changed(world, 'video.create', {})),
    subscription_paused: (world: World) =>
      withPlan(world, { status: 'paused' }, { status: 'active' }, () => changed(world, 'video.create', {})),
    video_provisioning_required: (world: World) => unavailable(() => changed(world, 'video.create', {})),
    video_configuration_not_ready: async (world: World) => {
      quickVideos.notReady = 'The keychain is locked.';
      try {
        return await changed(world, 'video.create', {});
      } finally {
        quickVideos.notReady = null;
      }
    },
    video_capability_unavailable: (world: World) =>
      changed(world, 'video.create', { body: { voice_provider: 'elsewhere' } }),
  },
  'video.quote': {
    ...aboutChannel('video.quote'),
    video_capability_unavailable: (world: World) =>
      changed(world, 'video.quote', { body: { voice_provider: 'elsewhere', voice_id: 'theirs' } }),
  },
  'video.get': aboutVideo('video.get'),
  'video.cancel': aboutVideo('video.cancel'),
  'video.download': {
    ...ofVersion('video.download'),
    video_file_missing: async (world: World) =>
      changed(world, 'video.download', { params: await project(world, { file: false }) }),
  },
  'video.editableContent': aboutVideo('video.editableContent'),
  'video.overlayTemplates': aboutVideo('video.overlayTemplates'),
  'video.qualityReport': ofVersion('video.qualityReport'),
  'videoRevision.manifest': { ...aboutVideo('videoRevision.manifest'), ...perPage('videoRevision.manifest') },
  'videoRevision.pass': {
    ...aboutVideo('videoRevision.pass'),
    pass_not_found: (world: World) => changed(world, 'videoRevision.pass', { params: { pass: NOTHING } }),
  },
  'videoRevision.overlays.add': editing('videoRevision.overlays.add'),
  'videoRevision.overlays.discard': {
    ...editing('videoRevision.overlays.discard'),
    item_not_found: (world: World) => changed(world, 'videoRevision.overlays.discard', { params: { item: NOTHING } }),
  },
  'videoRevision.publishedOverlays.update': {
    ...editing('videoRevision.publishedOverlays.update'),
    overlay_not_found: (world: World) =>
      changed(world, 'videoRevision.publishedOverlays.update', { params: { overlay: NOTHING } }),
  },
  'videoRevision.publishedOverlays.remove': {
    ...editing('videoRevision.publishedOverlays.remove'),
    overlay_not_found: (world: World) =>
      changed(world, 'videoRevision.publishedOverlays.remove', { params: { overlay: NOTHING } }),
  },
  'videoRevision.captions': editing('videoRevision.captions'),
  'videoRevision.music': editing('videoRevision.music'),
  'videoRevision.slideText': editing('videoRevision.slideText'),
  'videoRevision.regenerateVisual': editing('videoRevision.regenerateVisual'),
  'videoRevision.replaceWithMedia': editing('videoRevision.replaceWithMedia'),
  'videoRevision.presenter': editing('videoRevision.presenter'),
  'videoRevision.items.discard': {
    ...editing('videoRevision.items.discard'),
    item_not_found: (world: World) => changed(world, 'videoRevision.items.discard', { params: { item: NOTHING } }),
  },
  'videoRevision.apply': {
    ...editing('videoRevision.apply'),
    revision_not_applicable: async (world: World) =>
      changed(world, 'videoRevision.apply', { params: await project(world) }),
    video_provisioning_required: (world: World) => unavailable(() => changed(world, 'videoRevision.apply', {})),
  },
  'local.mediaAssets.create': {},
  'local.mediaAssets.upload': {
    ...onAsset('local.mediaAssets.upload'),
    media_upload_offset: (world: World) => changed(world, 'local.mediaAssets.upload', { body: { offset: 3 } }),
    media_upload_closed: async (world: World) =>
      changed(world, 'local.mediaAssets.upload', { params: { media_asset: await asset(world) } }),
  },
  'local.mediaAssets.retry': {
    ...onAsset('local.mediaAssets.retry'),
    media_not_retryable: async (world: World) =>
      changed(world, 'local.mediaAssets.retry', { params: { media_asset: await asset(world) } }),
    media_file_missing: async (world: World) =>
      changed(world, 'local.mediaAssets.retry', {
        params: { media_asset: await withoutFile(world, await asset(world, { state: 'failed' })) },
      }),
  },
} as const;
