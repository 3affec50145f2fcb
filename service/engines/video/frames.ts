/** Draws a scene's frames in a thread of their own, so that the caller's thread stays free. */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';

import { type Run, type SceneJob, sceneFrames } from './draw/scene.ts';

/** Holds one picture for each run; each is valid until the next is requested. */
export interface DrawnScene {
  readonly runs: readonly Run[];
  readonly pictures: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export type DrawScene = <T>(job: SceneJob, use: (scene: DrawnScene) => Promise<T>) => Promise<T>;

/** Draws in the current thread, for programs that do nothing else. */
export const drawnHere: DrawScene = async (job, use) => {
  const { runs, pictures } = await sceneFrames(job);
  return use({ runs, pictures: pictures() });
};

export type FromThread =
  { readonly runs: readonly Run[] } | { readonly picture: Uint8Array } | { readonly fault: string };

async function* messages(worker: Worker, ended: AbortSignal): AsyncGenerator<FromThread> {
  for await (const [message] of on(worker, 'message', { signal: ended })) yield message as FromThread;
}

async function next(from: AsyncGenerator<FromThread>): Promise<FromThread> {
  const { value, done } = await from.next();
  if (done) throw new Error('The thread that draws has ended.');
  if ('fault' in value) throw new Error(value.fault);
  return value;
}

/** Draws in a worker thread. `program` is its script, which lies next to the bundle. */
export const drawnInThread =
  (program = new URL('./scene-worker.js', import.meta.url)): DrawScene =>
  async (job, use) => {
    const worker = new Worker(program, { workerData: job });
    const ended = new AbortController();
    worker.once('error', (error) => ended.abort(error));
    worker.once('exit', () => ended.abort(new Error('The thread that draws has ended.')));
    try {
      const from = messages(worker, ended.signal);
      const first = await next(from);
      const runs = 'runs' in first ? first.runs : [];
      const pictures = async function* (): AsyncGenerator<Uint8Array> {
        for (let left = runs.length; left > 0; left--) {
          const message = await next(from);
          if ('picture' in message) yield message.picture;
          worker.postMessage('more');
        }
      };
      return await use({ runs, pictures: pictures() });
    } finally {
      await worker.terminate();
    }
  };
