import type { Db, Store } from '../store/store.ts';

/** The reason of `job.signal` after the user, or another process for them, cancelled the job. */
export class JobCanceledError extends Error {
  override readonly name = 'JobCanceledError';
}

/** The reason of `job.signal` while the service stops; the job continues at its next start. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';
}

/** Another owner has the job now; anything this owner still writes is refused. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
}

/** The process died too often while it worked on the job. */
export class JobAbandonedError extends Error {
  override readonly name = 'JobAbandonedError';
}

/** A running job, as its handler sees it. */
export interface Job<P extends object = object> {
  readonly id: string;
  readonly kind: string;
  readonly payload: P;
  /** Starts at 1 and increases after a crash. */
  readonly attempt: number;
  /** Aborted with JobCanceledError, JobInterruptedError or JobLostError. */
  readonly signal: AbortSignal;
  /**
   * Runs a transaction that only the job's present owner can commit.
   * @throws JobLostError
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Commits the job's effect and its end in one transaction, so that the effect happens once. Nothing may follow it. A
   * refused write is repeated, and on a full disk waits for space, because the work before it may have been paid for.
   */
  finish<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Reports progress. It is stored at most twice a second; the last value is always stored. */
  progress(value: object): void;
}

export type JobEnd = { kind: 'failed'; error: Error } | { kind: 'canceled' };

/** Lets at most `max` jobs run at once whose payloads have the same value of `key`. */
export interface ConcurrencyLimit {
  readonly key: string;
  readonly max: number;
}

export interface JobHandler<P extends object> {
  /** Does the work. Must be safe to run again from the start after a crash at any point. */
  run(job: Job<P>): Promise<void>;
  /** Records that a job failed or was cancelled, in the same transaction as the end of the job. */
  recordEnd(job: Job<P>, tx: Db, end: JobEnd): Promise<void>;
  /** Frees memory that the job used, once its end is written. */
  cleanUp?(job: Job<P>): void;
  saveProgress?(job: Job<P>, tx: Db, value: object): Promise<void>;
  /** Maximum number of jobs of this kind that run at once in this process; defaults to 1. */
  concurrency?: number;
  /**
   * Maximum numbers of jobs with the same value under a key of their payload, so that some cannot hold up the others.
   * Jobs without the key are not limited.
   */
  limits?: readonly ConcurrencyLimit[];
}

export interface JobsOptions {
  store: Store;
  /** Receives failures of the queue itself, for the log. */
  onError: (error: Error) => void;
  /** How often to look for other processes' jobs, expired leases and cancellations. */
  pollMs?: number;
  /** How long a job keeps its owner without a heartbeat. */
  leaseMs?: number;
}
