/** Gives a Node process the `parentPort` of Electron's utility processes; its IPC channel carries the messages. */
import { EventEmitter } from 'node:events';

const parentPort = new EventEmitter();
Object.assign(process, { parentPort });
process.on('message', (/** @type {{ data: unknown }} */ message) => parentPort.emit('message', message));
