/** Serves thumbnails and the board, and makes pictures and style analyses in jobs. */
import type { Jobs } from '../../jobs/jobs.ts';
import { createRunQueue } from '../scripts/run-queue.ts';
import { boardHandlers } from './board.ts';
import { BOARD_ITEM_JOB, boardItemJob } from './board-job.ts';
import { boardRemovalHandlers } from './board-removal.ts';
import { compositionHandlers } from './compositions.ts';
import { thumbnailHandlers } from './generations.ts';
import { localThumbnailHandlers } from './local.ts';
import { type PictureJobOptions, THUMBNAIL_RUN_JOB, thumbnailRunJob } from './run-job.ts';
import type { ThumbnailServices } from './services.ts';
import { STYLE_JOB, styleJob } from './style-job.ts';

export const thumbnailFamily = {
  handlers: (services: ThumbnailServices) => ({
    ...thumbnailHandlers(services),
    ...boardHandlers(services),
    ...boardRemovalHandlers(services),
    ...compositionHandlers(services),
    ...localThumbnailHandlers(services),
  }),
  register: (jobs: Jobs, options: PictureJobOptions): void => {
    jobs.register(THUMBNAIL_RUN_JOB, thumbnailRunJob(options));
    jobs.register(STYLE_JOB, styleJob(options));
    jobs.register(BOARD_ITEM_JOB, boardItemJob(options));
  },
  queues: (jobs: Jobs) => ({
    thumbnailRuns: createRunQueue(jobs, THUMBNAIL_RUN_JOB),
    thumbnailStyles: createRunQueue(jobs, STYLE_JOB),
    boardItems: createRunQueue(jobs, BOARD_ITEM_JOB),
  }),
};
