/**
 * Negative control of runs-survive-kill: handles runs without leases, and charges in a separate transaction before the
 * text is stored. Killed in between and restarted, it charges twice.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { eq, sql } from 'drizzle-orm';

import { RUN_JOB } from '#service/domain/scripts/run-job.ts';
import type { RunPayload } from '#service/domain/scripts/run-queue.ts';
import { Jobs } from '#service/jobs/jobs.ts';
import { openDatabase } from '#service/store/database.ts';
import { charge, hold } from '#service/store/ledger.ts';
import { runs, scripts } from '#service/store/schema.ts';

const store = await openDatabase({ dataDir: process.argv[2] ?? '' });
const jobs = new Jobs({ store, onError: (error) => process.stderr.write(`${error.message}\n`) });
jobs.register<RunPayload>(RUN_JOB, {
  run: async ({ payload, attempt }) => {
    const [run] = await store.db.select().from(runs).where(eq(runs.id, payload.run_id));
    if (!run) return;
    await store.transaction(async (tx) => {
      const note = {
        team_id: run.team_id,
        reason: 'Careless',
        subject_type: 'script',
        subject_id: String(run.script_id),
      };
      const heldEntry = await hold(tx, { ...note, idempotency_key: `careless:${run.id}:${attempt}:hold` }, 35);
      await charge(tx, { ...note, idempotency_key: `careless:${run.id}:${attempt}` }, heldEntry.id);
    });
    process.stdout.write(`${JSON.stringify({ charged: attempt })}\n`);
    // Leaves enough time to kill the process.
    if (attempt === 1) await delay(60_000);
    await store.transaction(async (tx) => {
      await tx
        .update(scripts)
        .set({ body: 'Text.', content_version: sql`${scripts.content_version} + 1` })
        .where(eq(scripts.id, run.script_id));
      await tx.update(runs).set({ status: 'completed' }).where(eq(runs.id, run.id));
    });
    process.stdout.write(`${JSON.stringify({ done: true })}\n`);
  },
  recordEnd: () => Promise.resolve(),
});
const [queuedRun] = await store.db.select().from(runs).where(eq(runs.status, 'queued'));
await jobs.start();
if (queuedRun) await jobs.enqueue(RUN_JOB, { run_id: queuedRun.id }, { id: queuedRun.id }).catch(() => undefined);
