/** Serves what people do with projects beyond the API, in their own studios. All of it is ours. */
import { z } from 'zod';

import { data } from '../envelope.ts';
import { PathId } from '../fields.ts';
import { operation, OWN_STUDIO, READ, REPEATABLE } from '../operation.ts';
import {
  AttachmentCreate,
  CommentCreate,
  CommentRestore,
  ProjectAttachment,
  ProjectComment,
  ProjectId,
} from '../schema/project.ts';
import { PublishedProject, PublishResult, VideoPublish, ViewsRead } from '../schema/published.ts';

const shared = {
  ...OWN_STUDIO,
  family: 'local.projects',
  abilities: ['workspace:manage', 'projects:write'],
  query: z.object({}),
  body: null,
  safety: REPEATABLE,
} as const;
const reading = { abilities: ['workspace:manage', 'projects:read'], safety: READ } as const;
const byComment = z.object({ project: ProjectId, comment: PathId });

const ON_PROJECT = ['ability_missing', 'project_forbidden', 'project_not_found', 'project_promoted'] as const;
const ON_SCRIPT = [...ON_PROJECT, 'project_not_script'] as const;
const ON_COMMENT = [...ON_PROJECT, 'comment_not_found', 'comment_not_yours'] as const;

export const localProjectOperations = [
  operation({
    ...shared,
    id: 'local.projects.comments.update',
    method: 'PATCH',
    path: '/projects/{project}/comments/{comment}',
    summary: 'Changes the caller’s own comment and notifies the people it mentions anew.',
    params: byComment,
    body: CommentCreate,
    responses: { 200: data(ProjectComment) },
    errors: [...ON_COMMENT, 'validation_failed'],
  }),
  operation({
    ...shared,
    id: 'local.projects.comments.delete',
    method: 'DELETE',
    path: '/projects/{project}/comments/{comment}',
    summary: 'Deletes a comment of the caller; owner and admins delete anybody’s. `restore` brings it back for a day.',
    params: byComment,
    responses: { 200: data(z.looseObject({ deleted: z.literal(true), restore: z.string() })) },
    errors: ON_COMMENT,
  }),
  operation({
    ...shared,
    id: 'local.projects.comments.restore',
    method: 'POST',
    path: '/projects/{project}/comments/restore',
    summary: 'Brings back a comment that the caller deleted, in its place and with its times. Notifies nobody.',
    params: z.object({ project: ProjectId }),
    body: CommentRestore,
    responses: { 200: data(ProjectComment) },
    errors: [...ON_PROJECT, 'validation_failed'],
  }),
  operation({
    ...shared,
    id: 'local.projects.attachments.add',
    method: 'POST',
    path: '/projects/{project}/attachments',
    summary: 'Attaches a link, or renames it if its address is attached already.',
    params: z.object({ project: ProjectId }),
    body: AttachmentCreate,
    responses: { 200: data(ProjectAttachment) },
    errors: [...ON_PROJECT, 'validation_failed'],
  }),
  operation({
    ...shared,
    id: 'local.projects.attachments.delete',
    method: 'DELETE',
    path: '/projects/{project}/attachments/{attachment}',
    summary: 'Removes an attached link, named by the number in its id; research addresses are the script’s own.',
    params: z.object({ project: ProjectId, attachment: PathId }),
    responses: { 200: data(z.looseObject({ deleted: z.literal(true) })) },
    errors: [...ON_PROJECT, 'attachment_not_found'],
  }),
  operation({
    ...shared,
    id: 'local.projects.publish',
    method: 'PUT',
    path: '/projects/{project}/published',
    summary: 'Links the published video and marks the script as published. Looking it up uses 1 unit of the platform.',
    params: z.object({ project: ProjectId }),
    body: VideoPublish,
    responses: { 200: data(PublishResult) },
    errors: [...ON_SCRIPT, 'validation_failed', 'video_not_fetched', 'video_already_linked'],
  }),
  operation({
    ...shared,
    id: 'local.projects.unpublish',
    method: 'DELETE',
    path: '/projects/{project}/published',
    summary: 'Removes the link and restores the stage before it. Its readings come back if it is linked again.',
    params: z.object({ project: ProjectId }),
    responses: { 200: data(PublishedProject) },
    errors: [...ON_SCRIPT],
  }),
  operation({
    ...shared,
    ...reading,
    id: 'local.projects.results',
    method: 'GET',
    path: '/projects/{project}/results',
    summary:
      'The published video’s readings, compared with the channel’s median at the same age, and its idea’s origin.',
    params: z.object({ project: ProjectId }),
    responses: { 200: data(PublishedProject) },
    errors: ON_SCRIPT,
  }),
  operation({
    ...shared,
    ...reading,
    id: 'local.projects.published',
    method: 'GET',
    path: '/channels/{id}/published',
    summary: 'The channel’s published projects with their newest readings, those without a link included.',
    params: z.object({ id: PathId }),
    responses: { 200: data(z.array(PublishedProject)) },
    errors: ['ability_missing', 'channel_not_found'],
  }),
  operation({
    ...shared,
    id: 'local.projects.readViews',
    method: 'POST',
    path: '/channels/{id}/published/read',
    summary: 'Reads the numbers of published videos that are due: 1 unit for up to 50 videos, at most once a day each.',
    params: z.object({ id: PathId }),
    responses: { 200: data(ViewsRead) },
    errors: ['ability_missing', 'channel_not_found'],
    patience: 60,
  }),
] as const;
