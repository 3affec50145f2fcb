/**
 * Runs a small job service to be killed or stopped. Arguments: `pglite <folder> <seed> | postgresql <url>`, then
 * `careful | careless | slow`, the team, the number of jobs to add.
 */
import type { JobHandler } from '#service/jobs/job.ts';
import { Jobs } from '#service/jobs/jobs.ts';
import { openDatabase } from '#service/store/database.ts';
import { hold, readLedgerEntry } from '#service/store/ledger.ts';
import { carefulHandler, carelessHandler, finishJob, type ToyPayload } from '../toy-job.ts';

const [kind, location = '', ...remaining] = process.argv.slice(2);
const store = await openDatabase(
  kind === 'pglite' ? { dataDir: location, seedFile: remaining.shift() ?? '' } : { databaseUrl: location },
);

/** Reports its job, then waits for a line before it finishes, like an owner that outlived its lease. */
const slow: JobHandler<ToyPayload> = {
  run: async (job) => {
    const note = { team_id: job.payload.team, reason: 'toy', idempotency_key: `${job.id}:hold` };
    const heldEntry = await job.transaction((tx) => hold(tx, note, 3));
    job.signal.addEventListener('abort', () => {
      process.stdout.write(`signal ${(job.signal.reason as Error).name}\n`);
    });
    process.stdout.write(`have ${job.id}\n`);
    await new Promise((resolve) => process.stdin.once('data', resolve));
    try {
      await job.finish((tx) => finishJob(job, tx, `${job.id}:charge-of-${process.pid}`, heldEntry.id));
      process.stdout.write('finished\n');
    } catch (error) {
      const refusal = error instanceof Error ? error.name : String(error);
      const entry = await readLedgerEntry(store.db, job.payload.team, `${job.id}:charge-of-${process.pid}`);
      process.stdout.write(`refused ${refusal} ${entry === null ? 'nothing written' : 'WRITTEN'}\n`);
      throw error;
    }
  },
  recordEnd: () => Promise.resolve(),
};

const [mode, team, jobCount] = remaining;
const jobs = new Jobs({
  store,
  leaseMs: 900,
  pollMs: 300,
  onError: (error) => process.stderr.write(`${error.stack}\n`),
});
jobs.register('toy', mode === 'careful' ? carefulHandler : mode === 'slow' ? slow : carelessHandler);
await jobs.start();
for (let i = 0; i < Number(jobCount); i++) await jobs.enqueue('toy', { team: Number(team) });
process.stdout.write('working\n');
// Keeps the process running until it is killed from outside.
setInterval(() => undefined, 1000);
