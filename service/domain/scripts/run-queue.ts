import type { Jobs } from '../../jobs/jobs.ts';

export interface RunPayload {
  readonly run_id: string;
}

export interface RunQueue {
  /**
   * Call it in the transaction that inserts the run.
   * @throws if the queue rejects the job.
   */
  enqueue(runId: string): Promise<void>;
  /** Removes a queued run or stops a running one. Call it in the transaction that ends the run. */
  cancel(runId: string): Promise<void>;
}

/** Queues runs of one kind of job; the job has the id of its run. */
export const createRunQueue = (jobs: Jobs, kind: string): RunQueue => ({
  enqueue: async (run_id) => {
    await jobs.enqueue(kind, { run_id } satisfies RunPayload, { id: run_id });
  },
  cancel: async (runId) => {
    await jobs.cancel(kind, runId);
  },
});
