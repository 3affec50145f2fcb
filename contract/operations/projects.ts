import { z } from 'zod';

import { bare, cursorPage, LIMIT_QUERY } from '../envelope.ts';
import { PathId, queryBoolean, queryList, querySearch, queryWords } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { KEYED_MAY_MATCH, KEYED_MUST_MATCH, defineOperation, READ } from '../operation.ts';
import {
  CommentCreate,
  NotificationId,
  Production,
  ProductionUpdate,
  Project,
  PROJECT_EXPANSIONS,
  ProjectActivity,
  ProjectAttachment,
  ProjectComment,
  ProjectCreate,
  ProjectId,
  ProjectMove,
  ProjectNotification,
  ProjectPromote,
  ProjectTask,
  ProjectUpdate,
} from '../schema/project.ts';
import { empty } from './shared.ts';

const projectParams = z.object({ project: ProjectId });
const expandQuery = { expand: queryWords(PROJECT_EXPANSIONS) };

/** GET can also return the 409 `project_promoted` (spec 2 §4 "also 409 possible"). */
const PROJECT_ERRORS = ['ability_missing', 'project_forbidden', 'project_not_found', 'project_promoted'] as const;
const replayMeta = { idempotent_replay: z.boolean() };
const projectAnswer = bare(Project, replayMeta);
const createTruncatedList = <T extends z.ZodType>(item: T) => bare(z.array(item), { truncated: z.boolean() });

const COMMON = { surface: 'api', source: '2 §4 Projects', rate: 'general', params: empty, query: empty } as const;
const READ_DEFAULTS = {
  ...COMMON,
  family: 'projects',
  method: 'GET',
  abilities: ['projects:read'],
  body: null,
  safety: READ,
} as const;
const WRITE_DEFAULTS = {
  ...COMMON,
  family: 'projects',
  method: 'POST',
  abilities: ['projects:write'],
  params: projectParams,
  responses: { 200: projectAnswer },
  errors: PROJECT_ERRORS,
  safety: KEYED_MUST_MATCH,
  etag: true,
} as const;
const notificationDefaults = { ...COMMON, family: 'project-notifications' } as const;

export const projectOperations = [
  defineOperation({
    ...READ_DEFAULTS,
    id: 'projects.list',
    path: '/projects',
    summary: 'Ideas without a script, and scripts, newest first; rejected and archived ones only when asked for.',
    query: z.object({
      'channel_ids[]': queryList(PathId, LIMITS.channelFilter),
      search: querySearch(LIMITS.search),
      include_archived: queryBoolean(false),
      ...LIMIT_QUERY,
      ...expandQuery,
    }),
    responses: { 200: cursorPage(Project) },
    errors: ['ability_missing', 'validation_failed'],
    cursor: true,
  }),
  defineOperation({
    ...WRITE_DEFAULTS,
    id: 'projects.create',
    path: '/projects',
    summary: 'A new project, which is a new idea. If-Match never matches: there is no revision yet.',
    params: empty,
    body: ProjectCreate,
    responses: { 201: projectAnswer },
    errors: ['ability_missing', 'channel_forbidden', 'channel_not_found'],
    safety: KEYED_MAY_MATCH,
  }),
  defineOperation({
    ...READ_DEFAULTS,
    id: 'projects.get',
    path: '/projects/{project}',
    summary: 'One project with its revision, even if it is archived.',
    params: projectParams,
    query: z.object(expandQuery),
    responses: { 200: bare(Project, {}) },
    errors: [...PROJECT_ERRORS, 'validation_failed'],
    etag: true,
  }),
  defineOperation({
    ...WRITE_DEFAULTS,
    id: 'projects.update',
    method: 'PATCH',
    path: '/projects/{project}',
    summary: 'Changes the given fields: title, topic, angle.',
    body: ProjectUpdate,
  }),
  defineOperation({
    ...WRITE_DEFAULTS,
    id: 'projects.move',
    path: '/projects/{project}/move',
    summary: 'Moves a project to another stage of its source.',
    body: ProjectMove,
  }),
  defineOperation({
    ...WRITE_DEFAULTS,
    id: 'projects.promote',
    path: '/projects/{project}/promote',
    summary: 'Creates an idea’s script; costs nothing. The project gets a new id and keeps everything else.',
    body: ProjectPromote,
    errors: [...PROJECT_ERRORS, 'subscription_paused'],
  }),
  defineOperation({
    ...WRITE_DEFAULTS,
    id: 'projects.archive',
    path: '/projects/{project}/archive',
    summary: 'Archives a project: removes it, with its idea or script, from the lists.',
    body: null,
  }),
  defineOperation({
    ...WRITE_DEFAULTS,
    id: 'projects.restore',
    path: '/projects/{project}/restore',
    summary: 'Restores an archived project.',
    body: null,
  }),
  defineOperation({
    ...READ_DEFAULTS,
    id: 'projects.comments.list',
    path: '/projects/{project}/comments',
    summary: 'The newest comments, oldest of them first.',
    params: projectParams,
    responses: { 200: createTruncatedList(ProjectComment) },
    errors: PROJECT_ERRORS,
  }),
  defineOperation({
    ...WRITE_DEFAULTS,
    id: 'projects.comments.create',
    path: '/projects/{project}/comments',
    summary:
      'Adds a comment and notifies the people it mentions. If-Match takes the project’s revision, which doesn’t change.',
    body: CommentCreate,
    // Every comment is written, so no_op is always false.
    responses: { 201: bare(ProjectComment, { no_op: z.boolean(), ...replayMeta }) },
    safety: KEYED_MAY_MATCH,
  }),
  defineOperation({
    ...READ_DEFAULTS,
    id: 'projects.activity',
    path: '/projects/{project}/activity',
    summary: 'The project’s activity, newest first.',
    params: projectParams,
    responses: { 200: createTruncatedList(ProjectActivity) },
    errors: PROJECT_ERRORS,
  }),
  defineOperation({
    ...READ_DEFAULTS,
    id: 'projects.attachments',
    path: '/projects/{project}/attachments',
    summary: 'Names and URLs of the attachments.',
    params: projectParams,
    responses: { 200: createTruncatedList(ProjectAttachment) },
    errors: PROJECT_ERRORS,
  }),
  defineOperation({
    ...READ_DEFAULTS,
    id: 'tasks.list',
    family: 'tasks',
    path: '/tasks',
    summary: 'Open checklist entries assigned to the caller, earliest due date first; those without a date last.',
    query: z.object({ ...LIMIT_QUERY, overdue: queryBoolean(false) }),
    responses: { 200: cursorPage(ProjectTask) },
    errors: ['ability_missing', 'validation_failed'],
    cursor: true,
  }),
  defineOperation({
    ...notificationDefaults,
    id: 'projectNotifications.list',
    method: 'GET',
    path: '/project-notifications',
    summary: 'The caller’s notifications, newest first.',
    abilities: ['notifications:read'],
    query: z.object({ ...LIMIT_QUERY, unread: queryBoolean(false) }),
    body: null,
    responses: { 200: cursorPage(ProjectNotification) },
    errors: ['ability_missing', 'validation_failed'],
    safety: READ,
    cursor: true,
  }),
  defineOperation({
    ...notificationDefaults,
    id: 'projectNotifications.read',
    method: 'POST',
    path: '/project-notifications/{notification}/read',
    summary: 'Marks a notification as read, keeping the time it was first read. Its ETag is `unread` or `read`.',
    abilities: ['notifications:write'],
    params: z.object({ notification: NotificationId }),
    body: null,
    responses: { 200: bare(ProjectNotification, replayMeta) },
    errors: ['ability_missing', 'notification_not_found'],
    safety: KEYED_MAY_MATCH,
    etag: true,
  }),
  defineOperation({
    ...notificationDefaults,
    id: 'projectNotifications.readAll',
    method: 'POST',
    path: '/project-notifications/read-all',
    summary: 'Marks all notifications as read. If-Match never matches: the list has no revision.',
    abilities: ['notifications:write'],
    body: null,
    responses: { 200: bare(z.looseObject({ marked_read: z.int() }), replayMeta) },
    errors: ['ability_missing'],
    safety: KEYED_MAY_MATCH,
  }),
  defineOperation({
    ...READ_DEFAULTS,
    id: 'projects.production.get',
    path: '/projects/{project}/production',
    summary: 'Thumbnail, upload and checklist; its ETag is the project’s revision.',
    params: projectParams,
    responses: { 200: bare(Production, { revision: z.string(), ...replayMeta }) },
    errors: PROJECT_ERRORS,
    etag: true,
  }),
  defineOperation({
    ...WRITE_DEFAULTS,
    id: 'projects.production.update',
    method: 'PATCH',
    path: '/projects/{project}/production',
    summary: 'Changes the given fields.',
    body: ProductionUpdate,
    responses: { 200: bare(Production, { revision: z.string(), ...replayMeta }) },
  }),
] as const;
