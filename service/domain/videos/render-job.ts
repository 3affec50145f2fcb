/**
 * Renders a version of a video: the first one, or one with staged edits applied. The engine caches each finished scene,
 * so a killed job resumes from there; the version, its charge and the end of the operation are one write.
 */
import { eq, sql } from 'drizzle-orm';

import { ImageEngineError } from '../../engines/image/image-engine.ts';
import { SpeechEngineError } from '../../engines/speech/speech-engine.ts';
import { toDiskFullError } from '../../engines/video/cache.ts';
import {
  type RenderedVideo,
  type RenderProgress,
  type Timeline,
  VideoEngineError,
  type VideoPlan,
} from '../../engines/video/video.ts';
import { toPaidRequest, type PaidRequests } from '../../files/paid-requests.ts';
import type { Job, JobEnd, JobHandler } from '../../jobs/job.ts';
import { operations, video_artifacts, video_edits, video_passes, video_projects } from '../../store/schema-videos.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { emit } from '../events.ts';
import type { OperationRow } from '../operations/handlers.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import type { RunQueue } from '../scripts/run-queue.ts';
import { runHandOff, type HandOffJobOptions } from './hand-off-job.ts';
import { chargeVideo } from './ledger.ts';
import { endVideo } from './requests.ts';
import { toPlan, toPlanRow, withFiles } from './plan.ts';
import type { ArtifactRow, VideoRow } from './reach.ts';
import { BlockPictures } from './block-pictures.ts';
import { beginOperation, isRunning } from './running.ts';
import type { VideoServices } from './services.ts';
import { getTimeline } from './view.ts';

export const VIDEO_JOB = 'video-render';

export interface VideoJobOptions extends HandOffJobOptions, Pick<VideoServices, 'media'> {
  readonly answers: PaidRequests;
  readonly quality: RunQueue;
}

type VideoJob = Job<RunPayload>;

interface StartedJob {
  readonly operation: OperationRow;
  readonly video: VideoRow;
  readonly plan: VideoPlan;
  /** Null for the first version. */
  readonly pass: typeof video_passes.$inferSelect | null;
  /** The version that the edits apply to. */
  readonly base: ArtifactRow | null;
  readonly published: ReadonlySet<string>;
}

/** Returns null if the operation was cancelled before it started. */
async function startRender(tx: Db, id: string): Promise<StartedJob | null> {
  const operation = await beginOperation(tx, id);
  if (!operation) return null;
  const isFirstVersion = operation.type === 'video_generate';
  const [pass = null] = isFirstVersion
    ? []
    : await tx.select().from(video_passes).where(eq(video_passes.id, operation.resource_id));
  const projectId = pass?.project_id ?? operation.resource_id;
  const [video] = await tx.select().from(video_projects).where(eq(video_projects.id, projectId));
  if (!video) return null;
  const versions = await tx.select().from(video_artifacts).where(eq(video_artifacts.project_id, projectId));
  return {
    operation,
    video,
    pass,
    plan: toPlan(pass?.plan ?? video.plan),
    base: versions.find(({ id: versionId }) => versionId === pass?.base_id) ?? null,
    published: new Set(versions.map(({ revision }) => revision)),
  };
}

/** Scales render progress to the operation: acceptance is the first 10 %, publishing the last 5 %. */
const toOperationProgress = ({ percent, step }: RenderProgress) => ({ percent: Math.floor(10 + percent * 0.85), step });

interface RenderedVersion {
  readonly rendered: RenderedVideo;
  readonly revision: string;
  readonly pictures: Record<string, string>;
  readonly waveform: readonly number[] | null;
}

async function renderVersion(
  job: VideoJob,
  options: VideoJobOptions,
  startedJob: StartedJob,
): Promise<RenderedVersion> {
  const { videos, videoMaker } = options;
  const { video, operation, published } = startedJob;
  await videos.sweep(video.id, published);
  const plan = await withFiles(startedJob.plan, (asset) => videos.findAssetFile(asset));
  const request = {
    teamId: video.team_id,
    cacheFolder: await videos.getCache(video.id),
    getPaidRequest: (picture: string) => toPaidRequest(options.answers, operation.id, picture),
    signal: job.signal,
  };
  const pictures = new BlockPictures(job, options, startedJob, { plan, request });
  const file = await videos.getDraft(video.id, operation.id);
  try {
    const renderedFile = await videoMaker.render(plan, {
      ...request,
      file,
      before: startedJob.base && getTimeline(startedJob.base),
      progress: (progress) => {
        job.progress(toOperationProgress(progress));
        if (progress.scene !== null) pictures.add(progress.scene);
      },
    });
    job.progress({ percent: 96, step: 'Publishing the video' });
    const waveform = await videoMaker.computeWaveform(file, renderedFile.seconds, job.signal);
    const allPictures = await pictures.finish();
    job.signal.throwIfAborted();
    const { srt, vtt, type: contentType } = renderedFile;
    const revision = await videos.publish(video.id, file, { srt, vtt, contentType });
    // Sweeps again, because a child of a killed process may have kept writing for a moment.
    await videos.sweep(video.id, new Set([...published, revision]));
    await videos.pruneCache(video.id, renderedFile.cacheFiles);
    return { rendered: renderedFile, waveform, pictures: allPictures, revision };
  } catch (error) {
    await pictures.waitUntilIdle();
    // Finished scenes stay in the cache; half-written files are deleted.
    await videos.sweep(video.id, published);
    throw toDiskFullError(error);
  }
}

/** Returns the plan with the overlays at the times of the rendered video. */
function toPublishedPlan(plan: VideoPlan, timeline: Timeline): VideoPlan {
  const shownTimes = new Map(timeline.overlays.map(({ id, start, end }) => [id, { start, end }]));
  return { ...plan, overlays: plan.overlays.map((overlay) => ({ ...overlay, ...shownTimes.get(overlay.id) })) };
}

async function insertArtifact(tx: Db, { video, plan }: StartedJob, version: RenderedVersion): Promise<ArtifactRow> {
  const { rendered, revision, pictures, waveform } = version;
  const [artifact] = await tx
    .insert(video_artifacts)
    .values({
      team_id: video.team_id,
      project_id: video.id,
      revision,
      pictures,
      content_type: rendered.type,
      bytes: rendered.bytes,
      seconds: rendered.seconds,
      plan: toPlanRow(toPublishedPlan(plan, rendered.timeline)),
      timeline: rendered.timeline as unknown as JsonObject,
      waveform: waveform && [...waveform],
    })
    .returning();
  if (!artifact) throw new Error('The version was not returned.');
  return artifact;
}

/** Writes version, charge, draft and the end of the operation in one transaction. Returns false if it was cancelled. */
async function completeRender(
  tx: Db,
  { quality }: VideoJobOptions,
  startedJob: StartedJob,
  version: RenderedVersion,
): Promise<boolean> {
  const { operation, video, pass } = startedJob;
  const result = { project_id: video.id, revision: version.revision, ...(pass && { pass_id: pass.id }) };
  const updatedRows = await tx
    .update(operations)
    .set({
      status: 'completed',
      progress: 100,
      result,
      warnings: [...operation.warnings, ...version.rendered.warnings],
      finished_at: sql`now()`,
    })
    .where(isRunning(operation.id))
    .returning({ id: operations.id });
  // The operation was cancelled: publish and charge nothing.
  if (updatedRows.length === 0) return false;
  const artifact = await insertArtifact(tx, startedJob, version);
  await tx
    .update(video_projects)
    .set({
      status: 'complete',
      artifact_id: artifact.id,
      pictures: {},
      draft_revision: sql`${video_projects.draft_revision} + 1`,
    })
    .where(eq(video_projects.id, video.id));
  if (pass) {
    const values = { status: 'complete', artifact_id: artifact.id, applied_at: artifact.published_at } as const;
    await tx.update(video_passes).set(values).where(eq(video_passes.id, pass.id));
    await tx.delete(video_edits).where(eq(video_edits.project_id, video.id));
  } else await chargeVideo(tx, video);
  const { id: video_id, channel_id, title } = video;
  const eventData = { video_id, channel_id: String(channel_id), title, revision: version.revision };
  await emit(tx, video.team_id, 'video.published', eventData);
  await quality.enqueue(artifact.id);
  return true;
}

/** Messages of these errors are written for people. */
const isForeseen = (error: Error): boolean =>
  error instanceof VideoEngineError || error instanceof SpeechEngineError || error instanceof ImageEngineError;

function toFailureFields(end: JobEnd) {
  if (end.kind === 'canceled') return { error: 'Cancelled.', error_code: 'cancelled', retryable: false };
  const { error } = end;
  if (error instanceof VideoEngineError) {
    return { error: error.message, error_code: error.fault, retryable: error.retryable };
  }
  if (isForeseen(error))
    return {
      error: error.message,
      error_code: error instanceof SpeechEngineError ? 'speech' : 'picture',
      retryable: true,
    };
  return { error: 'The service couldn’t finish this.', error_code: 'internal', retryable: true };
}

async function failOperation(tx: Db, { videos }: VideoJobOptions, id: string, end: JobEnd): Promise<void> {
  const failure = toFailureFields(end);
  const status = end.kind === 'canceled' ? ('cancelled' as const) : ('failed' as const);
  const [operation] = await tx
    .update(operations)
    .set({ ...failure, status, finished_at: sql`now()` })
    .where(isRunning(id))
    .returning();
  if (!operation) return;
  if (operation.type === 'video_apply_revision') {
    // Keeps the staged edits, so that they can be applied again.
    const values = { status: 'failed', error: failure.error } as const;
    await tx.update(video_passes).set(values).where(eq(video_passes.id, operation.resource_id));
    return;
  }
  if (operation.type === 'video_hand_off') {
    // A job that failed for good before its next run has left files behind.
    await videos.removeHandOff(operation.resource_id, id);
    return;
  }
  const [video] = await tx.select().from(video_projects).where(eq(video_projects.id, operation.resource_id));
  if (video) await endVideo(tx, video, { status });
}

async function saveProgress(job: VideoJob, tx: Db, value: object): Promise<void> {
  const { percent, step } = value as { percent?: unknown; step?: unknown };
  await tx
    .update(operations)
    .set({
      // Progress never moves backwards on resume.
      progress: sql`greatest(${operations.progress}, ${typeof percent === 'number' ? Math.min(99, percent) : 0}::int)`,
      step: typeof step === 'string' ? step : null,
    })
    .where(isRunning(job.payload.run_id));
}

async function isHandOff(tx: Db, id: string): Promise<boolean> {
  const [operation] = await tx.select({ type: operations.type }).from(operations).where(eq(operations.id, id));
  return operation?.type === 'video_hand_off';
}

export function createVideoJob(options: VideoJobOptions): JobHandler<RunPayload> {
  return {
    concurrency: 1,
    run: async (job) => {
      // Hand-offs wait for renders, which sweep the cache that both use.
      if (await job.transaction((tx) => isHandOff(tx, job.payload.run_id))) {
        await runHandOff(job, options);
        return;
      }
      const startedJob = await job.transaction((tx) => startRender(tx, job.payload.run_id));
      if (!startedJob) return;
      const version = await renderVersion(job, options, startedJob);
      const isPublished = await job.finish((tx) => completeRender(tx, options, startedJob, version));
      if (!isPublished) await options.videos.sweep(startedJob.video.id, startedJob.published);
      await options.answers.settle(startedJob.operation.id);
    },
    saveProgress,
    recordEnd: async (job, tx, end) => {
      await failOperation(tx, options, job.payload.run_id, end);
    },
  };
}
