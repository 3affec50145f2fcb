/** Checks, before a stored answer is given again, that its caller could still ask for it. */
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

/** Returns a field that the operation's schema has checked, of an object whose type was erased. */
const field = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, name)
    ? (from as Record<string, unknown>)[name]
    : null;

async function channelOfProject(db: Db, teamId: number, id: string): Promise<number | null> {
  const { source, number } = parseProjectId(id);
  const table = source === 'idea' ? ideas : scripts;
  const own = and(eq(table.id, number), eq(table.team_id, teamId));
  const [row] = await db.select({ channel_id: table.channel_id }).from(table).where(own);
  return row?.channel_id ?? null;
}

async function channelOfVideo(db: Db, teamId: number, id: string): Promise<number | null> {
  const own = and(eq(video_projects.id, id), eq(video_projects.team_id, teamId));
  const [row] = await db.select({ channel_id: video_projects.channel_id }).from(video_projects).where(own);
  return row?.channel_id ?? null;
}

async function channelOfOperation(db: Db, teamId: number, id: string): Promise<number | null> {
  const own = and(eq(operations.id, id), eq(operations.team_id, teamId));
  const [row] = await db.select({ channel_id: operations.channel_id }).from(operations).where(own);
  return row?.channel_id ?? null;
}

/** Returns the channel that a request was about; null if what it was about is gone. */
async function channelOf(db: Db, path: string, { principal, params, body }: ReplayRequest, answer: object) {
  const { teamId } = principal;
  if (path.startsWith('/channels/{id}/')) return Number(field(params, 'id'));
  if (path === '/projects') return Number(field(body, 'channel_id'));
  if (path.startsWith('/projects/{project}')) return channelOfProject(db, teamId, String(field(params, 'project')));
  if (path === '/video/projects')
    return channelOfOperation(db, teamId, String(field(field(answer, 'operation'), 'id')));
  if (path.startsWith('/video/projects/{project}/'))
    return channelOfVideo(db, teamId, String(field(params, 'project')));
  throw new Error(`Nothing says whose ${path} is.`);
}

/**
 * Returns the body to answer a repeated request with. Only a `member` can lose access to a part of the team; who has left
 * the team has no token any more.
 * @throws Failure of the operation's own if the caller has lost access to the channel, or what the request was about is
 * gone
 */
export async function replayedBody(
  db: Db,
  { path, errors }: OperationShape,
  request: ReplayRequest,
  answer: object,
): Promise<object> {
  const { principal, params } = request;
  if (principal.role !== 'member' || path === '/project-notifications/read-all') return answer;
  if (path === '/project-notifications/{notification}/read') {
    const data = await readNotification(db, principal, String(field(params, 'notification')));
    if (data === null) throw new Failure('notification_not_found');
    return { ...answer, data };
  }
  const channelId = await channelOf(db, path, request, answer);
  // The answer is hidden as well when its subject is gone, because its channel can no longer be checked.
  if (channelId !== null && (await canReach(db, principal, channelId))) return answer;
  const forbidden = errors.find((name: ErrorName) => name.endsWith('_forbidden'));
  throw new Failure(forbidden ?? 'not_found');
}
