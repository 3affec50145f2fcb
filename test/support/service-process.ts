/** Runs the service as a separate process, as people start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { bundleProgram } from './bundled.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ReadyLine {
  readonly ready: true;
  readonly base_url: string;
  readonly token: string;
  readonly pid: number;
  /** Signs in as the owner of a server. */
  readonly owner_link?: string;
}

export interface ServiceProcess {
  readonly process: ChildProcess;
  readonly stdout: readonly string[];
  stderr(): string;
  /** Resolves with the ready line, or null if the process ends without one. */
  readonly ready: Promise<ReadyLine | null>;
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** @param file another TypeScript program that prints a ready line; defaults to the built service */
export function startServiceProcess(args: readonly string[], file?: string): ServiceProcess {
  // The program's service has no proxy in front.
  const env = { CUTAWAY_TEST_DEPLOYMENT: 'app' };
  return startProgram(file === undefined ? 'dist/service/main.js' : bundleProgram(file), args, env);
}

/** Starts the built server for a team; its ready line has no token. */
export function startServerProcess(args: readonly string[], env: Readonly<Record<string, string>>): ServiceProcess {
  return startProgram('dist/service/server.js', args, env);
}

function startProgram(program: string, args: readonly string[], env: Readonly<Record<string, string>>): ServiceProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const stdout: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<ReadyLine | null>((resolve) => {
    lines.on('line', (line) => {
      stdout.push(line);
      if (stdout.length === 1) resolve(JSON.parse(line) as ReadyLine);
    });
    void ended.then(() => resolve(null));
  });
  return {
    process: child,
    stdout,
    stderr: () => errors,
    ready,
    ended,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
