/** Inspects an uploaded asset: its type, size and duration, and a thumbnail or waveform of it. */
import { and, eq } from 'drizzle-orm';

import { VideoEngineError } from '../../engines/video/video.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { media_assets } from '../../store/schema-videos.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import type { VideoJobOptions } from '../videos/render-job.ts';

export const ASSET_JOB = 'media-asset';

const processing = (id: string) => and(eq(media_assets.id, id), eq(media_assets.state, 'processing'));

type Options = Pick<VideoJobOptions, 'media' | 'videos' | 'videoMaker'>;

/** Expects the asset's id as `run_id` in the payload. */
export function assetJob({ media, videos, videoMaker }: Options): JobHandler<RunPayload> {
  return {
    concurrency: 1,
    run: async (job) => {
      const mine = processing(job.payload.run_id);
      const [asset] = await job.transaction((tx) => tx.select().from(media_assets).where(mine));
      if (!asset) return;
      if ((await videos.joinAsset(asset.id, asset.bytes, job.signal)) !== asset.bytes) {
        throw new VideoEngineError('bad_media', 'The file is missing. Upload it again.');
      }
      const facts = await videoMaker.look(await videos.assetFile(asset.id), job.signal);
      const { kind: media_type, contentType: content_type, width, height, seconds, waveform } = facts;
      const thumbnail = facts.thumbnail && (await media.put(facts.thumbnail));
      await job.finish(async (tx) => {
        const known = { media_type, content_type, width, height, seconds, thumbnail };
        await tx
          .update(media_assets)
          .set({ ...known, state: 'ready', error: null, waveform: waveform && [...waveform] })
          .where(mine);
      });
    },
    ended: async (job, tx, end) => {
      const foreseen = end.kind === 'failed' && end.error instanceof VideoEngineError;
      const error = foreseen ? end.error.message : 'The file couldn’t be processed. Try again.';
      await tx.update(media_assets).set({ state: 'failed', error }).where(processing(job.payload.run_id));
    },
  };
}
