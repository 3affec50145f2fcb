/** Reads the results of published projects: their numbers, a comparison, and the origin of the idea. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';

import type { ProjectOrigin, PublishedProject } from '#contract/schema/published.ts';
import { getVideoUrl } from '#contract/video-platform.ts';
import { DAY_MS } from '#contract/values.ts';
import type { z } from 'zod';

import { channels, ideas, scripts, users } from '../../store/schema.ts';
import { project_activity, published_videos, view_readings } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import { type AgedReading, compareAtAge, type OwnVideo } from '../intel/median-at-age.ts';
import { isDue } from './due.ts';
import { formatProjectId } from './project.ts';

/** Maximum number of published projects listed, newest first. */
const MAX_LISTED = 500;

type VideoRow = typeof published_videos.$inferSelect;
type ReadingRow = typeof view_readings.$inferSelect;
type Origin = z.infer<typeof ProjectOrigin>;
type Person = Origin['author'];

const COLUMNS = { script: scripts, video: published_videos, idea: ideas, channel: channels.details } as const;
type Row = Awaited<ReturnType<typeof selectRows>>[number];

function selectRows(db: Db, condition: ReturnType<typeof and>) {
  return db
    .select(COLUMNS)
    .from(scripts)
    .innerJoin(channels, eq(channels.id, scripts.channel_id))
    .leftJoin(published_videos, and(eq(published_videos.script_id, scripts.id), isNull(published_videos.removed_at)))
    .leftJoin(ideas, eq(ideas.script_id, scripts.id))
    .where(condition)
    .orderBy(desc(sql`coalesce(${published_videos.published_at}, ${scripts.updated_at})`), desc(scripts.id))
    .limit(MAX_LISTED);
}

const isPublished = or(
  isNotNull(published_videos.id),
  and(eq(scripts.production_status, 'published'), isNull(scripts.archived_at)),
);

interface Context {
  readonly readings: ReadonlyMap<number, readonly ReadingRow[]>;
  readonly people: ReadonlyMap<number, Person>;
  readonly actorIds: ReadonlyMap<string, number>;
}

function groupByVideo(rows: readonly ReadingRow[]): ReadonlyMap<number, readonly ReadingRow[]> {
  const groups = new Map<number, ReadingRow[]>();
  for (const row of rows) {
    const group = groups.get(row.published_video_id);
    if (group) group.push(row);
    else groups.set(row.published_video_id, [row]);
  }
  return groups;
}

async function readContext(db: Db, rows: readonly Row[]): Promise<Context> {
  const videoIds = rows.flatMap(({ video }) => video?.id ?? []);
  const scriptIds = rows.map(({ script }) => script.id);
  const readings = await db
    .select()
    .from(view_readings)
    .where(inArray(view_readings.published_video_id, videoIds))
    .orderBy(asc(view_readings.taken_at));
  const activityRows = await db
    .select({ script_id: project_activity.script_id, type: project_activity.type, actor: project_activity.actor_id })
    .from(project_activity)
    .where(and(inArray(project_activity.script_id, scriptIds), inArray(project_activity.type, ['created', 'promoted'])))
    .orderBy(desc(project_activity.id));
  const personIds = [
    ...activityRows.map(({ actor }) => actor),
    ...rows.flatMap(({ video, idea }) => [video?.linked_by ?? null, idea?.rated_by ?? null]),
  ];
  const userRows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      inArray(
        users.id,
        personIds.filter((id) => id !== null),
      ),
    );
  return {
    readings: groupByVideo(readings),
    people: new Map(userRows.map((user) => [user.id, user])),
    actorIds: new Map(
      activityRows.flatMap(({ script_id, type, actor }) => (actor === null ? [] : [[`${type} ${script_id}`, actor]])),
    ),
  };
}

const getAgeInDays = (takenAt: Date, publishedAt: Date): number =>
  Math.max(0, Math.round(((takenAt.getTime() - publishedAt.getTime()) / DAY_MS) * 100) / 100);

/** Returns no readings until the publish date is known. */
function addAges({ published_at }: VideoRow, readings: readonly ReadingRow[]): (ReadingRow & AgedReading)[] {
  if (published_at === null) return [];
  return readings.map((reading) => ({ ...reading, age_days: getAgeInDays(reading.taken_at, published_at) }));
}

const toOwnVideo = (video: VideoRow, context: Context): OwnVideo => ({
  video_id: video.video_id,
  platform_channel_id: video.platform_channel_id,
  seconds: video.seconds,
  readings: addAges(video, context.readings.get(video.id) ?? []),
});

function toVideoView({ video, channel }: Row, context: Context, now: Date): PublishedProject['video'] {
  if (!video) return null;
  const { video_id, title, thumbnail_url, published_at, platform_channel_id, linked_by, read_at } = video;
  const newest = context.readings.get(video.id)?.at(-1);
  const linkedChannelId = channel?.channel_id ?? null;
  return {
    video_id,
    url: getVideoUrl(video_id),
    title,
    thumbnail_url,
    published_at: published_at?.toISOString() ?? null,
    other_channel:
      linkedChannelId === null || platform_channel_id === null ? null : linkedChannelId !== platform_channel_id,
    missing: read_at !== null && (newest === undefined || newest.taken_at < read_at),
    due: isDue(video, now),
    linked_by: linked_by === null ? null : (context.people.get(linked_by) ?? null),
    linked_at: video.created_at.toISOString(),
  };
}

function toOrigin({ script, idea }: Row, { people, actorIds }: Context): Origin {
  const findPerson = (type: string): Person => people.get(actorIds.get(`${type} ${script.id}`) ?? 0) ?? null;
  return {
    source_type: idea?.source_type ?? null,
    evidence: idea?.evidence ?? null,
    rating: idea?.rating ?? null,
    rated_by: people.get(idea?.rated_by ?? 0) ?? null,
    author: findPerson('created'),
    promoted_by: findPerson('promoted'),
  };
}

interface ViewContext {
  readonly context: Context;
  readonly others: readonly OwnVideo[];
  readonly now: Date;
}

function toPublishedProject(row: Row, { context, others, now }: ViewContext): PublishedProject {
  const { script, video } = row;
  const linkedVideo = video && toOwnVideo(video, context);
  return {
    project_id: formatProjectId({ source: 'script', number: script.id }),
    script_id: script.id,
    channel_id: script.channel_id,
    title: script.title,
    angle: script.angle,
    video: toVideoView(row, context, now),
    readings: (video ? addAges(video, context.readings.get(video.id) ?? []) : []).map((reading) => ({
      taken_at: reading.taken_at.toISOString(),
      age_days: reading.age_days,
      views: reading.views,
      likes: reading.likes,
      comments: reading.comments,
    })),
    comparison: linkedVideo && compareAtAge(linkedVideo, others),
    origin: toOrigin(row, context),
  };
}

async function readProjectViews(
  db: Db,
  channelId: number,
  now: Date,
  scriptId: number | null,
): Promise<PublishedProject[]> {
  const channelRows = await selectRows(db, and(eq(scripts.channel_id, channelId), isPublished));
  const isListed = channelRows.some((row) => row.script.id === scriptId);
  const rows =
    scriptId === null || isListed ? channelRows : [...channelRows, ...(await selectRows(db, eq(scripts.id, scriptId)))];
  const context = await readContext(db, rows);
  const others = rows.flatMap(({ video }) => (video ? [toOwnVideo(video, context)] : []));
  const requestedRows = scriptId === null ? rows : rows.filter((row) => row.script.id === scriptId);
  return requestedRows.map((row) => toPublishedProject(row, { context, others, now }));
}

export async function listPublished(db: Db, channelId: number, now: Date): Promise<PublishedProject[]> {
  const all = await readProjectViews(db, channelId, now, null);
  return all.map((project) => ({ ...project, readings: project.readings.slice(-1) }));
}

export async function readResults(
  db: Db,
  project: { readonly number: number; readonly channel_id: number },
  now: Date,
): Promise<PublishedProject> {
  const [view] = await readProjectViews(db, project.channel_id, now, project.number);
  if (!view) throw new Error('The script was not returned.');
  return view;
}
