/**
 * Work that outlives a request: a queue (pg-boss) on the service's own database, and a lease with a fence beside it.
 * A job whose process dies is run again from the start; what the dead or delayed owner still writes is refused; the
 * effect of `job.finish` therefore happens once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { type Store, StoreReadOnlyError } from '../store/store.ts';
import {
  JobAbandonedError,
  JobCanceledError,
  type JobEnd,
  type JobHandler,
  JobInterruptedError,
  JobLostError,
  type JobsOptions,
} from './job.ts';
import { claim, giveBack, renew, requestCancel } from './lease.ts';
import { RunningJob } from './running-job.ts';

const POLL_MS = 2000;
const LEASE_MS = 30_000;
/**
 * A job whose process died this often under it is given up. A person may well end the studio ten times in a row; one
 * that brings the process down itself is stopped before by whoever starts the service.
 */
const MOST_ATTEMPTS = 30;
/** pg-boss's own limits must never be what ends a job; the lease is. */
const QUEUE = { policy: 'standard', retryLimit: 1_000_000, retryDelay: 0, expireInSeconds: 23 * 3600 } as const;

interface Fetched {
  id: string;
  data: object;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export class Jobs {
  readonly #store: Store;
  readonly #onError: (error: Error) => void;
  readonly #pollMs: number;
  readonly #leaseMs: number;
  readonly #boss: PgBoss;
  readonly #handlers = new Map<string, JobHandler<object>>();
  readonly #running = new Map<string, { job: RunningJob<object>; done: Promise<void> }>();
  readonly #pumping = new Map<string, { again: boolean }>();
  #state: 'new' | 'started' | 'stopping' = 'new';
  #pollTimer: NodeJS.Timeout | null = null;
  /** A job may have been fetched and then not begun, because the disk was full in between. */
  #maybeOrphans = false;

  constructor({ store, onError, pollMs = POLL_MS, leaseMs = LEASE_MS }: JobsOptions) {
    this.#store = store;
    this.#onError = onError;
    this.#pollMs = pollMs;
    this.#leaseMs = leaseMs;
    this.#boss = new PgBoss({
      db: {
        // Statements without values may be several at once, which only the simple protocol takes.
        executeSql: (text, values: unknown[] | undefined) =>
          values?.length ? store.query(text, values) : store.script(text),
      },
      schedule: false,
    });
    this.#boss.on('error', onError);
  }

  /** Before `start`. */
  register<P extends object>(kind: string, handler: JobHandler<P>): void {
    if (this.#state !== 'new') throw new Error('Jobs are registered before the start.');
    if (this.#handlers.has(kind)) throw new Error(`There is a handler for ${kind} already.`);
    // The queue hands out what `enqueue` of the same kind put in.
    this.#handlers.set(kind, handler as unknown as JobHandler<object>);
  }

  /** Makes the queues, takes up what a dead process left, and begins to work. */
  async start(): Promise<void> {
    await this.#boss.start();
    for (const kind of this.#handlers.keys()) await this.#boss.createQueue(kind, { name: kind, ...QUEUE });
    this.#state = 'started';
    await this.#takeOver(this.#store.kind === 'pglite');
    this.#pumpAll();
    this.#pollTimer = setInterval(() => void this.#poll(), this.#pollMs);
    this.#pollTimer.unref();
  }

  /**
   * Lets running jobs finish for a moment, interrupts the others (they are taken up again at the next start) and
   * ends. The store must still be open.
   */
  async stop({ graceMs = 2000, interruptMs = 5000 } = {}): Promise<void> {
    if (this.#state !== 'started') return;
    this.#state = 'stopping';
    if (this.#pollTimer) clearInterval(this.#pollTimer);
    await this.#settled(graceMs);
    for (const { job } of this.#running.values()) job.abort(new JobInterruptedError('The service stops.'));
    await this.#settled(interruptMs);
    await this.#boss.stop({ graceful: false });
  }

  /**
   * Puts a job into the queue, inside the surrounding transaction if there is one; work begins right after its
   * commit, or so many seconds later. `id` lets a row of the caller and its job share their identity.
   */
  async enqueue(
    kind: string,
    payload: object,
    { id = randomUUID() as string, afterSeconds = 0 }: { id?: string; afterSeconds?: number } = {},
  ): Promise<string> {
    // As a moment: a number of seconds is not understood by every PostgreSQL that the queue runs on.
    const startAfter = afterSeconds > 0 && { startAfter: new Date(Date.now() + afterSeconds * 1000) };
    const sent = await this.#boss.send(kind, payload, { id, ...startAfter });
    if (sent === null) throw new Error(`The queue ${kind} did not take the job.`);
    this.#store.afterCommit(() => {
      this.#pump(kind);
    });
    return id;
  }

  /**
   * Cancels a job, inside the surrounding transaction if there is one.
   * - `queued`: it had not begun and never will; the caller writes how it ended, in the same transaction.
   * - `running`: its owner is told and calls the handler's `ended`.
   * - `over`: it ended before, or never was.
   */
  cancel(kind: string, id: string): Promise<'queued' | 'running' | 'over'> {
    return this.#store.transaction(async (tx) => {
      const { rows } = await this.#store.query(
        'select state::text from pgboss.job where name = $1 and id = $2::uuid for update',
        [kind, id],
      );
      switch (rows[0]?.['state']) {
        case 'created':
        case 'retry':
          await this.#boss.cancel(kind, id);
          return 'queued';
        case 'active':
          await requestCancel(tx, id, kind);
          this.#store.afterCommit(() => this.#running.get(id)?.job.abort(new JobCanceledError('Canceled.')));
          return 'running';
        default:
          return 'over';
      }
    });
  }

  /** Jobs whose owner is dead go back into the queue. */
  async #takeOver(soleOwner: boolean): Promise<void> {
    const { rows } = await this.#store.query(
      `select j.name, j.id::text from pgboss.job j left join job_leases l on l.job_id = j.id
       where j.state = 'active' and ($1 or coalesce(l.lease_until, j.started_on + $2 * interval '1 millisecond') < now())`,
      [soleOwner, this.#leaseMs],
    );
    for (const { name, id } of rows) {
      if (typeof name !== 'string' || typeof id !== 'string' || this.#running.has(id)) continue;
      await this.#boss.fail(name, id, { reason: 'Its owner died.' });
    }
  }

  async #poll(): Promise<void> {
    try {
      if (this.#store.readOnlyReason() !== null) return;
      if (this.#store.kind === 'postgresql') await this.#takeOver(false);
      else if (this.#maybeOrphans && this.#pumping.size === 0) {
        this.#maybeOrphans = false;
        await this.#takeOver(true);
      }
      this.#pumpAll();
    } catch (error) {
      this.#onError(asError(error));
    }
  }

  #pumpAll(): void {
    for (const kind of this.#handlers.keys()) this.#pump(kind);
  }

  /** Fetches as many jobs of a kind as there are free places. */
  #pump(kind: string): void {
    const handler = this.#handlers.get(kind);
    if (!handler || this.#state !== 'started') return;
    const pumping = this.#pumping.get(kind);
    if (pumping) {
      pumping.again = true;
      return;
    }
    const mark = { again: false };
    this.#pumping.set(kind, mark);
    this.#fetch(kind, handler)
      .catch((error: unknown) => {
        this.#maybeOrphans = true;
        this.#onError(asError(error));
      })
      .finally(() => {
        this.#pumping.delete(kind);
        if (mark.again) this.#pump(kind);
      });
  }

  async #fetch(kind: string, handler: JobHandler<object>): Promise<void> {
    const busy = [...this.#running.values()].filter(({ job }) => job.kind === kind).length;
    const free = (handler.concurrency ?? 1) - busy;
    if (free <= 0) return;
    for (const fetched of await this.#boss.fetch<object>(kind, { batchSize: free })) {
      await this.#begin(kind, handler, fetched);
    }
  }

  async #begin(kind: string, handler: JobHandler<object>, { id, data }: Fetched): Promise<void> {
    const claimed = await this.#store.transaction((tx) => claim(tx, id, kind, this.#leaseMs));
    if (claimed.finished) {
      await this.#boss.complete(kind, id);
      return;
    }
    const job = new RunningJob<object>({
      store: this.#store,
      id,
      kind,
      payload: data,
      attempt: claimed.attempts,
      fence: claimed.fence,
      complete: () => this.#boss.complete(kind, id),
      saveProgress: handler.saveProgress ? (...args) => handler.saveProgress?.(...args) ?? Promise.resolve() : null,
    });
    if (claimed.cancelRequested) job.abort(new JobCanceledError('Canceled.'));
    const done = this.#work(job, handler)
      .catch((error: unknown) => {
        this.#onError(asError(error));
      })
      .finally(() => {
        this.#running.delete(id);
        this.#pump(kind);
      });
    this.#running.set(id, { job, done });
  }

  async #work(job: RunningJob<object>, handler: JobHandler<object>): Promise<void> {
    const heartbeat = this.#heartbeat(job);
    try {
      if (job.attempt > MOST_ATTEMPTS) throw new JobAbandonedError('It was begun too often without coming to an end.');
      job.signal.throwIfAborted();
      await handler.run(job);
      if (job.finished) return;
      job.signal.throwIfAborted();
      await job.finish(() => Promise.resolve());
    } catch (error) {
      if (job.finished) throw error;
      await job.flushProgress();
      // What was asked of the job counts more than how its handler put it.
      await this.#end(job, handler, asError(job.signal.aborted ? job.signal.reason : error));
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #end(job: RunningJob<object>, handler: JobHandler<object>, why: Error): Promise<void> {
    if (why instanceof JobLostError) return;
    try {
      if (why instanceof StoreReadOnlyError) await this.#waitForRoom();
      if (why instanceof JobInterruptedError || why instanceof StoreReadOnlyError) {
        await this.#backToQueue(job);
        return;
      }
      const end: JobEnd = why instanceof JobCanceledError ? { kind: 'canceled' } : { kind: 'failed', error: why };
      await job.finish((tx) => handler.ended(job, tx, end));
    } catch (error) {
      if (error instanceof JobLostError) return;
      this.#onError(asError(error));
      // The end itself could not be written: it is tried again as a further attempt, and not for ever.
      if (job.attempt > 2 * MOST_ATTEMPTS) await job.finish(() => Promise.resolve());
      else await this.#boss.fail(job.kind, job.id, { reason: asError(error).message });
    }
  }

  async #backToQueue(job: RunningJob<object>): Promise<void> {
    await this.#store.transaction(async (tx) => {
      if (await giveBack(tx, job.id, job.fence)) await this.#boss.fail(job.kind, job.id, { reason: 'Given back.' });
    });
  }

  async #waitForRoom(): Promise<void> {
    while (this.#state === 'started' && this.#store.readOnlyReason() !== null) await delay(this.#pollMs);
  }

  #heartbeat(job: RunningJob<object>): NodeJS.Timeout {
    // With several processes the sign of life is also when a cancellation from another one is seen.
    const third = this.#leaseMs / 3;
    const every = this.#store.kind === 'pglite' ? third : Math.min(third, this.#pollMs);
    return setInterval(() => {
      this.#store
        .transaction((tx) => renew(tx, job.id, job.fence, this.#leaseMs))
        .then(({ cancelRequested }) => {
          if (cancelRequested) job.abort(new JobCanceledError('Canceled.'));
        })
        .catch((error: unknown) => {
          // Anything else passes; if it does not, the lease lapses and the fence holds.
          if (error instanceof JobLostError && !job.finished) job.abort(error);
        });
    }, every);
  }

  async #settled(ms: number): Promise<void> {
    const all = Promise.all([...this.#running.values()].map(({ done }) => done));
    const timeout = new AbortController();
    await Promise.race([all, delay(ms, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
  }
}
