/** Draws a scene in a worker thread, only a few pictures ahead of the reader. */
import { parentPort, workerData } from 'node:worker_threads';

import { type SceneJob, sceneFrames } from './draw/scene.ts';
import type { FromThread } from './frames.ts';

/** Limits the shared buffers, which are allocated once because pictures are large and there are thousands of them. */
const AHEAD = 3;
const port = parentPort;
let free = AHEAD;
let wake: () => void = () => undefined;

port?.on('message', () => {
  free += 1;
  wake();
});

const send = (message: FromThread): void => port?.postMessage(message);

try {
  const job = workerData as SceneJob;
  const places = Array.from({ length: AHEAD }, () => new Uint8Array(new SharedArrayBuffer(job.width * job.height * 4)));
  const { runs, pictures } = await sceneFrames(job);
  send({ runs });
  let next = 0;
  for (const drawn of pictures()) {
    while (free === 0) await new Promise<void>((resolve) => (wake = resolve));
    free -= 1;
    const picture = places[next++ % AHEAD];
    if (!picture) break;
    picture.set(drawn);
    send({ picture });
  }
} catch (error) {
  send({ fault: error instanceof Error ? error.message : String(error) });
}
