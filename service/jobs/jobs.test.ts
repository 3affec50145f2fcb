import { eq, isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectMeasured } from '#test/support/expect-measured.ts';
import { addTeam, openTestStore, type TestStore } from '#test/support/stores.ts';
import { jobs as jobsTable, outbox_events } from '../store/schema.ts';
import { type Job, type JobEnd, type JobHandler, JobInterruptedError, JobLostError } from './job.ts';
import { Jobs } from './jobs.ts';

interface Payload {
  n: number;
}

let testStore: TestStore;
let startedJobs: Jobs[];
let errors: Error[];
beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(() => {
  startedJobs = [];
  errors = [];
});
afterEach(async () => {
  for (const jobs of startedJobs) await jobs.stop({ graceMs: 0 });
  await testStore.store.db.delete(jobsTable);
  await testStore.store.db.delete(outbox_events);
  expect(errors).toEqual([]);
});

async function startJobs(handler: Partial<JobHandler<Payload>> & Pick<JobHandler<Payload>, 'run'>): Promise<Jobs> {
  const jobs = new Jobs({ store: testStore.store, pollMs: 600_000, onError: (error) => errors.push(error) });
  jobs.register<Payload>('work', { recordEnd: () => Promise.resolve(), ...handler });
  await jobs.start();
  startedJobs.push(jobs);
  return jobs;
}

function createGate<T = void>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

const waitForAbort = (job: Job<Payload>): Promise<never> =>
  new Promise((_, reject) => {
    job.signal.addEventListener('abort', () => {
      reject(job.signal.reason as Error);
    });
  });

describe('jobs', () => {
  it('start right after the commit without waiting for a poll', async () => {
    const firstPayload = createGate<Payload>();
    const jobs = await startJobs({
      run: (job) => {
        firstPayload.open(job.payload);
        return Promise.resolve();
      },
    });
    const startedAt = performance.now();
    await jobs.enqueue('work', { n: 7 });
    expect(await firstPayload.promise).toEqual({ n: 7 });
    expectMeasured(performance.now() - startedAt, 1000);
  });

  it('are not enqueued by a transaction that fails', async () => {
    const ranJobs: number[] = [];
    const done = createGate();
    const jobs = await startJobs({
      run: (job) => {
        ranJobs.push(job.payload.n);
        if (job.payload.n === 2) done.open();
        return Promise.resolve();
      },
    });
    const failingTransaction = testStore.store.transaction(async () => {
      await jobs.enqueue('work', { n: 1 });
      throw new Error('no');
    });
    await expect(failingTransaction).rejects.toThrow('no');
    await testStore.store.transaction(() => jobs.enqueue('work', { n: 2 }));
    await done.promise;
    expect(ranJobs).toEqual([2]);
  });

  it('report their error once, when they end', async () => {
    const ends: JobEnd[] = [];
    const endRecorded = createGate();
    const run = vi.fn(() => Promise.reject(new Error('broken')));
    const jobs = await startJobs({
      run,
      recordEnd: (_job, _tx, end) => {
        ends.push(end);
        endRecorded.open();
        return Promise.resolve();
      },
    });
    const id = await jobs.enqueue('work', { n: 1 });
    await endRecorded.promise;
    await vi.waitFor(async () => {
      expect(await jobs.cancel('work', id)).toBe('finished');
    });
    expect(run).toHaveBeenCalledTimes(1);
    expect(ends).toMatchObject([{ kind: 'failed', error: { message: 'broken' } }]);
  });

  it('leave slots for others: one receiver or team does not hold up another', async () => {
    const runningJobs = new Map<string, () => void>();
    const jobs = await startJobs({
      concurrency: 6,
      limits: [
        { key: 'receiver', max: 2 },
        { key: 'team', max: 3 },
      ],
      run: (job) =>
        new Promise((resolve) => {
          const { name } = job.payload as Payload & { name: string };
          runningJobs.set(name, () => {
            runningJobs.delete(name);
            resolve();
          });
        }),
    });
    const queue = async (team: string, receiver: string, count: number) => {
      for (let n = 1; n <= count; n++) await jobs.enqueue('work', { name: `${receiver}${n}`, team, receiver });
    };
    await queue('one', 'a', 9);
    await queue('one', 'b', 2);
    await queue('two', 'c', 2);
    await expect.poll(() => [...runningJobs.keys()].sort()).toEqual(['a1', 'a2', 'b1', 'c1', 'c2']);
    // A job without a limit takes any slot.
    await jobs.enqueue('work', { name: 'free' });
    await expect.poll(() => runningJobs.has('free')).toBe(true);
    runningJobs.get('free')?.();
    runningJobs.get('b1')?.();
    await expect.poll(() => [...runningJobs.keys()].sort()).toEqual(['a1', 'a2', 'b2', 'c1', 'c2']);
    runningJobs.get('a2')?.();
    await expect.poll(() => [...runningJobs.keys()].sort()).toEqual(['a1', 'a3', 'b2', 'c1', 'c2']);
    await expect
      .poll(() => {
        for (const end of runningJobs.values()) end();
        return testStore.store.db.$count(jobsTable, isNull(jobsTable.finished_at));
      })
      .toBe(0);
  });

  it('can be cancelled while queued and while running', async () => {
    const runningGate = createGate();
    const endRecorded = createGate<JobEnd>();
    const ranJobs: number[] = [];
    const jobs = await startJobs({
      run: (job) => {
        ranJobs.push(job.payload.n);
        runningGate.open();
        return waitForAbort(job);
      },
      recordEnd: (_job, _tx, end) => {
        endRecorded.open(end);
        return Promise.resolve();
      },
    });
    const first = await jobs.enqueue('work', { n: 1 });
    const second = await jobs.enqueue('work', { n: 2 });
    await runningGate.promise;
    expect(await jobs.cancel('work', second)).toBe('queued');
    expect(await jobs.cancel('work', first)).toBe('running');
    expect(await endRecorded.promise).toEqual({ kind: 'canceled' });
    await vi.waitFor(async () => {
      expect(await jobs.cancel('work', first)).toBe('finished');
    });
    expect(await jobs.cancel('work', second)).toBe('finished');
    expect(ranJobs).toEqual([1]);
  });

  it('run again after a stop, without counting it as a crash', async () => {
    const runningGate = createGate();
    const reasons: unknown[] = [];
    const first = await startJobs({
      run: (job) => {
        runningGate.open();
        return waitForAbort(job).catch((reason: unknown) => {
          reasons.push(reason);
          throw reason;
        });
      },
    });
    await first.enqueue('work', { n: 1 });
    await runningGate.promise;
    await first.stop({ graceMs: 0 });
    expect(reasons[0]).toBeInstanceOf(JobInterruptedError);
    const secondRun = createGate<number>();
    await startJobs({
      run: (job) => {
        secondRun.open(job.attempt);
        return Promise.resolve();
      },
    });
    expect(await secondRun.promise).toBe(1);
  });

  it('may finish within the grace period of a stop', async () => {
    const runningGate = createGate();
    const resume = createGate();
    const onFinish = vi.fn();
    const jobs = await startJobs({
      run: async (job) => {
        runningGate.open();
        await resume.promise;
        await job.finish(() => Promise.resolve());
        onFinish();
      },
    });
    await jobs.enqueue('work', { n: 1 });
    await runningGate.promise;
    const stopping = jobs.stop({ graceMs: 10_000 });
    resume.open();
    await stopping;
    expect(onFinish).toHaveBeenCalledTimes(1);
  });

  it('reject writes after they end', async () => {
    const lateWrite = createGate<unknown>();
    const team = await addTeam(testStore.store);
    const jobs = await startJobs({
      run: async (job) => {
        await job.finish(() => Promise.resolve());
        const write = job.transaction((tx) =>
          tx.insert(outbox_events).values({ team_id: team, event: 'late', data: {} }),
        );
        lateWrite.open(await write.catch((error: unknown) => error));
      },
    });
    await jobs.enqueue('work', { n: 1 });
    expect(await lateWrite.promise).toBeInstanceOf(JobLostError);
    const rows = await testStore.store.db.select().from(outbox_events).where(eq(outbox_events.event, 'late'));
    expect(rows).toEqual([]);
  });

  it('save the last progress and few steps in between', async () => {
    const savedValues: object[] = [];
    const done = createGate();
    const jobs = await startJobs({
      run: async (job) => {
        for (let step = 0; step <= 1000; step++) job.progress({ step });
        await job.finish(() => Promise.resolve());
        done.open();
      },
      saveProgress: (_job, _tx, value) => {
        savedValues.push(value);
        return Promise.resolve();
      },
    });
    await jobs.enqueue('work', { n: 1 });
    await done.promise;
    expect(savedValues.length).toBeLessThanOrEqual(3);
    expect(savedValues.at(-1)).toEqual({ step: 1000 });
  });
});
