import type { ForkOptions } from 'electron';
import type { ServiceProcess } from '../host/ports.ts';
import type { UtilityChild } from './pieces.ts';

interface Forker {
  fork(modulePath: string, args: string[], options: ForkOptions): UtilityChild;
}

type SendSignal = (pid: number, signal: 'SIGKILL') => void;

/**
 * Starts the local service in a utility process: it needs no Node mode of the executable, which the fuses switch off,
 * and reads its code out of the archive. `signal` is how a process that does not listen any more is ended.
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
          return false; // gone in the meantime
        }
      },
      once: (_event, listener) => {
        child.once('exit', listener);
      },
    };
  };
}
