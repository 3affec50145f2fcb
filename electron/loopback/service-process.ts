import { spawn } from 'node:child_process';
import { STOP_MESSAGE } from '#contract/service-process.ts';
import type { ServiceProcess } from '../host/ports.ts';

/**
 * Runs the service with this Node. An IPC channel and a pipe end it when this process ends, even after a crash. It has
 * its own process group, so that Ctrl-C only reaches it through the host.
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
    stop: () => {
      // A channel that is closed, or closes before the message is sent, ends the service as well.
      if (child.connected) child.send(STOP_MESSAGE, () => undefined);
    },
    kill: () => void child.kill('SIGKILL'),
    once: (_event, listener) => {
      let isReported = false;
      const reportExit = (code: number | null): void => {
        if (!isReported) listener(code);
        isReported = true;
      };
      child.once('exit', reportExit);
      child.once('error', () => reportExit(null));
    },
  };
}
