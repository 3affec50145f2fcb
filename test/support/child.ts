/** Runs a TypeScript file of the tests in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { bundleProgram } from './bundled.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Resolves with the first line of stdout that begins with `start`; rejects if the process ends before that. */
  readLine(start: string): Promise<string>;
  getLines(): readonly string[];
  getStderr(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves with the exit code, or null after a signal. */
  waitForExit(): Promise<number | null>;
}

/** `file` is relative to test/support/children. */
export function startChild(
  file: string,
  parameters: string[] = [],
  { env = process.env, wrap = [] as string[] } = {},
): Child {
  const command = [...wrap, process.execPath, bundleProgram(`test/support/children/${file}`), ...parameters];
  const child = spawn(command[0] ?? '', command.slice(1), { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let partialLine = '';
  let errors = '';
  const lineListeners = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (partialLine + chunk.toString()).split('\n');
    partialLine = parts.pop() ?? '';
    lines.push(...parts);
    for (const checkLines of lineListeners) checkLines();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return {
    process: child,
    get pid() {
      return child.pid ?? 0;
    },
    readLine: (start) =>
      new Promise((resolve, reject) => {
        const checkLines = (): void => {
          const line = lines.find((text) => text.startsWith(start));
          if (line !== undefined) resolve(line);
        };
        lineListeners.add(checkLines);
        checkLines();
        void exit.then((code) => {
          checkLines();
          reject(new Error(`The process ended (${code}) before "${start}": ${errors}`));
        });
      }),
    getLines: () => lines,
    getStderr: () => errors,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exit;
    },
    waitForExit: () => exit,
  };
}
