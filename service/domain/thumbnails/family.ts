/** Serves thumbnails and the board, and makes pictures and style analyses in jobs. */
import type { Jobs } from '../../jobs/jobs.ts';
import { createRunQueue } from '../scripts/run-queue.ts';
import { createBoardHandlers } from './board.ts';
import { BOARD_ITEM_JOB, createBoardItemJob } from './board-job.ts';
import { createBoardRemovalHandlers } from './board-removal.ts';
import { createCompositionHandlers } from './compositions.ts';
import { createThumbnailHandlers } from './generations.ts';
import { createLocalThumbnailHandlers } from './local.ts';
import { type PictureJobOptions, THUMBNAIL_RUN_JOB, createThumbnailRunJob } from './run-job.ts';
import type { ThumbnailServices } from './services.ts';
import { STYLE_JOB, createStyleJob } from './style-job.ts';

export const thumbnailFamily = {
  handlers: (services: ThumbnailServices) => ({
    ...createThumbnailHandlers(services),
    ...createBoardHandlers(services),
    ...createBoardRemovalHandlers(services),
    ...createCompositionHandlers(services),
    ...createLocalThumbnailHandlers(services),
  }),
  register: (jobs: Jobs, options: PictureJobOptions): void => {
    jobs.register(THUMBNAIL_RUN_JOB, createThumbnailRunJob(options));
    jobs.register(STYLE_JOB, createStyleJob(options));
    jobs.register(BOARD_ITEM_JOB, createBoardItemJob(options));
  },
  queues: (jobs: Jobs) => ({
    thumbnailRuns: createRunQueue(jobs, THUMBNAIL_RUN_JOB),
    thumbnailStyles: createRunQueue(jobs, STYLE_JOB),
    boardItems: createRunQueue(jobs, BOARD_ITEM_JOB),
  }),
};
