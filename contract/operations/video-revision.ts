/** Operations for staged edits of a video, their manifest, and applying them (spec 2 §4 "Revision edits"). */
import { z } from 'zod';

import { bare } from '../envelope.ts';
import { queryNumber, text, Uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { KEYED_MUST_MATCH, defineOperation, READ } from '../operation.ts';
import {
  CaptionsEdit,
  Deleted,
  EditStaged,
  MediaStaged,
  MusicEdit,
  OverlayAdd,
  OverlayAdded,
  OverlayUpdate,
  PresenterEdit,
  RegenerateVisual,
  ReplaceWithMedia,
  RevisionManifest,
  RevisionPass,
  SlideTextEdit,
} from '../schema/video-revision.ts';
import { empty } from './shared.ts';
import { AcceptedResponse, projectParams, ON_PROJECT } from './video.ts';

const overlayParams = projectParams.extend({ overlay: Uuid });
const itemParams = projectParams.extend({ item: Uuid });

const ON_DRAFT = [...ON_PROJECT, 'video_not_editable'] as const;
const createStagedAnswer = <T extends z.ZodType>(schema: T) => bare(schema, { idempotent_replay: z.boolean() });

const sharedDefaults = {
  surface: 'api',
  family: 'videoRevision',
  source: '2 §4 Video projects',
  rate: 'general',
  params: projectParams,
  query: empty,
} as const;
const readDefaults = { ...sharedDefaults, method: 'GET', abilities: ['video:read'], body: null, safety: READ } as const;
const editDefaults = {
  ...sharedDefaults,
  method: 'PUT',
  abilities: ['video:edit'],
  responses: { 200: createStagedAnswer(EditStaged) },
  errors: ON_DRAFT,
  safety: KEYED_MUST_MATCH,
  etag: true,
} as const;
const deleteDefaults = {
  ...editDefaults,
  method: 'DELETE',
  body: null,
  responses: { 200: createStagedAnswer(Deleted) },
} as const;

export const videoRevisionOperations = [
  defineOperation({
    ...readDefaults,
    id: 'videoRevision.manifest',
    path: '/video/projects/{project}/revision-manifest',
    summary: 'The staged edits; the next edit must send this ETag.',
    query: z.object({
      cursor: text({ max: LIMITS.cursor }).optional(),
      per_page: queryNumber(LIMITS.limit.min, LIMITS.limit.max, LIMITS.limit.default),
    }),
    responses: { 200: bare(RevisionManifest, { next_cursor: z.string().nullable() }) },
    errors: [...ON_PROJECT, 'validation_failed'],
    etag: true,
  }),
  defineOperation({
    ...readDefaults,
    id: 'videoRevision.pass',
    path: '/video/projects/{project}/revision/passes/{pass}',
    summary: 'One pass: a revision that was applied.',
    params: projectParams.extend({ pass: Uuid }),
    responses: { 200: bare(RevisionPass, {}) },
    errors: [...ON_PROJECT, 'pass_not_found'],
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.overlays.add',
    method: 'POST',
    path: '/video/projects/{project}/revision/overlays',
    summary: 'Stages a new overlay.',
    body: OverlayAdd,
    responses: { 201: createStagedAnswer(OverlayAdded) },
  }),
  defineOperation({
    ...deleteDefaults,
    id: 'videoRevision.overlays.discard',
    path: '/video/projects/{project}/revision/overlays/{item}',
    summary: 'Discards a staged new overlay.',
    params: itemParams,
    errors: [...ON_DRAFT, 'item_not_found'],
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.publishedOverlays.update',
    method: 'PATCH',
    path: '/video/projects/{project}/revision/published-overlays/{overlay}',
    summary: 'Stages new texts for a published overlay.',
    params: overlayParams,
    body: OverlayUpdate,
    errors: [...ON_DRAFT, 'overlay_not_found'],
  }),
  defineOperation({
    ...deleteDefaults,
    id: 'videoRevision.publishedOverlays.remove',
    path: '/video/projects/{project}/revision/published-overlays/{overlay}',
    summary: 'Stages the removal of a published overlay, replacing what was staged for it before.',
    params: overlayParams,
    errors: [...ON_DRAFT, 'overlay_not_found'],
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.captions',
    path: '/video/projects/{project}/revision/captions',
    summary: 'Stages captions on or off, and their style.',
    body: CaptionsEdit,
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.music',
    path: '/video/projects/{project}/revision/music',
    summary: 'Stages the removal of the music, other music, or its level.',
    body: MusicEdit,
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.slideText',
    method: 'PATCH',
    path: '/video/projects/{project}/revision/slide-text',
    summary: 'Stages new texts on a block; fields that aren’t given keep what is staged for them.',
    body: SlideTextEdit,
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.regenerateVisual',
    path: '/video/projects/{project}/revision/regenerate-visual',
    summary: 'Stages a new picture for a block, replacing any other visual staged for it.',
    body: RegenerateVisual,
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.replaceWithMedia',
    path: '/video/projects/{project}/revision/replace-with-media',
    summary: 'Stages a media asset as a block’s visual, replacing any other one staged for it.',
    body: ReplaceWithMedia,
    responses: { 200: createStagedAnswer(MediaStaged) },
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.presenter',
    path: '/video/projects/{project}/revision/presenter',
    summary: 'Stages only the presenter as a block’s visual, replacing any other one staged for it.',
    body: PresenterEdit,
  }),
  defineOperation({
    ...deleteDefaults,
    id: 'videoRevision.items.discard',
    path: '/video/projects/{project}/revision/items/{item}',
    summary: 'Discards a staged edit.',
    params: itemParams,
    errors: [...ON_DRAFT, 'item_not_found'],
  }),
  defineOperation({
    ...editDefaults,
    id: 'videoRevision.apply',
    method: 'POST',
    path: '/video/projects/{project}/revision/apply',
    summary: 'Publishes a new immutable version with all staged edits. This can’t be undone. Costs nothing.',
    abilities: ['video:publish'],
    body: null,
    responses: { 202: AcceptedResponse },
    errors: [...ON_DRAFT, 'revision_not_applicable', 'video_provisioning_required'],
  }),
] as const;
