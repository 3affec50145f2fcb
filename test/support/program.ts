/** Runs programs of the built app as separate processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Program {
  readonly process: ChildProcess;
  /** The lines of stdout so far. */
  readonly stdout: readonly string[];
  getStderr(): string;
  /** Resolves to the first line of stdout that is JSON; null if the program ends without one. */
  readonly ready: Promise<Record<string, unknown> | null>;
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
}

/** `detached` starts it in its own process group, as a terminal does. */
export function startProgram(
  command: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  detached = false,
): Program {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(command[0] ?? '', command.slice(1), { cwd: ROOT, env, detached, stdio: [...stdio] });
  const stdout: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<Record<string, unknown> | null>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      stdout.push(line);
      if (line.startsWith('{')) resolve(JSON.parse(line) as Record<string, unknown>);
    });
    void exitCode.then(() => resolve(null));
  });
  return { process: child, stdout, getStderr: () => errors, ready, ended: exitCode };
}

export const SHELL = [process.execPath, 'dist/loopback/main.js', '--no-open'];
export const SERVICE = [process.execPath, 'dist/service/main.js', '--port', '0'];
