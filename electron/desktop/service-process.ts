import type { ForkOptions } from 'electron';
import { STOP_MESSAGE } from '#contract/service-process.ts';
import type { ServiceProcess } from '../host/ports.ts';
import type { UtilityChild } from './electron-api.ts';

interface Forker {
  fork(modulePath: string, args: string[], options: ForkOptions): UtilityChild;
}

type SendSignal = (pid: number, signal: 'SIGKILL') => void;

/** Electron removes all listeners when the process has exited, while its last lines may still be in the pipe. */
function keepListeners(output: NodeJS.ReadableStream): void {
  output.removeAllListeners = () => output;
}

/**
 * Starts the local service in a utility process: this needs no Node mode of the executable, which the fuses switch off,
 * and can read code from the archive. `sendSignal` ends a process that no longer responds; Electron's own `kill` leaves
 * a service no time to finish.
 */
export function createServiceForker(
  utilityProcess: Forker,
  sendSignal: SendSignal = process.kill.bind(process),
): (modulePath: string, args: string[]) => ServiceProcess {
  return (modulePath, args) => {
    const child = utilityProcess.fork(modulePath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Cutaway service',
    });
    const { stdout, stderr } = child;
    if (!stdout || !stderr) throw new Error('The local service was started without its output.');
    for (const output of [stdout, stderr]) keepListeners(output);
    return {
      stdout,
      stderr,
      stop: () => child.postMessage(STOP_MESSAGE),
      kill: () => {
        if (child.pid === undefined) return;
        try {
          sendSignal(child.pid, 'SIGKILL');
        } catch {
          // The process has already exited.
        }
      },
      once: (_event, listener) => {
        child.once('exit', listener);
      },
    };
  };
}
