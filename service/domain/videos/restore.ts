/** Publishes an earlier version of a video again as its newest one; versions in between stay. */
import { randomUUID } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';

import { operations, video_artifacts, video_passes, video_projects } from '../../store/schema-videos.ts';
import type { Call, Handlers } from '../call.ts';
import { readPublishedVersion } from './reach.ts';
import type { VideoServices } from './services.ts';
import { changeDraft, type OpenDraft } from './staging.ts';
import { readVersions } from './view.ts';

type RestoreCall = Call<'local.videos.restore'>;

const failNotEditable = ({ fail }: RestoreCall, explanation: string) =>
  fail('video_not_editable', { extras: { explanation } });

/** Returns the number of a version, from 1. */
async function readVersionNumber({ tx, video }: OpenDraft, id: string): Promise<number> {
  const rows = await tx
    .select({ id: video_artifacts.id })
    .from(video_artifacts)
    .where(eq(video_artifacts.project_id, video.id))
    .orderBy(video_artifacts.published_at);
  return rows.findIndex((row) => row.id === id) + 1;
}

async function restoreVersion(services: VideoServices, call: RestoreCall, draft: OpenDraft): Promise<void> {
  const { tx, video, artifact: base, staged } = draft;
  const { revision } = call.params;
  const version = await readPublishedVersion(tx, video, revision);
  if (!version) throw call.fail('video_version_not_found');
  if (version.revision === base.revision) throw failNotEditable(call, 'This is the current version already.');
  // Staged edits were made for the current version and may not fit this one.
  if (staged.length > 0) {
    throw failNotEditable(call, 'Apply or discard the staged edits first. They were made for the current version.');
  }
  if (!(await services.videos.hasVersion(video.id, revision, version.content_type)))
    throw call.fail('video_file_missing');
  const { id: _id, published_at: _at, ...copy } = version;
  const now = services.now();
  const [artifact] = await tx
    .insert(video_artifacts)
    .values({ ...copy, published_at: now })
    .returning();
  if (!artifact) throw new Error('The version was not returned.');
  const [operation_id, pass_id] = [randomUUID(), randomUUID()];
  const owner = { team_id: video.team_id, created_by: call.principal.userId };
  await tx.insert(video_passes).values({
    ...owner,
    id: pass_id,
    project_id: video.id,
    number: (await tx.$count(video_passes, eq(video_passes.project_id, video.id))) + 1,
    status: 'complete',
    artifact_id: artifact.id,
    base_id: base.id,
    operation_id,
    plan: version.plan,
    changes: [`Version ${await readVersionNumber(draft, version.id)} restored`],
    applied_at: now,
  });
  await tx.insert(operations).values({
    ...owner,
    id: operation_id,
    channel_id: video.channel_id,
    type: 'video_apply_revision',
    resource_id: pass_id,
    status: 'completed',
    progress: 100,
    started_at: sql`now()`,
    finished_at: sql`now()`,
  });
  await tx
    .update(video_projects)
    .set({ artifact_id: artifact.id, operation_id })
    .where(eq(video_projects.id, video.id));
  if (artifact.quality_status === 'measuring') await services.videoQuality.enqueue(artifact.id);
}

export const createRestoreHandlers = (services: VideoServices): Pick<Handlers, 'local.videos.restore'> => ({
  'local.videos.restore': async (call) => {
    const { result, etag } = await changeDraft(services, call, async (draft) => {
      await restoreVersion(services, call, draft);
      return (await readVersions(draft.tx, draft.video.id))[0];
    });
    if (!result) throw new Error('The version was not returned.');
    return { status: 200, body: { success: true, data: result }, etag };
  },
});
