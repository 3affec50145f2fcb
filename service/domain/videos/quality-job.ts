/** Measures a version right after it is published; this costs no credits. */
import { and, eq, sql } from 'drizzle-orm';

import { VideoEngineError } from '../../engines/video/video.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { video_artifacts, video_projects } from '../../store/schema-videos.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import type { VideoJobOptions } from './render-job.ts';
import { getTimeline } from './view.ts';

export const QUALITY_JOB = 'video-quality';

const isMeasuring = (id: string) => and(eq(video_artifacts.id, id), eq(video_artifacts.quality_status, 'measuring'));

/** Expects the version's id as `run_id` in the payload. */
export function createQualityJob(options: Pick<VideoJobOptions, 'videos' | 'videoMaker'>): JobHandler<RunPayload> {
  const { videos, videoMaker } = options;
  return {
    concurrency: 1,
    run: async (job) => {
      const id = job.payload.run_id;
      const [row] = await job.transaction((tx) =>
        tx
          .select({ artifact: video_artifacts, target: video_projects.estimated_seconds })
          .from(video_artifacts)
          .innerJoin(video_projects, eq(video_projects.id, video_artifacts.project_id))
          .where(isMeasuring(id)),
      );
      if (!row) return;
      const { artifact, target } = row;
      const file = await videos.findVersionFile(artifact.project_id, artifact.revision, artifact.content_type);
      if (file === null) throw new VideoEngineError('bad_media', 'This version’s file no longer exists.');
      const quality = await videoMaker.measureQuality(file, getTimeline(artifact), target, job.signal);
      await job.finish(async (tx) => {
        const values = { quality_status: 'ready', quality: quality as unknown as JsonObject } as const;
        await tx
          .update(video_artifacts)
          .set({ ...values, measured_at: sql`now()` })
          .where(isMeasuring(id));
      });
    },
    recordEnd: async (job, tx) => {
      await tx.update(video_artifacts).set({ quality_status: 'failed' }).where(isMeasuring(job.payload.run_id));
    },
  };
}
