/** Tests the service as a process: its ready line, its folder, its exit, and its message if it cannot start. */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { expectMeasured } from '#test/support/expect-measured.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';

const SLOW_TEST = { timeout: 180_000 };
let folder: string;
const children: ServiceProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-process-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.process.exitCode === null) await child.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(...args: string[]): ServiceProcess {
  const child = startServiceProcess(['--data', join(folder, 'data'), ...args]);
  children.push(child);
  return child;
}

const getTeam = (baseUrl: string, token: string) =>
  fetch(`${baseUrl}/api/v1/team`, { headers: { Authorization: `Bearer ${token}` } });

test('ends when its parent process is gone before it is ready', SLOW_TEST, async () => {
  const child = fork('dist/service/main.js', ['--data', join(folder, 'data'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  // The service's folder exists, and it is about to create the database.
  await vi.waitFor(() => stat(join(folder, 'data')), { timeout: 60_000, interval: 20 });
  child.disconnect();
  expect(await exit).toBe(0);
  const next = start();
  expect(await next.ready).not.toBeNull();
  expect(await next.end()).toBe(0);
});

test('prints one ready line, answers, keeps its data and exits with 0', SLOW_TEST, async () => {
  const first = start('--sample');
  const line = (await first.ready)!;
  expect(line).toEqual({ ready: true, base_url: line.base_url, token: line.token, pid: first.process.pid });
  expect(line.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await getTeam(line.base_url, line.token)).json()).toMatchObject({
    team: { name: 'Sample Studio', user_role: 'owner' },
  });
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700);
  expect(await first.end()).toBe(0);
  expect(first.stdout).toHaveLength(1);
  expect(first.getStderr()).not.toContain(line.token);

  // The database already has data, so --sample adds nothing.
  const second = start();
  const secondLine = (await second.ready)!;
  expect((await getTeam(secondLine.base_url, line.token)).status).toBe(401);
  expect(await (await getTeam(secondLine.base_url, secondLine.token)).json()).toMatchObject({
    team: { name: 'Sample Studio' },
  });

  // A second process on the same folder exits, and the first one keeps running.
  const startedAt = performance.now();
  const third = start();
  expect(await third.ended).toBe(1);
  expect(third.getStderr()).toMatch(
    /is in use already \(the local service, process \d+, since .*\)\. Close that one first/,
  );
  expect(third.getStderr().trim().split('\n')).toHaveLength(1);
  expectMeasured(performance.now() - startedAt, 60_000);
  expect((await getTeam(secondLine.base_url, secondLine.token)).status).toBe(200);
  expect(await second.end('SIGINT')).toBe(0);
});

test('without --sample, creates a workspace for one person', SLOW_TEST, async () => {
  const line = (await start().ready)!;
  const get = async (path: string) => {
    const response = await fetch(`${line.base_url}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${line.token}` },
    });
    return (await response.json()) as unknown;
  };
  expect(await get('/team')).toMatchObject({
    team: { name: 'My studio', owner: { name: 'You' }, subscription: { plan: 'local', status: 'active' } },
  });
  expect(await get('/team/credits')).toMatchObject({ credits: { plan_credits: 300, credits_remaining: 300 } });
  expect(await get('/channels/1')).toMatchObject({ data: { settings: { title: 'My channel' } } });
  expect(await get('/channels/1/templates')).toMatchObject({ data: { templates: { length: 5 } } });
});

describe('fails to start', () => {
  const expectFailedStart = async (child: ServiceProcess, message: RegExp): Promise<void> => {
    expect(await child.ended).toBe(1);
    expect(child.stdout).toEqual([]);
    expect(child.getStderr()).toMatch(message);
    expect(child.getStderr().trim().split('\n')).toHaveLength(1);
  };

  test('on a port in use', SLOW_TEST, async () => {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await expectFailedStart(start('--port', String(port)), new RegExp(`^Port ${port} is already in use\\.`));
    server.close();
  });

  test('when the data folder is a file', SLOW_TEST, async () => {
    await writeFile(join(folder, 'data'), 'a file');
    await expectFailedStart(start(), /^The folder .* cannot be used: it is a file/);
  });

  test('when PostgreSQL is unreachable', SLOW_TEST, async () => {
    await expectFailedStart(
      start('--database-url', 'postgres://nobody@127.0.0.1:9/none'),
      /^PostgreSQL isn’t responding: /,
    );
  });

  test.each([
    [['--port', '70000'], /^--port takes a number/],
    [['--database-url', 'mysql://x'], /^--database-url takes an address/],
    [['--rate-limits', 'maybe'], /^--rate-limits takes on or off/],
    [['--nonsense'], /^Unknown option '--nonsense'/],
  ])('with the options %j', SLOW_TEST, async (args, message) => {
    await expectFailedStart(start(...args), message);
  });
});
