/** Draws the pictures of a run and stores each at once; completion, quota unit and event are one transaction. */
import { and, eq, sql } from 'drizzle-orm';

import { type ImageEngine, ImageEngineError, PictureRefusedError } from '../../engines/image/image-engine.ts';
import { toPaidRequest, type PaidRequests } from '../../files/paid-requests.ts';
import type { MediaStore } from '../../files/media-store.ts';
import type { Job, JobHandler } from '../../jobs/job.ts';
import { thumbnail_runs } from '../../store/schema-thumbnails.ts';
import type { Db } from '../../store/store.ts';
import { readPeopleWithAccess } from '../access.ts';
import { emit } from '../events.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import type { DeliveryQueue } from '../webhooks/deliveries.ts';
import { enqueueCallback } from './callbacks.ts';
import { settleUnit } from './quota.ts';
import type { ImageEngines } from './services.ts';
import { RunWork } from './work.ts';

export const THUMBNAIL_RUN_JOB = 'thumbnail-run';

export interface PictureJobOptions {
  readonly images: ImageEngines;
  readonly media: MediaStore;
  readonly answers: PaidRequests;
  readonly deliveries: DeliveryQueue;
}

type RunRow = typeof thumbnail_runs.$inferSelect;

export const toRunSubject = (id: string): string => `run:${id}`;
const isQueued = (id: string) => and(eq(thumbnail_runs.id, id), eq(thumbnail_runs.status, 'queued'));

/** Reads pictures from the media folder; a missing one counts as an engine failure. */
export async function readPictures(media: MediaStore, names: readonly string[]): Promise<Uint8Array[]> {
  return Promise.all(
    names.map(async (name) => {
      const bytes = await media.get(name);
      if (!bytes) throw new ImageEngineError('A reference picture no longer exists.');
      return bytes;
    }),
  );
}

export function toFailureNote(error: Error): string {
  const isForeseen = error instanceof ImageEngineError || error instanceof PictureRefusedError;
  return `${isForeseen ? error.message : 'The service couldn’t finish this.'} The credit was returned.`;
}

async function drawPictures(
  job: Job<RunPayload>,
  { media, answers }: PictureJobOptions,
  engine: ImageEngine,
  run: RunRow,
) {
  const { cropToSize } = await import('../../engines/image/picture-file.ts');
  const work = RunWork.parse(run.work);
  const references = await readPictures(media, work.references);
  const outputs = [...run.outputs];
  let note = run.note;
  while (outputs.length < work.count) {
    const brief = { ...work, references, seed: work.seed + outputs.length };
    const paidRequest = toPaidRequest(answers, run.id, outputs.length);
    const picture = await engine.generate(brief, { signal: job.signal, paidRequest });
    job.signal.throwIfAborted();
    outputs.push(await media.put(await cropToSize(picture.bytes, work)));
    note = picture.note;
    await job.transaction((tx) => tx.update(thumbnail_runs).set({ outputs, note }).where(isQueued(run.id)));
  }
  return { outputs, note };
}

/** Returns whether the requester can still reach the channel, without which they get no picture URLs. */
async function canStillAccess(
  tx: Db,
  { team_id: teamId, channel_id: channelId, created_by }: RunRow,
): Promise<boolean> {
  if (created_by === null) return false;
  return (await readPeopleWithAccess(tx, { teamId, channelId }, [created_by])).has(created_by);
}

async function completeRun(tx: Db, { media, deliveries }: PictureJobOptions, run: RunRow, outputs: readonly string[]) {
  const updatedRows = await tx.update(thumbnail_runs).set({ status: 'completed' }).where(isQueued(run.id)).returning();
  if (updatedRows.length === 0) return;
  await settleUnit(tx, run.team_id, toRunSubject(run.id), 'used');
  const output_urls = outputs.map((name) => media.createAddress(name));
  const ids = { run_id: run.id, channel_id: run.channel_id };
  if (run.idea_id !== null) {
    await emit(tx, run.team_id, 'thumbnail.generated', { ...ids, idea_id: run.idea_id, output_urls });
  }
  if (!(await canStillAccess(tx, run))) return;
  await enqueueCallback(
    tx,
    deliveries,
    run,
    'thumbnail.generated',
    { ...ids, idea_id: run.idea_id, output_urls },
    run.id,
  );
}

export function createThumbnailRunJob(options: PictureJobOptions): JobHandler<RunPayload> {
  return {
    concurrency: 1,
    run: async (job) => {
      const [run] = await job.transaction((tx) => tx.select().from(thumbnail_runs).where(isQueued(job.payload.run_id)));
      if (!run) return;
      const engine = await options.images.getCurrent(run.team_id);
      const { outputs } = await drawPictures(job, options, engine, run);
      await job.finish((tx) => completeRun(tx, options, run, outputs));
      await options.answers.settle(run.id);
    },
    recordEnd: async (job, tx, end) => {
      const error = end.kind === 'failed' ? end.error : new Error('Cancelled.');
      const note = toFailureNote(error);
      const values = { status: 'failed', note, outputs: sql`'{}'` } as const;
      const [run] = await tx.update(thumbnail_runs).set(values).where(isQueued(job.payload.run_id)).returning();
      if (run) await settleUnit(tx, run.team_id, toRunSubject(run.id), 'released');
    },
  };
}
