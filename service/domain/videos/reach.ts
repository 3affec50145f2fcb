/** Finds a video project and its version, checking that the caller can reach them. */
import { and, desc, eq } from 'drizzle-orm';

import { video_artifacts, video_projects } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import { canReach } from '../access.ts';
import type { Failing } from '../call.ts';

export type VideoRow = typeof video_projects.$inferSelect;
export type ArtifactRow = typeof video_artifacts.$inferSelect;

/** @param lock true locks the row until the transaction ends. */
export async function reachVideo(
  db: Db,
  { principal, fail }: Failing<'video_project_not_found' | 'video_project_forbidden'>,
  id: string,
  lock = false,
): Promise<VideoRow> {
  const query = db
    .select()
    .from(video_projects)
    .where(and(eq(video_projects.id, id), eq(video_projects.team_id, principal.teamId)));
  const [video] = await (lock ? query.for('update') : query);
  if (!video) throw fail('video_project_not_found');
  if (!(await canReach(db, principal, video.channel_id))) throw fail('video_project_forbidden');
  return video;
}

/** Returns the current version, or null before the first one. */
export async function readCurrentArtifact(db: Db, { artifact_id }: VideoRow): Promise<ArtifactRow | null> {
  if (artifact_id === null) return null;
  const [artifact] = await db.select().from(video_artifacts).where(eq(video_artifacts.id, artifact_id));
  return artifact ?? null;
}

/** Returns the latest publication of a version, or null if the video has no such version. */
export async function readPublishedVersion(db: Db, { id }: VideoRow, revision: string): Promise<ArtifactRow | null> {
  const [artifact] = await db
    .select()
    .from(video_artifacts)
    .where(and(eq(video_artifacts.project_id, id), eq(video_artifacts.revision, revision)))
    .orderBy(desc(video_artifacts.published_at))
    .limit(1);
  return artifact ?? null;
}

export async function reachVersion(
  db: Db,
  { fail }: { readonly fail: Failing<'video_not_ready' | 'video_version_not_found'>['fail'] },
  video: VideoRow,
  revision: string | undefined,
): Promise<ArtifactRow> {
  const current = await readCurrentArtifact(db, video);
  if (revision === undefined || current?.revision === revision) {
    if (!current) throw fail('video_not_ready');
    return current;
  }
  const artifact = await readPublishedVersion(db, video, revision);
  if (!artifact) throw fail('video_version_not_found');
  return artifact;
}
