import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns a process's parent, or null if unknown. @param {number} pid */
function readParentPid(pid) {
  try {
    // The process name, in brackets, may contain anything; the parent is the second field after it.
    if (process.platform === 'linux')
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Ends a script run by npm when npm or its shell has ended, as if the signal had reached it. npm sends a signal only to
 * the shell in between, which dies of it or waits for a script that never received it.
 */
export function exitWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const npm = readParentPid(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === null || npm <= 1 || isRunning(npm))) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  timer.unref();
}
