/** Holds a video's credits on request, charges them on completion and releases them otherwise. */
import { charge, hold, readLedgerEntry, type LedgerNote, release } from '../../store/ledger.ts';
import type { Db } from '../../store/store.ts';
import type { Fail } from '../call.ts';
import { toCreditFailure } from '../credits/credit-failure.ts';
import type { VideoRow } from './reach.ts';

const createLedgerNote = ({ team_id, id, title }: VideoRow, step: string): LedgerNote => ({
  team_id,
  idempotency_key: `video:${id}:${step}`,
  reason: `Video “${title}”`,
  subject_type: 'video_project',
  subject_id: id,
});

export async function holdVideo(tx: Db, video: VideoRow, fail: Fail<'insufficient_credits'>): Promise<void> {
  try {
    await hold(tx, createLedgerNote(video, 'hold'), video.credits);
  } catch (error) {
    throw toCreditFailure(error, fail);
  }
}

export async function chargeVideo(tx: Db, video: VideoRow): Promise<void> {
  const holdEntry = await readLedgerEntry(tx, video.team_id, `video:${video.id}:hold`);
  if (holdEntry) await charge(tx, createLedgerNote(video, 'charge'), holdEntry.id);
}

export async function releaseVideo(tx: Db, video: VideoRow): Promise<void> {
  const holdEntry = await readLedgerEntry(tx, video.team_id, `video:${video.id}:hold`);
  if (holdEntry) await release(tx, createLedgerNote(video, 'release'), holdEntry.id);
}
