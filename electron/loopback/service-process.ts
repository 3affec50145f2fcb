import { spawn } from 'node:child_process';
import type { ServiceProcess } from '../host/ports.ts';

/**
 * Runs the service with this Node. It hangs on an IPC channel and a pipe, so that it ends when this process does,
 * however that dies; and it has a process group of its own, so that Ctrl-C reaches it through the host alone.
 */
export function spawnService(modulePath: string, args: string[]): ServiceProcess {
  const child = spawn(process.execPath, [modulePath, ...args], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The local service was started without its output.');
  return {
    stdout,
    stderr,
    kill: (signal = 'SIGTERM') => child.kill(signal),
    once: (_event, listener) => {
      let told = false;
      const tell = (code: number | null): void => {
        if (!told) listener(code);
        told = true;
      };
      child.once('exit', tell);
      child.once('error', () => tell(null));
    },
  };
}
