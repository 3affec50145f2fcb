/** Runs ffmpeg and other programs as children that never outlive their caller. */
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import type { Writable } from 'node:stream';

import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { spawnToEndWithProcess } from '#platform/end-with-process.ts';

import { VideoEngineError } from '../video.ts';

const log = logger('ffmpeg');

/** Length of the kept end of a program's stderr, in characters. */
const MAX_STDERR_LENGTH = 64 * 1024;

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly signal: AbortSignal;
  /** Data for stdin; without it there is no stdin. */
  readonly input?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Receives each chunk of stdout, which is then not kept as text. */
  readonly onOutput?: (chunk: Buffer) => void;
  readonly onErrorLine?: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
}

async function writeInput(stdin: Writable, input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  // A program that ends early reports the reason itself; ignore the broken pipe that follows.
  let isBroken = false;
  stdin.on('error', () => (isBroken = true));
  for await (const chunk of input) {
    if (isBroken || stdin.destroyed) return;
    await new Promise<void>((resolve) => void stdin.write(chunk, () => resolve()));
  }
  stdin.end();
}

function createReader(onText: (text: string) => void, onLine?: (line: string) => void): (chunk: Buffer) => void {
  let partialLine = '';
  return (chunk) => {
    const text = chunk.toString('utf8');
    onText(text);
    if (!onLine) return;
    const lines = (partialLine + text).split(/\r\n|\n|\r/);
    partialLine = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}

function killIfRunning(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}

function startProgram(path: string, args: readonly string[], { input, env }: RunOptions): ChildProcess {
  const child = spawnToEndWithProcess(path, args, {
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
    ...(env && { env }),
  });
  try {
    // Encoding takes minutes on all cores, so a person's other programs go first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The program has already ended, or its priority may not be changed.
  }
  return child;
}

/**
 * Runs a program to its end, whatever its exit code. When aborted, kills the child and waits for its end before
 * rejecting with the signal's reason.
 * @throws VideoEngineError `missing` if there is no such program.
 */
export async function capture(path: string, args: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const { signal, input, onOutput, onErrorLine } = options;
  signal.throwIfAborted();
  const child = startProgram(path, args, options);
  const startedAt = Date.now();
  const kill = (): void => killIfRunning(child);
  signal.addEventListener('abort', kill, { once: true });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', onOutput ?? createReader((text) => (stdout += text)));
  child.stderr?.on(
    'data',
    createReader((text) => (stderr = (stderr + text).slice(-MAX_STDERR_LENGTH)), onErrorLine),
  );
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new VideoEngineError('missing', `${basename(path)} couldn’t be started: ${cause.message}.`, { cause }));
    });
    child.once('close', resolve);
  });
  try {
    // If the input fails (a picture cannot be drawn), the child is no longer needed.
    const feeding =
      input && child.stdin
        ? writeInput(child.stdin, input).catch((error: unknown) => (kill(), Promise.reject(error)))
        : null;
    const [code] = await Promise.all([closed, feeding]);
    signal.throwIfAborted();
    log[code === 0 ? 'info' : 'warn']('program ended', { program: basename(path), code, ms: Date.now() - startedAt });
    return { code, stdout, stderr };
  } catch (error) {
    log.warn('program stopped', { program: basename(path), aborted: signal.aborted, ...describeError(error) });
    kill();
    if (child.pid !== undefined) await closed.catch(() => undefined); // the error below is thrown anyway
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

const getLastLine = (stderr: string): string => stderr.trim().split('\n').at(-1)?.trim().slice(0, 300) ?? '';

const isDiskFull = (stderr: string): boolean => /No space left on device|Disk quota exceeded|ENOSPC/i.test(stderr);

export const createDiskFullError = (cause?: unknown): VideoEngineError =>
  new VideoEngineError(
    'disk_full',
    'There isn’t enough space on the disk for the video. Free up some space and try again.',
    {
      cause,
    },
  );

/** Runs ffmpeg and throws unless it succeeds. @throws VideoEngineError `died` or `disk_full` */
export async function runFfmpeg(path: string, args: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const result = await capture(path, ['-hide_banner', '-nostdin', '-y', ...args], options);
  if (result.code === 0) return result;
  if (isDiskFull(result.stderr)) throw createDiskFullError(new Error(getLastLine(result.stderr)));
  throw new VideoEngineError(
    'died',
    `ffmpeg stopped before it was done: ${getLastLine(result.stderr) || 'no message'}`,
  );
}
