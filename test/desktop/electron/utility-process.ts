import { type ChildProcess, type IOType, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

import { options } from './runtime.ts';
import { requireReady } from './readiness.ts';

/** On POSIX, Electron kills a utility process that has not ended this long after it was asked to. */
const KILL_TIMEOUT_MS = 2_000;

const children = new Set<UtilityProcess>();

class UtilityProcess
  extends EventEmitter
  implements Pick<Electron.UtilityProcess, 'kill' | 'postMessage' | 'pid' | 'stdout' | 'stderr'>
{
  readonly #child: ChildProcess;
  #hasEnded = false;

  constructor(modulePath: string, args: string[], { stdio, env, execArgv, cwd }: Electron.ForkOptions) {
    super();
    const [input, output, errors] = (Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]) as IOType[];
    const parentPort = ['--import', pathToFileURL(options.scripts.parentPort).href];
    this.#child = spawn(process.execPath, [...parentPort, ...(execArgv ?? []), modulePath, ...args], {
      stdio: [input ?? 'ignore', output ?? 'inherit', errors ?? 'inherit', 'ipc'],
      ...(env === undefined ? {} : { env: env as NodeJS.ProcessEnv }),
      ...(cwd === undefined ? {} : { cwd }),
    });
    children.add(this);
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code, signal) => this.#exit(signal === 'SIGKILL' ? 9 : (code ?? 15)));
  }

  get pid(): number | undefined {
    return this.#hasEnded ? undefined : this.#child.pid;
  }

  get stdout(): NodeJS.ReadableStream | null {
    return this.#hasEnded ? null : this.#child.stdout;
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#hasEnded ? null : this.#child.stderr;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    if (this.#hasEnded) return false;
    if (options.killLike === 'windows') return this.#child.kill('SIGKILL');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), KILL_TIMEOUT_MS);
    this.#child.once('exit', () => clearTimeout(timer));
    return this.#child.kill('SIGTERM');
  }

  /** Electron drops the listeners of both outputs as soon as the process has ended, read or not. */
  #exit(code: number): void {
    children.delete(this);
    try {
      this.emit('exit', code);
    } finally {
      this.#child.stdout?.removeAllListeners();
      this.#child.stderr?.removeAllListeners();
      this.#hasEnded = true;
    }
  }

  crash(): void {
    this.#child.kill('SIGKILL');
  }
}

export const utilityProcess = {
  fork: (modulePath: string, args: string[] = [], forkOptions: Electron.ForkOptions = {}): UtilityProcess => {
    requireReady('utilityProcess');
    return new UtilityProcess(modulePath, args, forkOptions);
  },
};

export const utilityProcessControls = {
  pids: (): number[] => [...children].flatMap(({ pid }) => pid ?? []),
  /** Ends every utility process, as when one crashes. */
  crash: (): void => children.forEach((child) => child.crash()),
};
