/** Tests the browser shell as a process: ready line, signals, second start, ports. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { isRunning } from '#test/support/is-running.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'loopback', 'main.js');

let folder = '';
let children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-shell-'));
});
afterEach(async () => {
  await Promise.all(children.map((child) => end(child, 'SIGKILL')));
  children = [];
  await removeFolder(folder);
});

interface Ready {
  url: string;
  pid: number;
}

function start(...args: string[]): { child: ChildProcess; ready: Promise<Ready>; log: () => string } {
  const child = spawn(process.execPath, [MAIN, '--data', folder, '--no-open', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ready = new Promise<Ready>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()) as Ready));
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${log}`)));
  });
  ready.catch(() => undefined);
  return { child, ready, log: () => log };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return exit;
}

async function readServicePid(): Promise<number> {
  for (;;) {
    try {
      return (JSON.parse(readFileSync(join(folder, 'service', '.lock-owner.json'), 'utf8')) as { pid: number }).pid;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const waitUntilGone = async (pid: number): Promise<void> => {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
};

test(
  'prints one ready line, ends on SIGTERM with code 0 and its service, and keeps its port',
  { timeout: 60_000 },
  async () => {
    const first = start();
    const ready = await first.ready;
    expect(Object.keys(ready)).toEqual(['ready', 'shell', 'url', 'pid']);
    expect(ready).toMatchObject({ ready: true, shell: 'web', pid: first.child.pid });
    const pid = await readServicePid();
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    expect(isRunning(pid)).toBe(false);
    const secondRun = await start().ready;
    expect(new URL(secondRun.url).port).toBe(new URL(ready.url).port);
    expect(secondRun.url).not.toBe(ready.url);
  },
);

test('ends the service when the shell is killed', { timeout: 300_000 }, async () => {
  const { child, ready } = start();
  await ready;
  const pid = await readServicePid();
  await end(child, 'SIGKILL');
  await waitUntilGone(pid);
});

test('a second start names the first in one line and exits with code 1', { timeout: 300_000 }, async () => {
  const first = start();
  await first.ready;
  const second = spawnSync(process.execPath, [MAIN, '--data', folder, '--no-open'], { encoding: 'utf8' });
  expect(second.status).toBe(1);
  expect(second.stdout).toBe('');
  expect(second.stderr.trim().split('\n')).toHaveLength(1);
  expect(second.stderr).toContain(String(first.child.pid));
});

test('reports a requested port that another program uses', { timeout: 300_000 }, async () => {
  const otherServer = createServer();
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  const { port } = otherServer.address() as AddressInfo;
  const { child, log } = start('--port', String(port));
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
  expect(log()).toContain(`Port ${port} is used by another program`);
  await new Promise((resolve) => otherServer.close(resolve));
});

test.each([
  ['a folder that is a file', ['--data', 'FILE'], /cannot be used/],
  ['an unknown option', ['--nonsense'], /nonsense/],
  ['an invalid port', ['--port', 'x'], /needs a number/],
])('reports %s in one line', (_, args, words) => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const argv = args.map((arg) => (arg === 'FILE' ? file : arg));
  const result = spawnSync(process.execPath, [MAIN, '--no-open', ...argv], { encoding: 'utf8' });
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(words);
  expect(result.stderr).not.toMatch(/\n\s+at /);
});
