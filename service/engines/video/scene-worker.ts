/** The thread that draws a scene; a few pictures ahead of whoever takes them, and no more. */
import { parentPort, workerData } from 'node:worker_threads';

import { type SceneJob, sceneFrames } from './draw/scene.ts';
import type { FromThread } from './frames.ts';

const AHEAD = 3;
const port = parentPort;
let free = AHEAD;
let wake: () => void = () => undefined;

port?.on('message', () => {
  free += 1;
  wake();
});

function send(message: FromThread, moved: ArrayBuffer[] = []): void {
  port?.postMessage(message, moved);
}

try {
  const { runs, pictures } = await sceneFrames(workerData as SceneJob);
  send({ runs });
  for (const picture of pictures()) {
    while (free === 0) await new Promise<void>((resolve) => (wake = resolve));
    free -= 1;
    send({ picture }, [picture.buffer]);
  }
} catch (error) {
  send({ fault: error instanceof Error ? error.message : String(error) });
}
