/** Calls to the address a generation request named: the same body form and signature as a webhook delivery (spec 3). */
import { setTimeout as delay } from 'node:timers/promises';

import { eq, sql } from 'drizzle-orm';

import { DELIVERY_HEADERS } from '#contract/events.ts';

import type { Job, JobHandler } from '../../jobs/job.ts';
import { FetchRefusedError } from '../../net/guarded-fetch.ts';
import { thumbnail_callbacks } from '../../store/schema-thumbnails.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { RunPayload } from '../scripts/run-job.ts';
import type { RunQueue } from '../scripts/run-queue.ts';
import { signatureOf } from '../webhooks/signature.ts';

export const CALLBACK_JOB = 'thumbnail-callback';

/** Sends JSON to an address a person named. Answers the status. @throws FetchRefusedError */
export interface CallbackSender {
  post(url: string, body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number>;
}

interface Called {
  readonly team_id: number;
  readonly callback_url: string | null;
  readonly callback_secret: string | null;
}

/** Notes the call in the transaction of what it tells of; it is made after that. */
export async function callBack(
  tx: Db,
  queue: RunQueue,
  { team_id, callback_url: url, callback_secret }: Called,
  event: string,
  data: JsonObject,
): Promise<void> {
  if (url === null) return;
  const [row] = await tx
    .insert(thumbnail_callbacks)
    .values({ team_id, url, callback_secret, event, data })
    .returning({ id: thumbnail_callbacks.id });
  if (row) await queue.enqueue(row.id);
}

/** Milliseconds before each further attempt. */
const AGAIN_AFTER = [1000, 5000];

async function attempt(sender: CallbackSender, row: typeof thumbnail_callbacks.$inferSelect, signal: AbortSignal) {
  const timestamp = row.created_at.toISOString();
  const body = JSON.stringify({ event: row.event, timestamp, data: row.data });
  const headers = {
    [DELIVERY_HEADERS.event]: row.event,
    [DELIVERY_HEADERS.delivery]: row.id,
    [DELIVERY_HEADERS.timestamp]: timestamp,
    ...(row.callback_secret && { [DELIVERY_HEADERS.signature]: signatureOf(row.callback_secret, body) }),
  };
  try {
    const status = await sender.post(row.url, body, headers, signal);
    return { done: status < 500, outcome: `It answered ${status}.` };
  } catch (error) {
    if (error instanceof FetchRefusedError) return { done: false, outcome: error.message };
    throw error;
  }
}

async function send(job: Job<RunPayload>, sender: CallbackSender): Promise<void> {
  const mine = eq(thumbnail_callbacks.id, job.payload.run_id);
  const [row] = await job.transaction((tx) => tx.select().from(thumbnail_callbacks).where(mine));
  if (!row || row.sent_at !== null) return;
  let told = await attempt(sender, row, job.signal);
  for (const wait of AGAIN_AFTER) {
    if (told.done) break;
    await delay(wait, undefined, { signal: job.signal });
    told = await attempt(sender, row, job.signal);
  }
  const { outcome } = told;
  await job.finish(async (tx) => {
    await tx
      .update(thumbnail_callbacks)
      .set({ outcome, sent_at: sql`now()` })
      .where(mine);
  });
}

export function callbackJob(sender: CallbackSender): JobHandler<RunPayload> {
  return {
    concurrency: 4,
    run: (job) => send(job, sender),
    ended: async (job, tx) => {
      const ended = { outcome: 'It could not be sent.', sent_at: sql`now()` };
      await tx.update(thumbnail_callbacks).set(ended).where(eq(thumbnail_callbacks.id, job.payload.run_id));
    },
  };
}
