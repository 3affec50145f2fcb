/** Reads the style of a reference for a cloned idea; this uses no quota. */
import { eq } from 'drizzle-orm';

import type { JobHandler } from '../../jobs/job.ts';
import { thumbnail_styles } from '../../store/schema-thumbnails.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import { enqueueCallback } from './callbacks.ts';
import { type PictureJobOptions, readPictures } from './run-job.ts';

export const STYLE_JOB = 'thumbnail-style';

export function createStyleJob({ media, deliveries }: PictureJobOptions): JobHandler<RunPayload> {
  const isThisStyle = (id: string) => eq(thumbnail_styles.id, id);
  return {
    run: async (job) => {
      const [row] = await job.transaction((tx) =>
        tx.select().from(thumbnail_styles).where(isThisStyle(job.payload.run_id)),
      );
      if (row?.status !== 'queued') return;
      const [bytes] = await readPictures(media, [row.reference]);
      if (!bytes) return;
      const [{ analyzeStyle }, { decodePicture }] = await Promise.all([
        import('../../engines/image/compositor/palette.ts'),
        import('../../engines/image/picture-file.ts'),
      ]);
      const { colors, ...rest } = analyzeStyle(await decodePicture(bytes));
      const style: JsonObject = { ...rest, colors: [...colors] };
      await job.finish(async (tx) => {
        await tx.update(thumbnail_styles).set({ status: 'completed', style }).where(isThisStyle(row.id));
        await enqueueCallback(tx, deliveries, row, 'thumbnail.style_analyzed', {
          idea_id: row.idea_id,
          status: 'completed',
        });
      });
    },
    recordEnd: async (job, tx) => {
      await tx.update(thumbnail_styles).set({ status: 'failed' }).where(isThisStyle(job.payload.run_id));
    },
  };
}
