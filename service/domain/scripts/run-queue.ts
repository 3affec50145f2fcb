/** The port through which a started run gets worked on and a cancelled one gets stopped. */
export interface RunQueue {
  /** Inside the transaction that inserts the run. @throws when the queue takes nothing. */
  enqueue(runId: string): Promise<void>;
  /** Takes a run out of the queue or stops the work on it; inside the transaction that ends the run. */
  cancel(runId: string): Promise<void>;
}
