import { setTimeout as delay } from 'node:timers/promises';

import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { type Db, type Store, StoreReadOnlyError } from '../store/store.ts';
import { type Job, type JobCanceledError, type JobInterruptedError, JobLostError } from './job.ts';
import { finishJob, guardJob } from './queue.ts';

const log = logger('jobs');

const PROGRESS_MS = 500;
/** How often writing the end of a job is tried, with a pause in between. */
const MAX_END_TRIES = 3;
const END_PAUSE_MS = 500;

interface Deps<P extends object> {
  store: Store;
  id: string;
  kind: string;
  payload: P;
  attempt: number;
  fence: number;
  saveProgress: ((job: Job<P>, tx: Db, value: object) => Promise<void>) | null;
}

export class RunningJob<P extends object> implements Job<P> {
  readonly #deps: Deps<P>;
  readonly #abort = new AbortController();
  #progress: object | null = null;
  #progressTimer: NodeJS.Timeout | null = null;
  #progressWrite: Promise<void> = Promise.resolve();
  #isFinished = false;

  constructor(deps: Deps<P>) {
    this.#deps = deps;
  }

  get id(): string {
    return this.#deps.id;
  }
  get kind(): string {
    return this.#deps.kind;
  }
  get payload(): P {
    return this.#deps.payload;
  }
  get attempt(): number {
    return this.#deps.attempt;
  }
  get fence(): number {
    return this.#deps.fence;
  }
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  get finished(): boolean {
    return this.#isFinished;
  }

  abort(reason: JobCanceledError | JobInterruptedError | JobLostError): void {
    this.#abort.abort(reason);
  }

  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      await guardJob(tx, this.id, this.fence);
      return work(tx);
    });
  }

  async finish<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    await this.flushProgress();
    const result = await this.#persist(async (tx) => {
      const value = await work(tx);
      await finishJob(tx, this.id);
      return value;
    });
    this.#isFinished = true;
    return result;
  }

  async #persist<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    for (let failures = 0; ;) {
      try {
        return await this.transaction(work);
      } catch (error) {
        if (!(error instanceof StoreReadOnlyError)) failures += 1;
        if (error instanceof JobLostError || failures === MAX_END_TRIES || this.signal.aborted) throw error;
        log.warn('job end not written', { job: this.id, kind: this.kind, ...describeError(error) });
        // An abort ends the pause; the next refusal is then the last one.
        await delay(END_PAUSE_MS * (failures + 1), undefined, { signal: this.signal }).catch(() => undefined);
      }
    }
  }

  progress(value: object): void {
    if (this.#isFinished || !this.#deps.saveProgress) return;
    this.#progress = value;
    if (this.#progressTimer) return;
    this.#writeProgress();
    this.#progressTimer = setInterval(() => {
      this.#writeProgress();
    }, PROGRESS_MS);
  }

  /** Stores the last progress value if it is not stored yet. */
  async flushProgress(): Promise<void> {
    if (this.#progressTimer) clearInterval(this.#progressTimer);
    this.#progressTimer = null;
    this.#writeProgress();
    await this.#progressWrite;
  }

  #writeProgress(): void {
    const value = this.#progress;
    const save = this.#deps.saveProgress;
    if (!value || !save) return;
    this.#progress = null;
    // Progress is only informative: a failed write (full disk, lost job) must not stop the job.
    this.#progressWrite = this.#progressWrite
      .then(() => this.transaction((tx) => save(this, tx, value)))
      .catch(log.failure('job progress not stored', { job: this.id }));
  }
}
