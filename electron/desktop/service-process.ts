import type { ForkOptions } from 'electron';
import type { ServiceProcess } from '../host/ports.ts';
import type { UtilityChild } from './electron-api.ts';

interface Forker {
  fork(modulePath: string, args: string[], options: ForkOptions): UtilityChild;
}

type SendSignal = (pid: number, signal: 'SIGKILL') => void;

/**
 * Starts the local service in a utility process: this needs no Node mode of the executable, which the fuses switch off,
 * and can read code from the archive. `signal` ends a process that no longer responds.
 */
export function createServiceForker(
  utilityProcess: Forker,
  signal: SendSignal = process.kill.bind(process),
): (modulePath: string, args: string[]) => ServiceProcess {
  return (modulePath, args) => {
    const child = utilityProcess.fork(modulePath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Cutaway service',
    });
    const { stdout, stderr } = child;
    if (!stdout || !stderr) throw new Error('The local service was started without its output.');
    return {
      stdout,
      stderr,
      kill: (kind = 'SIGTERM') => {
        if (kind === 'SIGTERM') return child.kill();
        if (child.pid === undefined) return false;
        try {
          signal(child.pid, kind);
          return true;
        } catch {
          return false; // the process has already exited
        }
      },
      once: (_event, listener) => {
        child.once('exit', listener);
      },
    };
  };
}
