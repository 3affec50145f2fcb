import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';

/**
 * Becomes the program in its arguments, after starting a shell that ends the program once pipe 3 closes without a line.
 * That shell is there before the program is, and ignores the signals a terminal sends to all of its processes.
 */
const WATCHDOG_SCRIPT = `
( trap '' HUP INT TERM
  exec /bin/sh -c 'read -r _ <&3 || kill -9 "$1"' sh $$ ) </dev/null >/dev/null 2>&1 &
exec "$@" 3<&-`;
/** A shell's exit codes for a program that may not be run, or isn't there. */
const START_FAILURE_CODES = new Set([126, 127]);

interface Options extends Omit<SpawnOptions, 'stdio'> {
  readonly stdio: readonly ['pipe' | 'ignore', 'pipe', 'pipe'];
}

/**
 * Starts a program as Node's `spawn` does, and ends it when this process dies, also when it is killed and cannot do so
 * itself. On Windows, Node's job object does this; elsewhere a shell does.
 */
export function spawnToEndWithProcess(program: string, args: readonly string[], options: Options): ChildProcess {
  if (process.platform === 'win32') return spawn(program, args, { ...options, stdio: [...options.stdio] });
  const child = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'sh', program, ...args], {
    ...options,
    stdio: [...options.stdio, 'pipe'],
  });
  const lifePipe = child.stdio[3];
  if (lifePipe && 'write' in lifePipe) {
    lifePipe.on('error', () => undefined); // The shell has ended, as it does with the program.
    child.once('exit', () => lifePipe.end('\n'));
  }
  child.once('exit', (code) => {
    if (code !== null && START_FAILURE_CODES.has(code))
      child.emit('error', new Error(`There is no program ${program}.`));
  });
  return child;
}
