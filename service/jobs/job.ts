import type { Db, Store } from '../store/store.ts';

/** The person, or another process for them, cancelled the job. The reason of `job.signal`. */
export class JobCanceledError extends Error {
  override readonly name = 'JobCanceledError';
}

/** The service stops; the job is taken up again at its next start. The reason of `job.signal`. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';
}

/** Somebody else works on this job by now; whatever this owner still writes is refused. */
export class JobLostError extends Error {
  override readonly name = 'JobLostError';
}

/** The process that worked on the job died too often under it. */
export class JobAbandonedError extends Error {
  override readonly name = 'JobAbandonedError';
}

/** A piece of work under way, as its handler sees it. */
export interface Job<P extends object = object> {
  readonly id: string;
  readonly kind: string;
  readonly payload: P;
  /** 1 at first; more after a crash. */
  readonly attempt: number;
  /** Aborted with JobCanceledError, JobInterruptedError or JobLostError. */
  readonly signal: AbortSignal;
  /**
   * A transaction that only the job's present owner can commit.
   * @throws JobLostError
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** The job's effect and its end in one transaction: what makes an effect happen once. Nothing may follow it. */
  finish<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Notes progress. Written at most twice a second; the last value is always written. */
  progress(value: object): void;
}

/** How a job ended that did not finish. */
export type JobEnd = { kind: 'failed'; error: Error } | { kind: 'canceled' };

export interface JobHandler<P extends object> {
  /** Does the work. Safe to run again from the start after a crash at any point. */
  run(job: Job<P>): Promise<void>;
  /** The last word on a job that failed or was cancelled, written together with the end of the job. */
  ended(job: Job<P>, tx: Db, end: JobEnd): Promise<void>;
  /** Writes what `job.progress` was told. */
  saveProgress?(job: Job<P>, tx: Db, value: object): Promise<void>;
  /** How many of this kind run beside each other in this process; 1 by default. */
  concurrency?: number;
}

export interface JobsOptions {
  store: Store;
  /** Failures of the queue itself, for the log. */
  onError: (error: Error) => void;
  /** How often other processes' jobs, lapsed leases and cancellations are looked for. */
  pollMs?: number;
  /** How long a job stays its owner's without a sign of life. */
  leaseMs?: number;
}
