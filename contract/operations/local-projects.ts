/** Serves people's work with projects beyond the API, in their own apps. None of it is in the spec. */
import { z } from 'zod';

import { data } from '../envelope.ts';
import { PathId } from '../fields.ts';
import { LOOK_UP_FIRST, defineOperation, APP_ONLY, READ, REPEATABLE } from '../operation.ts';
import { MediaAssetChunk } from '../schema/media-asset.ts';
import {
  AttachmentCreate,
  AttachmentFileCreate,
  AttachmentRename,
  CommentCreate,
  CommentRestore,
  ProjectAttachment,
  ProjectComment,
  ProjectId,
} from '../schema/project.ts';
import { PublishedProject, PublishResult, VideoPublish, ViewsRead } from '../schema/published.ts';
import { idParams } from './shared.ts';

const sharedDefaults = {
  ...APP_ONLY,
  family: 'local.projects',
  abilities: ['workspace:manage', 'projects:write'],
  query: z.object({}),
  body: null,
  safety: REPEATABLE,
} as const;
const readDefaults = { abilities: ['workspace:manage', 'projects:read'], safety: READ } as const;
const commentParams = z.object({ project: ProjectId, comment: PathId });

const attachmentParams = z.object({ project: ProjectId, attachment: PathId });
/** Attachments have a family of their own: the parts of a file make only their lists old. */
const attachmentDefaults = { ...sharedDefaults, family: 'local.projects.attachments' } as const;

const PROJECT_ERRORS = ['ability_missing', 'project_forbidden', 'project_not_found', 'project_promoted'] as const;
const SCRIPT_ERRORS = [...PROJECT_ERRORS, 'project_not_script'] as const;
const ATTACHMENT_ERRORS = [...PROJECT_ERRORS, 'attachment_not_found'] as const;
const COMMENT_ERRORS = [...PROJECT_ERRORS, 'comment_not_found', 'comment_not_yours'] as const;

export const localProjectOperations = [
  defineOperation({
    ...sharedDefaults,
    id: 'local.projects.comments.update',
    method: 'PATCH',
    path: '/projects/{project}/comments/{comment}',
    summary: 'Changes the caller’s own comment and notifies the people it mentions anew.',
    params: commentParams,
    body: CommentCreate,
    responses: { 200: data(ProjectComment) },
    errors: [...COMMENT_ERRORS, 'validation_failed'],
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.projects.comments.delete',
    method: 'DELETE',
    path: '/projects/{project}/comments/{comment}',
    summary: 'Deletes a comment of the caller; owner and admins delete anybody’s. `restore` brings it back for a day.',
    params: commentParams,
    responses: { 200: data(z.looseObject({ deleted: z.literal(true), restore: z.string() })) },
    errors: COMMENT_ERRORS,
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.projects.comments.restore',
    method: 'POST',
    path: '/projects/{project}/comments/restore',
    summary: 'Brings back a comment that the caller deleted, in its place and with its times. Notifies nobody.',
    params: z.object({ project: ProjectId }),
    body: CommentRestore,
    responses: { 200: data(ProjectComment) },
    errors: [...PROJECT_ERRORS, 'validation_failed'],
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.projects.attachments.add',
    method: 'POST',
    path: '/projects/{project}/attachments',
    summary: 'Attaches a link, or renames it if its address is attached already.',
    params: z.object({ project: ProjectId }),
    body: AttachmentCreate,
    responses: { 200: data(ProjectAttachment) },
    errors: [...PROJECT_ERRORS, 'validation_failed'],
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.projects.attachments.delete',
    method: 'DELETE',
    path: '/projects/{project}/attachments/{attachment}',
    summary: 'Removes an attached link or file, named by the number in its id. A file can be restored for a day.',
    params: attachmentParams,
    responses: { 200: data(z.looseObject({ deleted: z.literal(true) })) },
    errors: ATTACHMENT_ERRORS,
  }),
  defineOperation({
    ...attachmentDefaults,
    ...readDefaults,
    id: 'local.projects.attachments.get',
    method: 'GET',
    path: '/projects/{project}/attachments/{attachment}',
    summary: 'Reads an attached link or file. A file’s address needs no token, is always downloaded, and expires soon.',
    params: attachmentParams,
    responses: { 200: data(ProjectAttachment) },
    errors: [...ATTACHMENT_ERRORS, 'attachment_file_missing'],
  }),
  defineOperation({
    ...attachmentDefaults,
    id: 'local.projects.attachments.rename',
    method: 'PATCH',
    path: '/projects/{project}/attachments/{attachment}',
    summary: 'Renames an attached link or file. A file’s name that is taken in the project gets a number.',
    params: attachmentParams,
    body: AttachmentRename,
    responses: { 200: data(ProjectAttachment) },
    errors: [...ATTACHMENT_ERRORS, 'validation_failed'],
  }),
  defineOperation({
    ...attachmentDefaults,
    id: 'local.projects.attachments.addFile',
    method: 'POST',
    path: '/projects/{project}/attachments/files',
    summary: 'Announces a file to attach; its bytes follow in parts.',
    params: z.object({ project: ProjectId }),
    body: AttachmentFileCreate,
    responses: { 201: data(ProjectAttachment) },
    errors: [...PROJECT_ERRORS, 'validation_failed'],
    safety: LOOK_UP_FIRST,
  }),
  defineOperation({
    ...attachmentDefaults,
    id: 'local.projects.attachments.upload',
    method: 'POST',
    path: '/projects/{project}/attachments/{attachment}/content',
    summary: 'Uploads the next part of a file. After the last one the file is stored.',
    params: attachmentParams,
    body: MediaAssetChunk,
    responses: { 200: data(ProjectAttachment) },
    errors: [...ATTACHMENT_ERRORS, 'media_upload_offset', 'media_upload_closed', 'validation_failed'],
    // A part that arrived before is refused because of its offset.
    safety: LOOK_UP_FIRST,
  }),
  defineOperation({
    ...attachmentDefaults,
    id: 'local.projects.attachments.restore',
    method: 'POST',
    path: '/projects/{project}/attachments/{attachment}/restore',
    summary: 'Restores a file that was removed during the last day; changes nothing if it is there.',
    params: attachmentParams,
    responses: { 200: data(ProjectAttachment) },
    errors: [...ATTACHMENT_ERRORS, 'validation_failed'],
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.projects.publish',
    method: 'PUT',
    path: '/projects/{project}/published',
    summary: 'Links the published video and marks the script as published. Looking it up uses 1 unit of the platform.',
    params: z.object({ project: ProjectId }),
    body: VideoPublish,
    responses: { 200: data(PublishResult) },
    errors: [...SCRIPT_ERRORS, 'validation_failed', 'video_not_fetched', 'video_already_linked'],
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.projects.unpublish',
    method: 'DELETE',
    path: '/projects/{project}/published',
    summary: 'Removes the link and restores the stage before it. Its readings come back if it is linked again.',
    params: z.object({ project: ProjectId }),
    responses: { 200: data(PublishedProject) },
    errors: [...SCRIPT_ERRORS],
  }),
  defineOperation({
    ...sharedDefaults,
    ...readDefaults,
    id: 'local.projects.results',
    method: 'GET',
    path: '/projects/{project}/results',
    summary:
      'The published video’s readings, compared with the channel’s median at the same age, and its idea’s origin.',
    params: z.object({ project: ProjectId }),
    responses: { 200: data(PublishedProject) },
    errors: SCRIPT_ERRORS,
  }),
  defineOperation({
    ...sharedDefaults,
    ...readDefaults,
    id: 'local.projects.published',
    method: 'GET',
    path: '/channels/{id}/published',
    summary: 'The channel’s published projects with their newest readings, those without a link included.',
    params: idParams,
    responses: { 200: data(z.array(PublishedProject)) },
    errors: ['ability_missing', 'channel_not_found'],
  }),
  defineOperation({
    ...sharedDefaults,
    id: 'local.projects.readViews',
    method: 'POST',
    path: '/channels/{id}/published/read',
    summary: 'Reads the numbers of published videos that are due: 1 unit for up to 50 videos, at most once a day each.',
    params: idParams,
    responses: { 200: data(ViewsRead) },
    errors: ['ability_missing', 'channel_not_found'],
    answerSeconds: 60,
  }),
] as const;
