/** Draws a scene's frames in a separate thread, so that the caller's thread stays free. */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';

import { type FrameRun, type SceneJob, drawSceneFrames } from './draw/scene.ts';

/** One picture for each run; each is valid until the next is requested. */
export interface DrawnScene {
  readonly runs: readonly FrameRun[];
  readonly pictures: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export type DrawScene = <T>(job: SceneJob, use: (scene: DrawnScene) => Promise<T>) => Promise<T>;

/** Draws in the current thread, for programs that do nothing else. */
export const drawInCurrentThread: DrawScene = async (job, use) => {
  const { runs, pictures } = await drawSceneFrames(job);
  return use({ runs, pictures: pictures() });
};

export type WorkerMessage =
  { readonly runs: readonly FrameRun[] } | { readonly picture: Uint8Array } | { readonly fault: string };

async function* readMessages(worker: Worker, workerEnd: AbortSignal): AsyncGenerator<WorkerMessage> {
  for await (const [message] of on(worker, 'message', { signal: workerEnd })) yield message as WorkerMessage;
}

async function readNextMessage(incomingMessages: AsyncGenerator<WorkerMessage>): Promise<WorkerMessage> {
  const { value, done } = await incomingMessages.next();
  if (done) throw new Error('The thread that draws has ended.');
  if ('fault' in value) throw new Error(value.fault);
  return value;
}

/** Draws in a worker thread. `program` is its script, which is next to the bundle. */
export const drawInWorker =
  (program = new URL('./scene-worker.js', import.meta.url)): DrawScene =>
  async (job, use) => {
    const worker = new Worker(program, { workerData: job });
    const workerEnd = new AbortController();
    worker.once('error', (error) => workerEnd.abort(error));
    worker.once('exit', () => workerEnd.abort(new Error('The thread that draws has ended.')));
    try {
      const incomingMessages = readMessages(worker, workerEnd.signal);
      const first = await readNextMessage(incomingMessages);
      const runs = 'runs' in first ? first.runs : [];
      const streamPictures = async function* (): AsyncGenerator<Uint8Array> {
        for (let remaining = runs.length; remaining > 0; remaining--) {
          const message = await readNextMessage(incomingMessages);
          if ('picture' in message) yield message.picture;
          worker.postMessage('more');
        }
      };
      return await use({ runs, pictures: streamPictures() });
    } finally {
      await worker.terminate();
    }
  };
