/** Limits a data folder to one process, by a file with the owner's id and the socket it listens on. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

import { isRunning } from '../../support/is-running.ts';

export interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

interface Lock {
  readonly pid: number;
  readonly socket: string;
}

const LOCK_FILE = 'SingletonLock';
const NOTIFY_TIMEOUT_MS = 20_000;

/** Notifies the first instance of the second one, in its own process because the second one has to wait for it. */
const NOTIFY_SCRIPT = `
const [socket, text] = process.argv.slice(1);
const connection = require('node:net').connect(socket, () => connection.end(text));
connection.on('close', () => process.exit(0)).on('error', () => process.exit(1)).resume();
`;

function readLock(file: string): Lock | null {
  try {
    const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
    return isRunning(lock.pid) ? lock : null;
  } catch {
    return null;
  }
}

/** Returns a function that releases the lock, or null if another process has it, which is told of this one. */
export function takeLock(
  folder: string,
  instance: SecondInstance,
  onSecond: (second: SecondInstance) => void,
): (() => void) | null {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, LOCK_FILE);
  const currentLock = readLock(file);
  if (currentLock) {
    const result = spawnSync(process.execPath, ['-e', NOTIFY_SCRIPT, currentLock.socket, JSON.stringify(instance)], {
      timeout: NOTIFY_TIMEOUT_MS,
    });
    if (result.status === 0) return null;
    // The owner ended meanwhile.
    if (isRunning(currentLock.pid)) return null;
  }
  const name = `cutaway-stand-in-${randomUUID()}`;
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    let text = '';
    connection.on('data', (chunk) => (text += chunk.toString()));
    connection.on('end', () => {
      connection.end();
      onSecond(JSON.parse(text) as SecondInstance);
    });
  });
  server.listen(socket).unref();
  writeFileSync(file, JSON.stringify({ pid: process.pid, socket } satisfies Lock));
  return () => {
    server.close();
    if (readLock(file)?.pid === process.pid) rmSync(file, { force: true });
    rmSync(socket, { force: true });
  };
}
