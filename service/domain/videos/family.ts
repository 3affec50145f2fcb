/** Serves videos, their operations and media assets, and renders, previews and checks them in jobs. */
import type { Jobs } from '../../jobs/jobs.ts';
import { ASSET_JOB, createAssetJob } from '../media-assets/asset-job.ts';
import { createMediaAssetHandlers } from '../media-assets/handlers.ts';
import { createLocalMediaHandlers } from '../media-assets/local.ts';
import { createOperationHandlers } from '../operations/handlers.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import { createRunQueue } from '../scripts/run-queue.ts';
import { createCatalogueHandlers } from './catalogues.ts';
import { createHandOffHandlers } from './hand-off.ts';
import { HAND_OFF_RETENTION_SECONDS, HAND_OFF_SWEEP_JOB, handOffSweepJob } from './hand-off-job.ts';
import { createVideoHandlers } from './handlers.ts';
import { createRequestHandlers } from './requests.ts';
import { PREVIEW_JOB, previewJob, type PreviewPayload } from './preview-job.ts';
import { QUALITY_JOB, createQualityJob } from './quality-job.ts';
import { VIDEO_JOB, createVideoJob, type VideoJobOptions } from './render-job.ts';
import { createRestoreHandlers } from './restore.ts';
import { createRevisionHandlers } from './revision.ts';
import type { VideoServices } from './services.ts';

export const videoFamily = {
  handlers: (services: VideoServices) => ({
    ...createOperationHandlers(services),
    ...createVideoHandlers(services),
    ...createCatalogueHandlers(services),
    ...createRequestHandlers(services),
    ...createRevisionHandlers(services),
    ...createRestoreHandlers(services),
    ...createHandOffHandlers(services),
    ...createMediaAssetHandlers(services),
    ...createLocalMediaHandlers(services),
  }),
  register: (jobs: Jobs, base: Omit<VideoJobOptions, 'quality' | 'scheduleSweep'>): void => {
    const options: VideoJobOptions = {
      ...base,
      quality: createRunQueue(jobs, QUALITY_JOB),
      scheduleSweep: async (sweep) => {
        await jobs.enqueue(HAND_OFF_SWEEP_JOB, sweep, { afterSeconds: HAND_OFF_RETENTION_SECONDS });
      },
    };
    jobs.register(VIDEO_JOB, createVideoJob(options));
    jobs.register(QUALITY_JOB, createQualityJob(options));
    jobs.register(PREVIEW_JOB, previewJob(options));
    jobs.register(ASSET_JOB, createAssetJob(options));
    jobs.register(HAND_OFF_SWEEP_JOB, handOffSweepJob(options));
  },
  queues: (jobs: Jobs) => ({
    videoRuns: createRunQueue(jobs, VIDEO_JOB),
    videoQuality: createRunQueue(jobs, QUALITY_JOB),
    videoPreviews: {
      enqueue: async (edit_id: string, round: number) => {
        await jobs.enqueue(PREVIEW_JOB, { edit_id, round } satisfies PreviewPayload);
      },
    },
    mediaAssets: {
      enqueue: async (run_id: string) => {
        await jobs.enqueue(ASSET_JOB, { run_id } satisfies RunPayload);
      },
    },
  }),
};
