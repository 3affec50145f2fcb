/** Makes the picture of a board item. Writes the picture, the item and the quota unit in one transaction. */
import { and, eq } from 'drizzle-orm';

import type { ImageControl, ImageEngine } from '../../engines/image/image-engine.ts';
import type { Job, JobHandler } from '../../jobs/job.ts';
import { ACTIVE_ITEM, board_items } from '../../store/schema-thumbnails.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import type { ItemRow } from './board-rows.ts';
import { toPaidRequest } from '../../files/paid-requests.ts';
import { settleUnit } from './quota.ts';
import { bumpRevision } from './board-rows.ts';
import { toFailureNote, type PictureJobOptions, readPictures } from './run-job.ts';
import { ItemWork, TILE } from './work.ts';

export const BOARD_ITEM_JOB = 'board-item';
export const toItemSubject = (id: number): string => `item:${id}`;
const isThisItem = (jobId: string) => and(eq(board_items.job_id, jobId), ACTIVE_ITEM);

async function makePicture(item: ItemRow, engine: ImageEngine, { media }: PictureJobOptions, control: ImageControl) {
  const work = ItemWork.parse(item.work);
  const { cropToSize, decodePicture } = await import('../../engines/image/picture-file.ts');
  if (work.kind === 'generate') {
    const references = await readPictures(media, work.references);
    const picture = await engine.generate({ ...work, ...TILE, references, style: null }, control);
    return { bytes: await cropToSize(picture.bytes, TILE), note: picture.note };
  }
  const [image = new Uint8Array()] = await readPictures(media, [work.image]);
  const editedPicture = await engine.edit({ image, instruction: work.instruction, region: work.region }, control);
  const bytes = await cropToSize(editedPicture.bytes, await decodePicture(image));
  if (work.region === null) return { bytes, note: editedPicture.note };
  const { keepWithinRegion } = await import('../../engines/image/region.ts');
  return { bytes: await keepWithinRegion(image, bytes, work.region), note: editedPicture.note };
}

async function runJob(job: Job<RunPayload>, options: PictureJobOptions): Promise<void> {
  const [item] = await job.transaction((tx) => tx.select().from(board_items).where(isThisItem(job.payload.run_id)));
  if (!item) return;
  const engine = await options.images.getCurrent(item.team_id);
  const paidRequest = toPaidRequest(options.answers, job.payload.run_id, 0);
  const { bytes, note } = await makePicture(item, engine, options, { signal: job.signal, paidRequest });
  job.signal.throwIfAborted();
  const media = await options.media.put(bytes);
  await job.finish(async (tx) => {
    const values = { status: 'ready', media, note } as const;
    const updatedRows = await tx.update(board_items).set(values).where(isThisItem(job.payload.run_id)).returning();
    if (updatedRows.length === 0) return;
    await bumpRevision(tx, item.board_id);
    await settleUnit(tx, item.team_id, toItemSubject(item.id), 'used');
  });
  await options.answers.settle(job.payload.run_id);
}

export function createBoardItemJob(options: PictureJobOptions): JobHandler<RunPayload> {
  return {
    concurrency: 1,
    run: (job) => runJob(job, options),
    recordEnd: async (job, tx, end) => {
      const error = end.kind === 'failed' ? end.error : new Error('Cancelled.');
      const values = { status: 'failed', note: toFailureNote(error) } as const;
      const [item] = await tx.update(board_items).set(values).where(isThisItem(job.payload.run_id)).returning();
      if (!item) return;
      await bumpRevision(tx, item.board_id);
      await settleUnit(tx, item.team_id, toItemSubject(item.id), 'released');
    },
  };
}
