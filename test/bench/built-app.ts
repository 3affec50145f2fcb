/** Starts the built app for a benchmark. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningApp {
  /** Opens the window once, with its ticket. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Builds the app if necessary, and starts it with the sample data in a new folder. */
export async function startApp(): Promise<RunningApp> {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--missing'], { cwd: ROOT, stdio: 'ignore' });
  const dataFolder = mkdtempSync(join(tmpdir(), 'cutaway-bench-'));
  const args = [join(ROOT, 'dist/loopback/main.js'), '--data', dataFolder, '--no-open', '--sample', '--port', '0'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataFolder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = line.startsWith('{') ? (JSON.parse(line) as { url?: string }) : {};
    if (ready.url) return { url: ready.url, stop };
  }
  await stop();
  throw new Error('The app ended before it was ready.');
}
