/** Inspects an uploaded asset: its type, size and duration, and a thumbnail or waveform of it. */
import { and, eq } from 'drizzle-orm';

import { VideoEngineError } from '../../engines/video/video.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { media_assets } from '../../store/schema-videos.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import type { VideoJobOptions } from '../videos/render-job.ts';

export const ASSET_JOB = 'media-asset';

const isProcessing = (id: string) => and(eq(media_assets.id, id), eq(media_assets.state, 'processing'));

type AssetJobOptions = Pick<VideoJobOptions, 'media' | 'videos' | 'videoMaker'>;

/** Expects the asset's id as `run_id` in the payload. */
export function createAssetJob({ media, videos, videoMaker }: AssetJobOptions): JobHandler<RunPayload> {
  return {
    concurrency: 1,
    run: async (job) => {
      const isThisAsset = isProcessing(job.payload.run_id);
      const [asset] = await job.transaction((tx) => tx.select().from(media_assets).where(isThisAsset));
      if (!asset) return;
      if ((await videos.joinAsset(asset.id, asset.bytes, job.signal)) !== asset.bytes) {
        throw new VideoEngineError('bad_media', 'The file is missing. Upload it again.');
      }
      const facts = await videoMaker.inspect(await videos.findAssetFile(asset.id), job.signal);
      const { kind: media_type, contentType: content_type, width, height, seconds, waveform } = facts;
      const thumbnail = facts.thumbnail && (await media.put(facts.thumbnail));
      await job.finish(async (tx) => {
        const columns = { media_type, content_type, width, height, seconds, thumbnail };
        await tx
          .update(media_assets)
          .set({ ...columns, state: 'ready', error: null, waveform: waveform && [...waveform] })
          .where(isThisAsset);
      });
    },
    recordEnd: async (job, tx, end) => {
      const isForeseen = end.kind === 'failed' && end.error instanceof VideoEngineError;
      const error = isForeseen ? end.error.message : 'The file couldn’t be processed. Try again.';
      await tx.update(media_assets).set({ state: 'failed', error }).where(isProcessing(job.payload.run_id));
    },
  };
}
