/** Holds the one instance of a data folder, across processes: a file with the owner's id, and a socket it listens on. */
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

const FILE = 'SingletonLock';
const PATIENCE = 20_000;

/** Tells the first instance of the second one; runs in a process of its own, as the second one has to wait for it. */
const TELL = `
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

/** Returns a function that lets the lock go, or null if another process has it, which then hears of this one. */
export function takeLock(
  folder: string,
  own: SecondInstance,
  onSecond: (second: SecondInstance) => void,
): (() => void) | null {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, FILE);
  const other = readLock(file);
  if (other) {
    const result = spawnSync(process.execPath, ['-e', TELL, other.socket, JSON.stringify(own)], { timeout: PATIENCE });
    if (result.status === 0) return null;
    // The owner ended meanwhile.
    if (isRunning(other.pid)) return null;
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
