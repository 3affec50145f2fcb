import { startWorker } from '#renderer/shared/start-worker.ts';
import type { TaskRequest, TaskDone, TaskName, TextTasks } from './text-tasks.ts';
import workerUrl from './text-worker.ts?worker&url';

/** Compares and merges long texts in a worker, so that the page stays responsive however much they differ. */
export class TextWork {
  #worker: Worker | null = null;
  #last = 0;
  readonly #waiting = new Map<number, { resolve: (made: unknown) => void; reject: (error: Error) => void }>();

  /** Rejects if the worker cannot start or the task fails. */
  do<N extends TaskName>(name: N, given: TextTasks[N]['given']): Promise<TextTasks[N]['made']> {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve: (made) => resolve(made as TextTasks[N]['made']), reject });
      this.#start().postMessage({ id, name, given } satisfies TaskRequest<N>);
    });
  }

  end(): void {
    this.#worker?.terminate();
    this.#fail();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = startWorker(workerUrl);
    worker.addEventListener('message', ({ data }: MessageEvent<TaskDone>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('made' in data) waiting?.resolve(data.made);
      else waiting?.reject(new Error('The texts could not be compared.'));
    });
    worker.addEventListener('error', () => this.#fail());
    this.#worker = worker;
    return worker;
  }

  #fail(): void {
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Error('The texts could not be compared.'));
    this.#waiting.clear();
  }
}
