/** Links scripts to their videos on the platform, and serves the results. */
import { and, eq, isNull, ne } from 'drizzle-orm';

import type { PlatformCause } from '#contract/platform-causes.ts';
import type { ErrorName } from '#contract/errors.ts';
import type { PublishedProject } from '#contract/schema/published.ts';

import { type Platform, PlatformError, type PlatformVideo } from '../../engines/platform/platform.ts';
import { scripts } from '../../store/schema.ts';
import { published_videos } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { Call, Failing, Handlers } from '../call.ts';
import { reachOwnChannel } from '../channels/own-channel.ts';
import { parseVideoReference } from '../intel/identifiers.ts';
import type { IntelServices } from '../intel/lookups.ts';
import { explainNotFound, type PlatformFailure, toPlatformFailure } from '../intel/platform-failure.ts';
import { readParticipants, recordActivity, notifyPeople } from './activity.ts';
import { isDue } from './due.ts';
import { parseProjectId, formatProjectId, type ProjectRow, reachProject } from './project.ts';
import { readOwnFeed, readViews, readUploads, writeReading } from './read-views.ts';
import { listPublished, readResults } from './results.ts';

type PublishHandlers = Pick<
  Handlers,
  | 'local.projects.publish'
  | 'local.projects.unpublish'
  | 'local.projects.results'
  | 'local.projects.published'
  | 'local.projects.readViews'
>;
type PublishCall = Call<'local.projects.publish'>;
type VideoRow = typeof published_videos.$inferSelect;

/** Causes that still allow linking, because the platform could not be asked. */
const LINKABLE_CAUSES: ReadonlySet<PlatformCause> = new Set(['offline', 'unavailable', 'key_missing', 'key_needed']);

interface ScriptCall extends Failing<
  Extract<ErrorName, 'project_forbidden' | 'project_not_found' | 'project_promoted' | 'project_not_script'>
> {
  readonly params: { readonly project: string };
}

async function reachScript(db: Db, call: ScriptCall, lock = false): Promise<ProjectRow> {
  const project = await reachProject(db, call, parseProjectId(call.params.project), lock);
  if (project.source !== 'script') throw call.fail('project_not_script');
  return project;
}

interface LookupResult {
  readonly video: PlatformVideo | null;
  readonly failure: PlatformFailure | null;
}

/** Costs one unit of the platform's quota. */
async function lookUp(platform: Platform, { fail }: PublishCall, id: string): Promise<LookupResult> {
  if (platform.isSample) return { video: null, failure: explainNotFound(platform, 'video', null) };
  const failNotFetched = (extras: PlatformFailure) => fail('video_not_fetched', { extras });
  try {
    const video = await platform.fetchVideo(id);
    if (!video) throw failNotFetched(explainNotFound(platform, 'video', null));
    return { video, failure: null };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const failure = toPlatformFailure(error);
    if (!LINKABLE_CAUSES.has(failure.cause)) throw failNotFetched(failure);
    return { video: null, failure };
  }
}

/** A video belongs to one project; otherwise it would count twice in comparisons. */
async function checkNotLinked(db: Db, call: PublishCall, project: ProjectRow, video_id: string): Promise<void> {
  const [other] = await db
    .select({ script: scripts.id })
    .from(published_videos)
    .innerJoin(scripts, eq(scripts.id, published_videos.script_id))
    .where(
      and(
        eq(scripts.channel_id, project.channel_id),
        eq(published_videos.video_id, video_id),
        isNull(published_videos.removed_at),
        ne(scripts.id, project.number),
      ),
    )
    .limit(1);
  if (!other) return;
  const project_id = formatProjectId({ source: 'script', number: other.script });
  throw call.fail('video_already_linked', { extras: { project_id } });
}

const isCurrentLink = (scriptId: number) =>
  and(eq(published_videos.script_id, scriptId), isNull(published_videos.removed_at));

/** Replaces the script's link and returns the row. */
async function putLink(tx: Db, call: PublishCall, project: ProjectRow, video_id: string, now: Date) {
  const [before] = await tx.select().from(published_videos).where(isCurrentLink(project.number));
  if (before?.video_id === video_id) return before;
  await tx.update(published_videos).set({ removed_at: now }).where(isCurrentLink(project.number));
  const values = {
    status_before: before?.status_before ?? project.status,
    linked_by: call.principal.userId,
    removed_at: null,
  };
  const [row] = await tx
    .insert(published_videos)
    .values({ team_id: call.principal.teamId, script_id: project.number, video_id, ...values })
    .onConflictDoUpdate({ target: [published_videos.script_id, published_videos.video_id], set: values })
    .returning();
  if (!row) throw new Error('The link was not returned.');
  await recordActivity(tx, call.principal, project, 'published');
  return row;
}

async function setStatus(tx: Db, call: ScriptCall, project: ProjectRow, production_status: string, message: string) {
  if (project.status === production_status) return;
  await tx.update(scripts).set({ production_status }).where(eq(scripts.id, project.number));
  const to = await readParticipants(tx, project);
  await notifyPeople(tx, call.principal, project, { type: 'script_status_changed', message, to });
}

/** Returns whether the numbers are recent, so that linking the video again costs no quota. */
async function wasReadToday({ store, now }: IntelServices, project: ProjectRow, video_id: string): Promise<boolean> {
  const [row] = await store.db
    .select()
    .from(published_videos)
    .where(and(eq(published_videos.script_id, project.number), eq(published_videos.video_id, video_id)));
  return row !== undefined && !isDue(row, now());
}

async function publish(services: IntelServices, call: PublishCall) {
  const { store, getPlatform, now } = services;
  const project = await reachScript(store.db, call);
  const platform = await getPlatform(call.principal.teamId);
  const id = parseVideoReference(call.body.video, platform.videoIdPattern);
  if (id === null) throw call.fail('validation_failed', { fields: { video: ['This isn’t a video ID or URL.'] } });
  await checkNotLinked(store.db, call, project, id);
  const shouldLookUp = call.body.look_up && !(await wasReadToday(services, project, id));
  if (shouldLookUp) await readOwnFeed(store.db, platform, project.channel_id);
  const { video, failure } = shouldLookUp ? await lookUp(platform, call, id) : { video: null, failure: null };
  const uploads = await readUploads(platform, video ? [video] : []);
  const currentTime = now();
  await store.transaction(async (tx) => {
    const lockedScript = await reachScript(tx, call, true);
    await checkNotLinked(tx, call, lockedScript, id);
    const row = await putLink(tx, call, lockedScript, id, currentTime);
    if (video) await writeReading(tx, row, video, { uploads, now: currentTime });
    await setStatus(tx, call, lockedScript, 'published', `“${lockedScript.title}” is published.`);
  });
  return { ...(await readResults(store.db, project, currentTime)), failure };
}

async function unpublish(services: IntelServices, call: Call<'local.projects.unpublish'>): Promise<PublishedProject> {
  const { store, now } = services;
  return store.transaction(async (tx) => {
    const project = await reachScript(tx, call, true);
    const [link]: (VideoRow | undefined)[] = await tx
      .update(published_videos)
      .set({ removed_at: now() })
      .where(isCurrentLink(project.number))
      .returning();
    if (link) {
      await recordActivity(tx, call.principal, project, 'unpublished');
      const message = `“${project.title}” is no longer marked as published.`;
      if (project.status === 'published') await setStatus(tx, call, project, link.status_before, message);
    }
    return readResults(tx, project, now());
  });
}

export function createPublishHandlers(services: IntelServices): PublishHandlers {
  const { store, now } = services;
  return {
    'local.projects.publish': async (call) => ({
      status: 200,
      body: { success: true, data: await publish(services, call) },
    }),
    'local.projects.unpublish': async (call) => ({
      status: 200,
      body: { success: true, data: await unpublish(services, call) },
    }),
    'local.projects.results': async (call) => {
      const project = await reachScript(store.db, call);
      return { status: 200, body: { success: true, data: await readResults(store.db, project, now()) } };
    },
    'local.projects.published': async (call) => {
      const channel = await reachOwnChannel(store.db, call, call.params.id);
      return { status: 200, body: { success: true, data: await listPublished(store.db, channel.id, now()) } };
    },
    'local.projects.readViews': async (call) => ({
      status: 200,
      body: { success: true, data: await readViews(services, call) },
    }),
  };
}
