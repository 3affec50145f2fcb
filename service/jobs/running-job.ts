import type { Db, Store } from '../store/store.ts';
import type { JobCanceledError, JobInterruptedError, JobLostError } from './job.ts';
import { type Job } from './job.ts';
import { guard, markFinished } from './lease.ts';

const PROGRESS_MS = 500;

interface Deps<P extends object> {
  store: Store;
  id: string;
  kind: string;
  payload: P;
  attempt: number;
  fence: number;
  /** Tells the queue, inside the given transaction. */
  complete: () => Promise<void>;
  saveProgress: ((job: Job<P>, tx: Db, value: object) => Promise<void>) | null;
}

/** A job in this process's hands. */
export class RunningJob<P extends object> implements Job<P> {
  readonly #deps: Deps<P>;
  readonly #abort = new AbortController();
  #progress: object | null = null;
  #progressTimer: NodeJS.Timeout | null = null;
  #progressWrite: Promise<void> = Promise.resolve();
  #finished = false;

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
    return this.#finished;
  }

  abort(reason: JobCanceledError | JobInterruptedError | JobLostError): void {
    this.#abort.abort(reason);
  }

  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      await guard(tx, this.id, this.fence);
      return work(tx);
    });
  }

  async finish<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    await this.flushProgress();
    const result = await this.transaction(async (tx) => {
      const value = await work(tx);
      await markFinished(tx, this.id);
      await this.#deps.complete();
      return value;
    });
    this.#finished = true;
    return result;
  }

  progress(value: object): void {
    if (this.#finished || !this.#deps.saveProgress) return;
    this.#progress = value;
    if (this.#progressTimer) return;
    this.#writeProgress();
    this.#progressTimer = setInterval(() => {
      this.#writeProgress();
    }, PROGRESS_MS);
  }

  /** Writes the last value, if it is not there yet. */
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
    // Progress is for people: that it could not be written (a full disk, a lost job) stops nothing here.
    this.#progressWrite = this.#progressWrite
      .then(() => this.transaction((tx) => save(this, tx, value)))
      .catch(() => undefined);
  }
}
