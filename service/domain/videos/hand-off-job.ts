/**
 * Packs a version for editing programs. Rendered scenes are cached, so a killed job resumes; the package is kept for a
 * day, or until the next one of its video.
 */
import { join } from 'node:path';

import { eq, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import { toDiskFullError } from '../../engines/video/cache.ts';
import { VideoEngineError } from '../../engines/video/video.ts';
import { writeZip } from '../../files/write-zip.ts';
import { type Job, type JobHandler, JobLostError } from '../../jobs/job.ts';
import { operations, video_artifacts, video_projects } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import type { OperationRow } from '../operations/handlers.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import type { HandOffRequest } from './hand-off.ts';
import { listPackageFiles } from './hand-off-package.ts';
import { toPlan, withFiles } from './plan.ts';
import type { ArtifactRow, VideoRow } from './reach.ts';
import { beginOperation, isRunning } from './running.ts';
import type { VideoServices } from './services.ts';
import { getTimeline } from './view.ts';

export const HAND_OFF_SWEEP_JOB = 'video-hand-off-sweep';
export const HAND_OFF_RETENTION_SECONDS = LIMITS.video.handOffHours * 3600;

export interface HandOffSweep {
  readonly project: string;
  readonly operation: string;
}

export interface HandOffJobOptions extends Pick<VideoServices, 'videos' | 'videoMaker'> {
  /** Call it in the transaction that ends the operation. */
  scheduleSweep(sweep: HandOffSweep): Promise<void>;
}

interface StartedHandOff {
  readonly operation: OperationRow;
  readonly video: VideoRow;
  readonly artifact: ArtifactRow;
  readonly request: HandOffRequest;
}

/** Returns null if the operation was cancelled before it started. */
async function startHandOff(tx: Db, id: string): Promise<StartedHandOff | null> {
  const operation = await beginOperation(tx, id);
  if (!operation) return null;
  // Only this service writes this value, so the cast is safe.
  const request = operation.request as unknown as HandOffRequest;
  const [row] = await tx
    .select({ video: video_projects, artifact: video_artifacts })
    .from(video_artifacts)
    .innerJoin(video_projects, eq(video_projects.id, video_artifacts.project_id))
    .where(eq(video_artifacts.id, request.artifact_id));
  if (!row) throw new VideoEngineError('bad_media', 'This version no longer exists.');
  return { operation, request, ...row };
}

/** Returns the bytes of the package. */
async function makePackage(
  job: Job<RunPayload>,
  { videos, videoMaker }: HandOffJobOptions,
  startedHandOff: StartedHandOff,
) {
  const { operation, video, artifact, request } = startedHandOff;
  const plan = await withFiles(toPlan(artifact.plan), (asset) => videos.findAssetFile(asset));
  const folder = await videos.createHandOffFolder(video.id, operation.id);
  const parts = await videoMaker.handOff(plan, {
    folder,
    teamId: video.team_id,
    cacheFolder: await videos.getCache(video.id),
    published: getTimeline(artifact),
    signal: job.signal,
    progress: ({ percent, step }) => job.progress({ percent: Math.floor(10 + percent * 0.75), step }),
  });
  job.progress({ percent: 86, step: 'Packing' });
  const draft = join(folder, 'package.zip');
  await writeZip(draft, listPackageFiles(video.title, plan, parts, request.markers), job.signal);
  job.signal.throwIfAborted();
  return videos.publishHandOff(video.id, operation.id, draft);
}

export async function runHandOff(job: Job<RunPayload>, options: HandOffJobOptions): Promise<void> {
  const startedHandOff = await job.transaction((tx) => startHandOff(tx, job.payload.run_id));
  if (!startedHandOff) return;
  const { operation, video, artifact } = startedHandOff;
  const removePackage = () => options.videos.removeHandOff(video.id, operation.id);
  let bytes: number;
  try {
    bytes = await makePackage(job, options, startedHandOff);
  } catch (error) {
    // Another process may have taken the job over and published the package.
    const isLost = job.signal.reason instanceof JobLostError;
    await (isLost ? options.videos.removeHandOffWork(video.id, operation.id) : removePackage());
    throw toDiskFullError(error);
  }
  const isComplete = await job.finish(async (tx) => {
    const result = { project_id: video.id, revision: artifact.revision, bytes };
    const updatedRows = await tx
      .update(operations)
      .set({ status: 'completed', progress: 100, result, finished_at: sql`now()` })
      .where(isRunning(operation.id))
      .returning({ id: operations.id });
    if (updatedRows.length > 0) await options.scheduleSweep({ project: video.id, operation: operation.id });
    return updatedRows.length > 0;
  });
  if (!isComplete) await removePackage();
}

/** Removes an expired package. */
export const handOffSweepJob = ({ videos }: Pick<HandOffJobOptions, 'videos'>): JobHandler<HandOffSweep> => ({
  run: ({ payload }) => videos.removeHandOff(payload.project, payload.operation),
  recordEnd: () => Promise.resolve(),
});
