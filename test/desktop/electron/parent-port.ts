/** Runs first in every utility process: gives it `process.parentPort`, and ends it with the app. */
import { EventEmitter } from 'node:events';

const send = process.send?.bind(process);

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown): void => void send?.(message),
  start: (): void => undefined,
});

process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
// Listening alone keeps no utility process alive.
process.channel?.unref();
process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// A utility process has no IPC channel of Node.
Object.assign(process, { parentPort, type: 'utility' });
delete (process as { send?: unknown }).send;
