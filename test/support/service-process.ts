/** Runs the service as a separate process, as people start it. */
import { bundleProgram } from './bundled.ts';
import { type Program, startProgram } from './program.ts';

export type ReadyLine = {
  readonly ready: true;
  readonly base_url: string;
  readonly token: string;
  readonly pid: number;
  /** Signs in as the owner of a server. */
  readonly owner_link?: string;
};

export interface ServiceProcess extends Program {
  readonly ready: Promise<ReadyLine | null>;
  /** Resolves with the exit code, or null after a signal. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** @param file another TypeScript program that prints a ready line; defaults to the built service */
export function startServiceProcess(args: readonly string[], file?: string): ServiceProcess {
  // The program's service has no proxy in front.
  const env = { CUTAWAY_TEST_DEPLOYMENT: 'app' };
  return startService(file === undefined ? 'dist/service/main.js' : bundleProgram(file), args, env);
}

/** Starts the built server for a team; its ready line has no token. */
export function startServerProcess(args: readonly string[], env: Readonly<Record<string, string>>): ServiceProcess {
  return startService('dist/service/server.js', args, env);
}

function startService(file: string, args: readonly string[], env: Readonly<Record<string, string>>): ServiceProcess {
  const program = startProgram([process.execPath, file, ...args], { ...process.env, ...env });
  return {
    ...program,
    ready: program.ready as Promise<ReadyLine | null>,
    end: (signal = 'SIGTERM') => {
      program.process.kill(signal);
      return program.ended;
    },
  };
}
