import type { Remote } from 'comlink';

import { WorkerClient } from '#renderer/shared/worker-client.ts';
import type { TextTasks } from './text-tasks.ts';
import workerUrl from './text-worker.ts?worker&url';

/** Runs tasks on long texts in a worker, so that the page stays responsive. */
export class TextWork {
  #worker: WorkerClient<TextTasks> | null = null;

  /** Runs a task. Rejects if the worker or the task fails; never settles if `end` is called first. */
  run<R>(task: (tasks: Remote<TextTasks>) => Promise<R>): Promise<R> {
    const worker = (this.#worker ??= new WorkerClient(workerUrl));
    return worker.call(task).catch((error: unknown) => {
      if (this.#worker === worker) this.end();
      throw error;
    });
  }

  /** Ends running tasks; the next one starts another worker. */
  end(): void {
    this.#worker?.end();
    this.#worker = null;
  }
}
