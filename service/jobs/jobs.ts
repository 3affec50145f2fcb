/**
 * Runs background jobs that survive a crash, from a queue in the service's own database. A job whose process dies runs
 * again from the start; writes of the dead or delayed owner are refused, so the effect of `job.finish` happens once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';

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
import {
  cancelJob,
  claimJobs,
  deleteFinished,
  insertJob,
  type JobRow,
  releaseAll,
  releaseJob,
  renewJob,
} from './queue.ts';
import { RunningJob } from './running-job.ts';

const log = logger('jobs');

const POLL_MS = 2000;
const LEASE_MS = 30_000;
/**
 * Maximum number of crashes before a job fails. A person may well quit the app ten times in a row; the supervisor that
 * starts the service stops a job earlier that crashes the process itself.
 */
const MAX_ATTEMPTS = 30;
/** The longest wait before a job is repeated whose end could not be written. */
const MAX_PAUSE_MS = 60_000;
/** How long finished jobs are kept for anyone who inspects the database. */
const RETENTION_DAYS = 7;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export class Jobs {
  readonly #store: Store;
  readonly #onError: (error: Error) => void;
  readonly #pollMs: number;
  readonly #leaseMs: number;
  readonly #handlers = new Map<string, JobHandler<object>>();
  readonly #runningJobs = new Map<string, { job: RunningJob<object>; done: Promise<void> }>();
  readonly #pumpingKinds = new Map<string, { mustRepeat: boolean; done: Promise<void> }>();
  #state: 'new' | 'started' | 'stopping' = 'new';
  #pollTimer: NodeJS.Timeout | null = null;

  constructor({ store, onError, pollMs = POLL_MS, leaseMs = LEASE_MS }: JobsOptions) {
    this.#store = store;
    this.#onError = onError;
    this.#pollMs = pollMs;
    this.#leaseMs = leaseMs;
  }

  /** Must be called before `start`. */
  register<P extends object>(kind: string, handler: JobHandler<P>): void {
    if (this.#state !== 'new') throw new Error('Jobs are registered before the start.');
    if (this.#handlers.has(kind)) throw new Error(`There is a handler for ${kind} already.`);
    // The queue returns the payloads that `enqueue` stored for the same kind.
    this.#handlers.set(kind, handler as unknown as JobHandler<object>);
  }

  /** Reclaims the jobs of a dead process and starts working. */
  async start(): Promise<void> {
    this.#state = 'started';
    await this.#store.transaction(async (tx) => {
      if (this.#store.kind === 'pglite') await releaseAll(tx);
      await deleteFinished(tx, RETENTION_DAYS);
    });
    this.#pumpAll();
    this.#pollTimer = setInterval(() => {
      if (this.#store.getReadOnlyReason() === null) this.#pumpAll();
    }, this.#pollMs);
    this.#pollTimer.unref();
  }

  /**
   * Lets running jobs finish for a moment, interrupts the others (they continue at the next start) and ends. The store
   * must still be open.
   */
  async stop({ graceMs = 2000, interruptMs = 5000 } = {}): Promise<void> {
    if (this.#state !== 'started') return;
    this.#state = 'stopping';
    if (this.#pollTimer) clearInterval(this.#pollTimer);
    await Promise.all([...this.#pumpingKinds.values()].map(({ done }) => done));
    await this.#waitForRunning(graceMs);
    for (const { job } of this.#runningJobs.values()) job.abort(new JobInterruptedError('The service stops.'));
    await this.#waitForRunning(interruptMs);
  }

  /**
   * Queues a job, inside the surrounding transaction if there is one; work starts right after its commit, or
   * `afterSeconds` later. `id` lets the caller's row and its job share an id.
   */
  async enqueue(
    kind: string,
    payload: object,
    { id = randomUUID() as string, afterSeconds = 0 }: { id?: string; afterSeconds?: number } = {},
  ): Promise<string> {
    await this.#store.transaction((tx) => insertJob(tx, { id, kind, payload, afterSeconds }));
    this.#store.afterCommit(() => {
      log.info('job queued', { job: id, kind, after_s: afterSeconds || undefined });
      this.#pump(kind);
    });
    return id;
  }

  /**
   * Cancels a job, inside the surrounding transaction if there is one.
   * - `queued`: it had not started and never will; the caller records its end in the same transaction.
   * - `running`: its owner is notified and calls the handler's `recordEnd`.
   * - `finished`: it had already ended, or never existed.
   */
  cancel(kind: string, id: string): Promise<'queued' | 'running' | 'finished'> {
    return this.#store.transaction(async (tx) => {
      const state = await cancelJob(tx, kind, id);
      log.info('job cancelled', { job: id, kind, found: state });
      if (state === 'running') {
        this.#store.afterCommit(() => this.#runningJobs.get(id)?.job.abort(new JobCanceledError('Canceled.')));
      }
      return state;
    });
  }

  #pumpAll(): void {
    for (const kind of this.#handlers.keys()) this.#pump(kind);
  }

  /** Claims as many jobs of a kind as may still run at once. */
  #pump(kind: string): void {
    const handler = this.#handlers.get(kind);
    if (!handler || this.#state !== 'started') return;
    const pumping = this.#pumpingKinds.get(kind);
    if (pumping) {
      pumping.mustRepeat = true;
      return;
    }
    const pump = { mustRepeat: false, done: Promise.resolve() };
    this.#pumpingKinds.set(kind, pump);
    pump.done = this.#claim(kind, handler)
      .catch((error: unknown) => {
        // A full disk is reported elsewhere, and the next poll tries again.
        if (!(error instanceof StoreReadOnlyError)) this.#onError(asError(error));
      })
      .finally(() => {
        this.#pumpingKinds.delete(kind);
        if (pump.mustRepeat) this.#pump(kind);
      });
  }

  async #claim(kind: string, handler: JobHandler<object>): Promise<void> {
    const activeJobs = [...this.#runningJobs.values()].map(({ job }) => job).filter((job) => job.kind === kind);
    const count = (handler.concurrency ?? 1) - activeJobs.length;
    if (count <= 0) return;
    const limits = (handler.limits ?? []).map((limit) => ({
      ...limit,
      inUse: activeJobs.flatMap(({ payload }) =>
        Object.entries(payload).flatMap(([key, value]) => (key === limit.key ? [String(value)] : [])),
      ),
    }));
    const claim = { kind, count, leaseMs: this.#leaseMs, running: [...this.#runningJobs.keys()], limits };
    const claimedRows = await this.#store.transaction((tx) => claimJobs(tx, claim));
    for (const row of claimedRows) this.#startJob(row, handler);
  }

  #startJob({ id, kind, payload, attempts, fence, cancel_requested_at }: JobRow, handler: JobHandler<object>): void {
    const job = new RunningJob<object>({
      store: this.#store,
      id,
      kind,
      payload,
      attempt: attempts,
      fence,
      saveProgress: handler.saveProgress ? (...args) => handler.saveProgress?.(...args) ?? Promise.resolve() : null,
    });
    log.info('job started', { job: id, kind, attempt: attempts });
    if (cancel_requested_at !== null) job.abort(new JobCanceledError('Canceled.'));
    const done = this.#runHandler(job, handler)
      .catch((error: unknown) => {
        this.#onError(asError(error));
      })
      .finally(() => {
        this.#runningJobs.delete(id);
        this.#pump(kind);
      });
    this.#runningJobs.set(id, { job, done });
  }

  async #runHandler(job: RunningJob<object>, handler: JobHandler<object>): Promise<void> {
    const startedAt = Date.now();
    const heartbeat = this.#startHeartbeat(job);
    try {
      if (job.attempt > MAX_ATTEMPTS) throw new JobAbandonedError('It was started too many times without finishing.');
      job.signal.throwIfAborted();
      await handler.run(job);
      if (!job.finished) {
        job.signal.throwIfAborted();
        await job.finish(() => Promise.resolve());
      }
      handler.cleanUp?.(job);
      log.info('job finished', { job: job.id, kind: job.kind, ms: Date.now() - startedAt });
    } catch (error) {
      if (job.finished) throw error;
      await job.flushProgress();
      // The abort reason takes precedence over the error that the handler threw for it.
      await this.#endEarly(job, handler, asError(job.signal.aborted ? job.signal.reason : error));
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #endEarly(job: RunningJob<object>, handler: JobHandler<object>, reason: Error): Promise<void> {
    log.warn('job ended early', { job: job.id, kind: job.kind, attempt: job.attempt, ...describeError(reason) });
    if (reason instanceof JobLostError) return;
    try {
      if (reason instanceof StoreReadOnlyError) await this.#waitForDiskSpace();
      if (reason instanceof JobInterruptedError || reason instanceof StoreReadOnlyError) {
        await this.#release(job, false);
        return;
      }
      const end: JobEnd = reason instanceof JobCanceledError ? { kind: 'canceled' } : { kind: 'failed', error: reason };
      await job.finish((tx) => handler.recordEnd(job, tx, end));
      handler.cleanUp?.(job);
    } catch (error) {
      if (error instanceof JobLostError) return;
      this.#onError(asError(error));
      // Saving the end failed: count it as an attempt and retry, but not for ever.
      if (job.attempt > 2 * MAX_ATTEMPTS) await job.finish(() => Promise.resolve());
      else await this.#release(job, true, Math.min(MAX_PAUSE_MS, 2 ** job.attempt * 500));
    }
  }

  async #release(job: RunningJob<object>, countsAsAttempt: boolean, afterMs = 0): Promise<void> {
    log.info('job returned to the queue', { job: job.id, kind: job.kind, after_ms: afterMs || undefined });
    await this.#store.transaction((tx) => releaseJob(tx, job, { countsAsAttempt, afterMs }));
  }

  async #waitForDiskSpace(): Promise<void> {
    while (this.#state === 'started' && this.#store.getReadOnlyReason() !== null) await delay(this.#pollMs);
  }

  #startHeartbeat(job: RunningJob<object>): NodeJS.Timeout {
    // With several processes, the heartbeat also detects cancellations from another process.
    const renewMs = this.#leaseMs / 3;
    const intervalMs = this.#store.kind === 'pglite' ? renewMs : Math.min(renewMs, this.#pollMs);
    return setInterval(() => {
      this.#store
        .transaction((tx) => renewJob(tx, job.id, job.fence, this.#leaseMs))
        .then(({ cancelRequested }) => {
          if (cancelRequested) job.abort(new JobCanceledError('Canceled.'));
        })
        .catch((error: unknown) => {
          // Other errors are temporary; if one is not, the lease expires and the fence refuses further writes.
          if (job.finished) return;
          log.warn('job lease not renewed', { job: job.id, ...describeError(error) });
          if (error instanceof JobLostError) job.abort(error);
        });
    }, intervalMs);
  }

  async #waitForRunning(ms: number): Promise<void> {
    const allDone = Promise.all([...this.#runningJobs.values()].map(({ done }) => done));
    const timeout = new AbortController();
    // The delay is aborted if all jobs end before it.
    await Promise.race([allDone, delay(ms, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
  }
}
