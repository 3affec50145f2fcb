/** Checks that the caller still has access before an idempotent answer is replayed. */
import { and, eq } from 'drizzle-orm';

import type { ErrorName } from '#contract/errors.ts';
import type { OperationShape } from '#contract/operation.ts';

import { operations, video_projects } from '../store/schema-videos.ts';
import { ideas, scripts } from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import { canReach } from './access.ts';
import { Failure, type Principal } from './call.ts';
import { readNotification } from './projects/inbox.ts';
import { parseProjectId } from './projects/project.ts';

export interface ReplayRequest {
  readonly principal: Principal;
  readonly params: object;
  readonly body: object | null;
}

/** Reads a field of an untyped object that the operation's schema has already checked. */
const getField = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null && Object.hasOwn(source, name)
    ? (source as Record<string, unknown>)[name]
    : null;

async function findProjectChannel(db: Db, teamId: number, id: string): Promise<number | null> {
  const { source, number } = parseProjectId(id);
  const table = source === 'idea' ? ideas : scripts;
  const isOwn = and(eq(table.id, number), eq(table.team_id, teamId));
  const [row] = await db.select({ channel_id: table.channel_id }).from(table).where(isOwn);
  return row?.channel_id ?? null;
}

async function findVideoChannel(db: Db, teamId: number, id: string): Promise<number | null> {
  const isOwn = and(eq(video_projects.id, id), eq(video_projects.team_id, teamId));
  const [row] = await db.select({ channel_id: video_projects.channel_id }).from(video_projects).where(isOwn);
  return row?.channel_id ?? null;
}

async function findOperationChannel(db: Db, teamId: number, id: string): Promise<number | null> {
  const isOwn = and(eq(operations.id, id), eq(operations.team_id, teamId));
  const [row] = await db.select({ channel_id: operations.channel_id }).from(operations).where(isOwn);
  return row?.channel_id ?? null;
}

/** Returns the channel that a request concerned; null if its subject was deleted. */
async function findChannel(db: Db, path: string, { principal, params, body }: ReplayRequest, answer: object) {
  const { teamId } = principal;
  if (path.startsWith('/channels/{id}/')) return Number(getField(params, 'id'));
  if (path === '/projects') return Number(getField(body, 'channel_id'));
  if (path.startsWith('/projects/{project}'))
    return findProjectChannel(db, teamId, String(getField(params, 'project')));
  if (path === '/video/projects')
    return findOperationChannel(db, teamId, String(getField(getField(answer, 'operation'), 'id')));
  if (path.startsWith('/video/projects/{project}/'))
    return findVideoChannel(db, teamId, String(getField(params, 'project')));
  throw new Error(`Nothing says whose ${path} is.`);
}

/**
 * Returns the body for a repeated request. Only a `member` can lose access to a channel; people who left the team have
 * no token.
 * @throws Failure if the caller has lost access, or the subject of the request was deleted
 */
export async function checkReplay(
  db: Db,
  { path, errors }: OperationShape,
  request: ReplayRequest,
  answer: object,
): Promise<object> {
  const { principal, params } = request;
  if (principal.role !== 'member' || path === '/project-notifications/read-all') return answer;
  if (path === '/project-notifications/{notification}/read') {
    const data = await readNotification(db, principal, String(getField(params, 'notification')));
    if (data === null) throw new Failure('notification_not_found');
    return { ...answer, data };
  }
  const channelId = await findChannel(db, path, request, answer);
  // Refuses a replay if the subject was deleted, because its channel can no longer be checked.
  if (channelId !== null && (await canReach(db, principal, channelId))) return answer;
  const forbidden = errors.find((name: ErrorName) => name.endsWith('_forbidden'));
  throw new Failure(forbidden ?? 'not_found');
}
