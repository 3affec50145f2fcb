import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { startChild } from '#test/support/child.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { getRounds } from '#test/support/rounds.ts';
import { createRandom, SEED } from '#test/support/seed.ts';
import { addTeam, createSeed } from '#test/support/stores.ts';
import { carefulHandler, carelessHandler } from '#test/support/toy-job.ts';
import { openDatabase, type OpenOptions } from '../store/database.ts';
import { readBalance, grant } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import { Jobs } from './jobs.ts';

const random = createRandom(SEED);

const CREDITS = 100_000;

async function withStore<T>(options: OpenOptions, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDatabase(options);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function selectRows(store: Store, text: string): Promise<Record<string, unknown>[]> {
  return (await store.query(text, [])).rows;
}

interface Outcome {
  jobs: number;
  resultsPerJob: number[];
  chargesPerJob: number[];
  interrupted: number;
  heldCredits: number;
  available: number;
}

/** Finishes the remaining jobs in this process, then counts. */
async function finishAndCount(store: Store, team: number, handler: typeof carefulHandler): Promise<Outcome> {
  const jobs = new Jobs({
    store,
    onError: (error) => {
      throw error;
    },
  });
  jobs.register('toy', handler);
  await jobs.start();
  const openJobs = `select count(*) as n from jobs where kind = 'toy' and finished_at is null`;
  await vi.waitFor(
    async () => {
      expect((await selectRows(store, openJobs))[0]?.['n']).toBe(0);
    },
    { timeout: 60_000, interval: 100 },
  );
  await jobs.stop();
  const perJob = await selectRows(
    store,
    `select j.id, (select count(*) from outbox_events e where e.data->>'job' = j.id::text) as results,
       (select count(*) from credit_ledger c where c.kind = 'charge' and c.subject_id = j.id::text) as charges,
       j.attempts
     from jobs j`,
  );
  const { available, held } = await readBalance(store.db, team);
  return {
    jobs: perJob.length,
    resultsPerJob: perJob.map((row) => Number(row['results'])),
    chargesPerJob: perJob.map((row) => Number(row['charges'])),
    interrupted: perJob.filter((row) => Number(row['attempts']) > 1).length,
    heldCredits: held,
    available,
  };
}

async function runWithKills(killCount: number, mode: 'careful' | 'careless'): Promise<Outcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cutaway-crash-'));
  const seedFile = await createSeed();
  try {
    const team = await withStore({ dataDir, seedFile }, async (store) => {
      const id = await addTeam(store);
      await store.transaction((tx) => grant(tx, { team_id: id, idempotency_key: 'g', reason: 'test' }, CREDITS));
      return id;
    });
    for (let round = 0; round < killCount; round++) {
      const child = startChild('toy-jobs.ts', ['pglite', dataDir, seedFile, mode, String(team), '6']);
      await child.readLine('working');
      // Wait for a random time: the kill should hit at a random moment.
      await delay(random() * 120);
      await child.kill('SIGKILL');
    }
    return await withStore({ dataDir, seedFile }, (store) =>
      finishAndCount(store, team, mode === 'careful' ? carefulHandler : carelessHandler),
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

describe('a service killed during its jobs', () => {
  it('runs and charges each job once', { timeout: 300_000 }, async () => {
    const killCount = getRounds(4, 20);
    const outcome = await runWithKills(killCount, 'careful');
    expect(outcome.jobs).toBe(killCount * 6);
    expect(outcome.interrupted, 'the kills must have hit jobs at work').toBeGreaterThan(killCount / 4);
    expect(new Set(outcome.resultsPerJob)).toEqual(new Set([1]));
    expect(new Set(outcome.chargesPerJob)).toEqual(new Set([1]));
    expect(outcome).toMatchObject({ heldCredits: 0, available: CREDITS - 3 * outcome.jobs });
  });

  it(
    'control: runs some jobs twice if their effect and their end are written separately',
    { timeout: 300_000 },
    async () => {
      // A kill must hit between a job's work and its end; sometimes none of four does.
      let maxCharges = 1;
      for (let tries = 0; maxCharges === 1 && tries < 5; tries++) {
        maxCharges = Math.max(...(await runWithKills(4, 'careless')).chargesPerJob);
      }
      expect(maxCharges).toBeGreaterThan(1);
    },
  );
});

describe('two services on one PostgreSQL', () => {
  it('take over jobs from a stalled owner and reject its later writes', async () => {
    const url = await createPostgresDatabase();
    await withStore({ databaseUrl: url }, async (store) => {
      const team = await addTeam(store);
      await store.transaction((tx) => grant(tx, { team_id: team, idempotency_key: 'g', reason: 'test' }, 10));
      const child = startChild('toy-jobs.ts', ['postgresql', url, 'slow', String(team), '1']);
      try {
        await child.readLine('have');
        child.process.kill('SIGSTOP');
        const jobs = new Jobs({
          store,
          leaseMs: 900,
          pollMs: 200,
          onError: (error) => expect.unreachable(error.message),
        });
        jobs.register('toy', carefulHandler);
        await jobs.start();
        await vi.waitFor(
          async () => {
            expect(await selectRows(store, 'select * from outbox_events')).toHaveLength(1);
          },
          { timeout: 15_000, interval: 100 },
        );
        child.process.kill('SIGCONT');
        child.process.stdin?.write('go\n');
        expect(await child.readLine('refused')).toBe('refused JobLostError nothing written');
        await jobs.stop();
        expect(await selectRows(store, `select amount from credit_ledger where kind = 'charge'`)).toEqual([
          { amount: 3 },
        ]);
      } finally {
        await child.kill('SIGKILL');
      }
    });
  });

  it('see a cancellation made through the other service', async () => {
    const url = await createPostgresDatabase();
    await withStore({ databaseUrl: url }, async (store) => {
      const team = await addTeam(store);
      await store.transaction((tx) => grant(tx, { team_id: team, idempotency_key: 'g', reason: 'test' }, 10));
      const child = startChild('toy-jobs.ts', ['postgresql', url, 'slow', String(team), '1']);
      try {
        const id = (await child.readLine('have')).slice('have '.length);
        const jobs = new Jobs({ store, onError: (error) => expect.unreachable(error.message) });
        await jobs.start();
        expect(await jobs.cancel('toy', id)).toBe('running');
        expect(await child.readLine('signal')).toBe('signal JobCanceledError');
        await jobs.stop();
      } finally {
        await child.kill('SIGKILL');
      }
    });
  });
});
