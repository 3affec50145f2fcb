/** Draws a scene in a worker thread, only a few pictures ahead of the reader. */
import { parentPort, workerData } from 'node:worker_threads';

import { type SceneJob, drawSceneFrames } from './draw/scene.ts';
import type { WorkerMessage } from './frames.ts';

/** Number of shared buffers, allocated once because pictures are large and there are thousands of them. */
const MAX_AHEAD = 3;
const port = parentPort;
let freeBuffers = MAX_AHEAD;
let wake: () => void = () => undefined;

port?.on('message', () => {
  freeBuffers += 1;
  wake();
});

const send = (message: WorkerMessage): void => port?.postMessage(message);

try {
  const job = workerData as SceneJob;
  const buffers = Array.from(
    { length: MAX_AHEAD },
    () => new Uint8Array(new SharedArrayBuffer(job.width * job.height * 4)),
  );
  const { runs, pictures } = await drawSceneFrames(job);
  send({ runs });
  let next = 0;
  for (const pixels of pictures()) {
    while (freeBuffers === 0) await new Promise<void>((resolve) => (wake = resolve));
    freeBuffers -= 1;
    const picture = buffers[next++ % MAX_AHEAD];
    if (!picture) break;
    picture.set(pixels);
    send({ picture });
  }
} catch (error) {
  send({ fault: error instanceof Error ? error.message : String(error) });
}
