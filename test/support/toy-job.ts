/** Jobs that hold credits, work in steps, then charge and write a result. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Job, JobHandler } from '#service/jobs/job.ts';
import { charge, hold } from '#service/store/ledger.ts';
import { outbox_events } from '#service/store/schema.ts';
import type { Db } from '#service/store/store.ts';

export interface ToyPayload {
  team: number;
}

export async function finishJob(job: Job<ToyPayload>, tx: Db, chargeKey: string, holdId: number): Promise<void> {
  const note = { team_id: job.payload.team, reason: 'toy', subject_type: 'toy', subject_id: job.id };
  await charge(tx, { ...note, idempotency_key: chargeKey }, holdId);
  await tx.insert(outbox_events).values({ team_id: job.payload.team, event: 'toy', data: { job: job.id } });
}

/** Handles the job correctly: the effect and the end are one transaction. */
export const carefulHandler: JobHandler<ToyPayload> = {
  concurrency: 2,
  run: async (job) => {
    const note = { team_id: job.payload.team, reason: 'toy', idempotency_key: `${job.id}:hold` };
    const heldEntry = await job.transaction((tx) => hold(tx, note, 3));
    for (let i = 0; i < 3; i++) await delay(10, undefined, { signal: job.signal });
    await job.finish((tx) => finishJob(job, tx, `${job.id}:charge`, heldEntry.id));
  },
  recordEnd: () => Promise.resolve(),
};

/** The negative control: the effect and the end of the job are two transactions, and each attempt pays again. */
export const carelessHandler: JobHandler<ToyPayload> = {
  concurrency: 2,
  run: async (job) => {
    const note = { team_id: job.payload.team, reason: 'toy', idempotency_key: `${job.id}:hold:${job.attempt}` };
    const heldEntry = await job.transaction((tx) => hold(tx, note, 3));
    await job.transaction((tx) => finishJob(job, tx, `${job.id}:charge:${job.attempt}`, heldEntry.id));
    await delay(30);
  },
  recordEnd: () => Promise.resolve(),
};
