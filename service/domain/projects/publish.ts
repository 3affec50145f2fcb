/** Links scripts to their videos on the platform, and answers how these do. */
import { and, eq, isNull, ne } from 'drizzle-orm';

import type { PlatformCause } from '#contract/platform-causes.ts';
import type { ErrorName } from '#contract/errors.ts';
import type { PublishedProject } from '#contract/schema/published.ts';

import { type Platform, PlatformError, type PlatformVideo } from '../../engines/platform/platform.ts';
import { scripts } from '../../store/schema.ts';
import { published_videos } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { Call, Failing, Handlers } from '../call.ts';
import { ownChannel } from '../channels/own-channel.ts';
import { videoReference } from '../intel/identifiers.ts';
import type { IntelServices } from '../intel/lookups.ts';
import { nothingFound, type PlatformFailure, platformFailure } from '../intel/platform-failure.ts';
import { participants, remember, tell } from './activity.ts';
import { isDue } from './due.ts';
import { parseProjectId, projectId, type ProjectRow, reachProject } from './project.ts';
import { readOwnFeed, readViews, uploadsFor, writeReading } from './read-views.ts';
import { publishedIn, resultsOf } from './results.ts';

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

/** Keeps the link although the platform could not be asked; other failures are the person's to decide about. */
const KEEPS_LINK: ReadonlySet<PlatformCause> = new Set(['offline', 'unavailable', 'key_missing', 'key_needed']);

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

interface LookedUp {
  readonly video: PlatformVideo | null;
  readonly failure: PlatformFailure | null;
}

/** Asks the platform at the cost of one unit. */
async function lookUp(platform: Platform, { fail }: PublishCall, id: string): Promise<LookedUp> {
  if (platform.isSample) return { video: null, failure: nothingFound(platform, 'video', null) };
  const failed = (extras: PlatformFailure) => fail('video_not_fetched', { extras });
  try {
    const video = await platform.video(id);
    if (!video) throw failed(nothingFound(platform, 'video', null));
    return { video, failure: null };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const failure = platformFailure(error);
    if (!KEEPS_LINK.has(failure.cause)) throw failed(failure);
    return { video: null, failure };
  }
}

/** A video counts for one project, or it would weigh twice in every comparison. */
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
  const project_id = projectId({ source: 'script', number: other.script });
  throw call.fail('video_already_linked', { extras: { project_id } });
}

const linkOf = (scriptId: number) => and(eq(published_videos.script_id, scriptId), isNull(published_videos.removed_at));

/** Makes the link the script's only one and returns it. */
async function putLink(tx: Db, call: PublishCall, project: ProjectRow, video_id: string, now: Date) {
  const [before] = await tx.select().from(published_videos).where(linkOf(project.number));
  if (before?.video_id === video_id) return before;
  await tx.update(published_videos).set({ removed_at: now }).where(linkOf(project.number));
  const set = {
    status_before: before?.status_before ?? project.status,
    linked_by: call.principal.userId,
    removed_at: null,
  };
  const [row] = await tx
    .insert(published_videos)
    .values({ team_id: call.principal.teamId, script_id: project.number, video_id, ...set })
    .onConflictDoUpdate({ target: [published_videos.script_id, published_videos.video_id], set })
    .returning();
  if (!row) throw new Error('The link was not returned.');
  await remember(tx, call.principal, project, 'published');
  return row;
}

async function setStatus(tx: Db, call: ScriptCall, project: ProjectRow, production_status: string, message: string) {
  if (project.status === production_status) return;
  await tx.update(scripts).set({ production_status }).where(eq(scripts.id, project.number));
  const to = await participants(tx, project);
  await tell(tx, call.principal, project, { type: 'script_status_changed', message, to });
}

/** Skips what was read today: taking a removal back costs nothing. */
async function isKnown({ store, now }: IntelServices, project: ProjectRow, video_id: string): Promise<boolean> {
  const [row] = await store.db
    .select()
    .from(published_videos)
    .where(and(eq(published_videos.script_id, project.number), eq(published_videos.video_id, video_id)));
  return row !== undefined && !isDue(row, now());
}

async function publish(services: IntelServices, call: PublishCall) {
  const { store, platformOf, now } = services;
  const project = await reachScript(store.db, call);
  const platform = await platformOf(call.principal.teamId);
  const id = videoReference(call.body.video, platform.videoId);
  if (id === null) throw call.fail('validation_failed', { fields: { video: ['This isn’t a video ID or URL.'] } });
  await checkNotLinked(store.db, call, project, id);
  const isAsked = call.body.look_up && !(await isKnown(services, project, id));
  if (isAsked) await readOwnFeed(store.db, platform, project.channel_id);
  const { video, failure } = isAsked ? await lookUp(platform, call, id) : { video: null, failure: null };
  const uploads = await uploadsFor(platform, video ? [video] : []);
  const at = now();
  await store.transaction(async (tx) => {
    const locked = await reachScript(tx, call, true);
    await checkNotLinked(tx, call, locked, id);
    const row = await putLink(tx, call, locked, id, at);
    if (video) await writeReading(tx, row, video, { uploads, now: at });
    await setStatus(tx, call, locked, 'published', `“${locked.title}” is published.`);
  });
  return { ...(await resultsOf(store.db, project, at)), failure };
}

async function unpublish(services: IntelServices, call: Call<'local.projects.unpublish'>): Promise<PublishedProject> {
  const { store, now } = services;
  return store.transaction(async (tx) => {
    const project = await reachScript(tx, call, true);
    const [link]: (VideoRow | undefined)[] = await tx
      .update(published_videos)
      .set({ removed_at: now() })
      .where(linkOf(project.number))
      .returning();
    if (link) {
      await remember(tx, call.principal, project, 'unpublished');
      const message = `“${project.title}” is no longer marked as published.`;
      if (project.status === 'published') await setStatus(tx, call, project, link.status_before, message);
    }
    return resultsOf(tx, project, now());
  });
}

export function publishHandlers(services: IntelServices): PublishHandlers {
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
      return { status: 200, body: { success: true, data: await resultsOf(store.db, project, now()) } };
    },
    'local.projects.published': async (call) => {
      const channel = await ownChannel(store.db, call, call.params.id);
      return { status: 200, body: { success: true, data: await publishedIn(store.db, channel.id, now()) } };
    },
    'local.projects.readViews': async (call) => ({
      status: 200,
      body: { success: true, data: await readViews(services, call) },
    }),
  };
}
