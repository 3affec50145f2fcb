/** Measures a version right after it is published; this costs no credits. */
import { and, eq, sql } from 'drizzle-orm';

import { VideoEngineError } from '../../engines/video/video.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { video_artifacts, video_projects } from '../../store/schema-videos.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import type { VideoJobOptions } from './render-job.ts';
import { timelineOf } from './view.ts';

export const QUALITY_JOB = 'video-quality';

const measuring = (id: string) => and(eq(video_artifacts.id, id), eq(video_artifacts.quality_status, 'measuring'));

/** Expects the version's id as `run_id` in the payload. */
export function qualityJob(options: Pick<VideoJobOptions, 'videos' | 'videoMaker'>): JobHandler<RunPayload> {
  const { videos, videoMaker } = options;
  return {
    concurrency: 1,
    run: async (job) => {
      const id = job.payload.run_id;
      const [found] = await job.transaction((tx) =>
        tx
          .select({ artifact: video_artifacts, target: video_projects.estimated_seconds })
          .from(video_artifacts)
          .innerJoin(video_projects, eq(video_projects.id, video_artifacts.project_id))
          .where(measuring(id)),
      );
      if (!found) return;
      const { artifact, target } = found;
      const file = await videos.versionFile(artifact.project_id, artifact.revision, artifact.content_type);
      if (file === null) throw new VideoEngineError('bad_media', 'This version’s file no longer exists.');
      const quality = await videoMaker.measure(file, timelineOf(artifact), target, job.signal);
      await job.finish(async (tx) => {
        const measured = { quality_status: 'ready', quality: quality as unknown as JsonObject } as const;
        await tx
          .update(video_artifacts)
          .set({ ...measured, measured_at: sql`now()` })
          .where(measuring(id));
      });
    },
    ended: async (job, tx) => {
      await tx.update(video_artifacts).set({ quality_status: 'failed' }).where(measuring(job.payload.run_id));
    },
  };
}
