/** Operations, video projects and media assets (spec 2 §4); revisions are in video-revision.ts. */
import { z } from 'zod';

import { bare, data, PAGE_QUERY, Pagination } from '../envelope.ts';
import type { ErrorName } from '../errors.ts';
import { Uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import {
  KEYED,
  KEYED_MUST_MATCH,
  LOOK_UP_FIRST,
  MEMBERS,
  ONCE,
  defineOperation,
  APP_ONLY,
  READ,
  REPEATABLE,
} from '../operation.ts';
import { MediaAsset, MediaAssetCreate, MediaAssetChunk, MediaAssetRemoved } from '../schema/media-asset.ts';
import { ServiceOperation } from '../schema/operation.ts';
import { OverlayTemplate } from '../schema/video-revision.ts';
import {
  ArtifactRevision,
  VideoCancel,
  VideoCreate,
  VideoDownload,
  VideoHandOff,
  VideoProject,
  VideoQuote,
} from '../schema/video.ts';
import { VideoAvatar, VideoCapabilities, VideoChannel, VideoVoice } from '../schema/video-capabilities.ts';
import { EditableContent, QualityReport, VideoVersion } from '../schema/video-content.ts';
import { empty, ON_CHANNEL } from './shared.ts';

const { video: VIDEO_LIMITS } = LIMITS;
export const projectParams = z.object({ project: Uuid });
const assetParams = z.object({ media_asset: Uuid });
export const ON_PROJECT = ['ability_missing', 'video_project_forbidden', 'video_project_not_found'] as const;
const replayMeta = { idempotent_replay: z.boolean() };
const createPageResponse = <T extends z.ZodType>(item: T) =>
  z.looseObject({ data: z.array(item), pagination: Pagination });
/** Answers 202 with `{operation}` (spec 2 §4). */
export const AcceptedResponse = z.looseObject({ operation: ServiceOperation, meta: z.looseObject(replayMeta) });

const videoDefaults = {
  surface: 'api',
  family: 'video',
  source: '2 §4 Video projects',
  rate: 'general',
  query: empty,
} as const;
const readDefaults = { ...videoDefaults, method: 'GET', abilities: ['video:read'], body: null, safety: READ } as const;
const generateDefaults = { ...videoDefaults, method: 'POST', abilities: ['video:generate'] } as const;
/** Refers to the current version unless another one is named (not in the spec). */
const versionQuery = z.object({ revision: ArtifactRevision.optional() });

interface Catalogue<Param extends string, Missing extends ErrorName> {
  readonly param: Param;
  readonly error: Missing;
  readonly summaries: readonly [list: string, one: string];
}

/** Creates the list and get operations of a read-only catalogue, whose entries have text ids. */
function createCatalogue<
  const Name extends string,
  Entry extends z.ZodType,
  const Param extends string,
  const Missing extends ErrorName,
>(name: Name, entry: Entry, { param, error, summaries: [listSummary, itemSummary] }: Catalogue<Param, Missing>) {
  const byId = z.object({ [param]: z.string().max(VIDEO_LIMITS.reference) } as Record<Param, z.ZodString>);
  return [
    defineOperation({
      ...readDefaults,
      id: `video.${name}.list`,
      path: `/video/${name}`,
      summary: listSummary,
      source: 'not in the spec, read from clients',
      params: empty,
      query: z.object(PAGE_QUERY),
      responses: { 200: createPageResponse(entry) },
      errors: ['ability_missing', 'validation_failed'],
    }),
    defineOperation({
      ...readDefaults,
      id: `video.${name}.get`,
      path: `/video/${name}/{${param}}`,
      summary: itemSummary,
      source: 'not in the spec, read from clients',
      params: byId,
      responses: { 200: bare(entry, {}) },
      errors: ['ability_missing', error],
    }),
  ] as const;
}

export const videoOperations = [
  defineOperation({
    ...readDefaults,
    id: 'operations.get',
    family: 'operations',
    path: '/operations/{operation}',
    summary: 'The state of long-running work; poll every few seconds.',
    source: '2 §4 Operations',
    abilities: ['operations:read'],
    params: z.object({ operation: Uuid }),
    responses: { 200: bare(ServiceOperation, {}) },
    errors: ['ability_missing', 'operation_not_found'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'video.capabilities',
    path: '/video/capabilities',
    summary: 'What this service supports for making videos.',
    source: '3 Video',
    params: empty,
    responses: { 200: bare(VideoCapabilities, {}) },
    errors: ['ability_missing'],
  }),
  ...createCatalogue('voices', VideoVoice, {
    param: 'voice',
    error: 'voice_not_found',
    summaries: ['The voices that can narrate.', 'One voice.'],
  }),
  ...createCatalogue('channels', VideoChannel, {
    param: 'video_channel',
    error: 'channel_not_found',
    summaries: ['The channels that videos can be made for.', 'One channel.'],
  }),
  ...createCatalogue('avatars', VideoAvatar, {
    param: 'avatar',
    error: 'avatar_not_found',
    summaries: ['The people who present in videos, each by a picture or clip of the team’s media.', 'One presenter.'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'mediaAssets.list',
    family: 'mediaAssets',
    path: '/video/media-assets',
    summary: 'The team’s media assets, newest first.',
    source: '3 Video',
    params: empty,
    query: z.object(PAGE_QUERY),
    responses: { 200: createPageResponse(MediaAsset) },
    errors: ['ability_missing', 'validation_failed'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'mediaAssets.get',
    family: 'mediaAssets',
    path: '/video/media-assets/{media_asset}',
    summary: 'One media asset and its processing state.',
    params: assetParams,
    responses: { 200: bare(MediaAsset, {}) },
    errors: ['ability_missing', 'media_asset_not_found', 'media_file_missing'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'video.list',
    path: '/video/projects',
    summary: 'Video projects of the channels the caller can access, newest first.',
    params: empty,
    query: z.object(PAGE_QUERY),
    responses: { 200: createPageResponse(VideoProject) },
    errors: ['ability_missing', 'validation_failed'],
  }),
  defineOperation({
    ...generateDefaults,
    id: 'video.create',
    path: '/video/projects',
    summary:
      'Makes a video from a script. Its credits are held at the start, charged on completion and released otherwise.',
    params: empty,
    body: VideoCreate,
    responses: { 202: AcceptedResponse },
    errors: [
      ...ON_CHANNEL,
      'insufficient_credits',
      'subscription_paused',
      'video_provisioning_required',
      'video_configuration_not_ready',
      'video_capability_unavailable',
    ],
    safety: KEYED,
  }),
  defineOperation({
    ...generateDefaults,
    id: 'video.quote',
    path: '/video/projects/quote',
    summary: 'The cost of video.create with this body; charges nothing.',
    params: empty,
    body: VideoCreate,
    responses: { 200: bare(VideoQuote, {}) },
    errors: [...ON_CHANNEL, 'video_capability_unavailable'],
    safety: ONCE,
    writes: false,
  }),
  defineOperation({
    ...readDefaults,
    id: 'video.get',
    path: '/video/projects/{project}',
    summary: 'One video project.',
    params: projectParams,
    responses: { 200: bare(VideoProject, {}) },
    errors: ON_PROJECT,
  }),
  defineOperation({
    ...generateDefaults,
    id: 'video.cancel',
    path: '/video/projects/{project}/cancel',
    summary: 'Cancels a video and refunds its credits; changes nothing once it is finished.',
    params: projectParams,
    body: VideoCancel,
    responses: { 200: bare(VideoProject, replayMeta) },
    errors: ON_PROJECT,
    safety: KEYED,
  }),
  defineOperation({
    ...readDefaults,
    id: 'video.download',
    path: '/video/projects/{project}/download',
    summary: 'Signed addresses of a version and its captions. They expire and answer Range requests.',
    params: projectParams,
    query: versionQuery,
    responses: { 200: bare(VideoDownload, {}) },
    errors: [...ON_PROJECT, 'validation_failed', 'video_version_not_found', 'video_not_ready', 'video_file_missing'],
  }),
  defineOperation({
    ...readDefaults,
    id: 'video.editableContent',
    path: '/video/projects/{project}/editable-content',
    summary: 'The contents of the current version and whether it can be edited; the next edit must send this ETag.',
    params: projectParams,
    responses: { 200: bare(EditableContent, {}) },
    errors: ON_PROJECT,
    etag: true,
  }),
  defineOperation({
    ...readDefaults,
    id: 'video.overlayTemplates',
    path: '/video/projects/{project}/overlay-templates',
    summary: 'The overlay templates, each with its fields and a preview.',
    params: projectParams,
    responses: { 200: bare(z.array(OverlayTemplate), {}) },
    errors: ON_PROJECT,
  }),
  defineOperation({
    ...readDefaults,
    id: 'video.qualityReport',
    path: '/video/projects/{project}/quality-report',
    summary: 'The quality measured on a version.',
    params: projectParams,
    query: versionQuery,
    responses: { 200: bare(QualityReport, {}) },
    errors: [...ON_PROJECT, 'validation_failed', 'video_version_not_found', 'video_not_ready'],
  }),
] as const;

const localAssetDefaults = {
  ...APP_ONLY,
  abilities: ['workspace:manage', 'video:edit'],
  family: 'local.mediaAssets',
  method: 'POST',
  query: empty,
} as const;

export const localVideoOperations = [
  defineOperation({
    ...MEMBERS,
    id: 'local.videos.restore',
    family: 'local.videos',
    method: 'POST',
    path: '/video/projects/{project}/versions/{revision}/restore',
    abilities: ['video:publish'],
    summary: 'Publishes an earlier version again, as the newest one. Renders nothing and costs nothing.',
    params: projectParams.extend({ revision: ArtifactRevision }),
    query: empty,
    body: null,
    responses: { 200: data(VideoVersion) },
    errors: [...ON_PROJECT, 'video_version_not_found', 'video_file_missing', 'video_not_editable'],
    safety: KEYED_MUST_MATCH,
    etag: true,
  }),
  defineOperation({
    ...MEMBERS,
    id: 'local.videos.handOff',
    family: 'local.videos',
    method: 'POST',
    path: '/video/projects/{project}/versions/{revision}/hand-off',
    abilities: ['video:publish'],
    summary:
      'Packs a version for an editing program: a clip per block without captions, sound, captions and cut lists. Costs nothing.',
    params: projectParams.extend({ revision: ArtifactRevision }),
    query: empty,
    body: VideoHandOff,
    responses: { 202: AcceptedResponse },
    errors: [...ON_PROJECT, 'video_version_not_found', 'video_provisioning_required'],
    safety: KEYED,
  }),
  defineOperation({
    ...MEMBERS,
    id: 'local.videos.cancelHandOff',
    family: 'local.videos',
    method: 'POST',
    path: '/video/projects/{project}/hand-offs/{operation}/cancel',
    abilities: ['video:publish'],
    summary: 'Cancels a hand-off; changes nothing once it is finished.',
    params: projectParams.extend({ operation: Uuid }),
    query: empty,
    body: null,
    responses: { 200: data(ServiceOperation) },
    errors: [...ON_PROJECT, 'operation_not_found'],
    safety: REPEATABLE,
  }),
  defineOperation({
    ...localAssetDefaults,
    id: 'local.mediaAssets.create',
    path: '/media-assets',
    summary: 'Announces the upload of a picture, video or audio file; its bytes follow in parts.',
    params: empty,
    body: MediaAssetCreate,
    responses: { 201: data(MediaAsset) },
    errors: ['ability_missing'],
    safety: LOOK_UP_FIRST,
  }),
  defineOperation({
    ...localAssetDefaults,
    id: 'local.mediaAssets.upload',
    path: '/media-assets/{media_asset}/content',
    summary: 'Uploads the next part. The last one starts the processing.',
    params: assetParams,
    body: MediaAssetChunk,
    responses: { 200: data(MediaAsset) },
    errors: ['ability_missing', 'media_asset_not_found', 'media_upload_offset', 'media_upload_closed'],
    // A part that arrived before fails on its offset, so that retrying is safe.
    safety: LOOK_UP_FIRST,
  }),
  defineOperation({
    ...localAssetDefaults,
    id: 'local.mediaAssets.remove',
    method: 'DELETE',
    path: '/media-assets/{media_asset}',
    summary: 'Removes an asset that failed, or whose upload was not finished, with its file.',
    params: assetParams,
    body: null,
    responses: { 200: data(MediaAssetRemoved) },
    errors: ['ability_missing', 'media_asset_not_found', 'media_not_removable', 'read_only'],
    safety: REPEATABLE,
  }),
  defineOperation({
    ...localAssetDefaults,
    id: 'local.mediaAssets.retry',
    path: '/media-assets/{media_asset}/retry',
    summary: 'Processes a failed asset again.',
    params: assetParams,
    body: null,
    responses: { 200: data(MediaAsset) },
    errors: ['ability_missing', 'media_asset_not_found', 'media_not_retryable', 'media_file_missing', 'read_only'],
    safety: REPEATABLE,
  }),
] as const;
