/** Starts and ends the built app like people do, with unusable folders and ports. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { lockFolder } from '#platform/folder-lock.ts';
import { expectMeasured } from '#test/support/expect-measured.ts';
import { isLongRun, getRounds } from '#test/support/rounds.ts';
import { type Program, SERVICE, SHELL, startProgram } from '#test/support/program.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

const SLOW_TEST = { timeout: 120_000 };
/** The id of Debian's user nobody. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
const programs: Program[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-processes-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.process.kill('SIGKILL');
    await program.ended;
  }
  await removeFolder(folder);
});

function start(command: readonly string[], env?: NodeJS.ProcessEnv, detached = false): Program {
  const program = startProgram(command, env, detached);
  programs.push(program);
  return program;
}

/** Expects exit code 1, one readable line on stderr and an empty stdout. */
async function expectRefusal(program: Program, message: RegExp): Promise<void> {
  expect(await program.ready).toBeNull();
  expect(await program.ended).toBe(1);
  expect(program.getStderr()).toMatch(message);
  expect(program.getStderr().trim().split('\n')).toHaveLength(1);
}

const PROGRAMS = [
  ['the browser shell', SHELL],
  ['the service', SERVICE],
] as const;

describe('a data folder', () => {
  test.runIf(isRoot).each(PROGRAMS)('that %s may not write to is reported', SLOW_TEST, async (_, command) => {
    chmodSync(folder, 0o755);
    mkdirSync(dataDir, { mode: 0o555 });
    const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...command];
    await expectRefusal(start([...asNobody, '--data', dataDir]), /cannot be used: it is not allowed to write there\. /);
    await expectRefusal(
      start([...asNobody, '--data', join(dataDir, 'in', 'it')]),
      /it is not allowed to write there\. /,
    );
    // The program starts with the permission, so the refusal had no other cause.
    chownSync(dataDir, NOBODY, NOBODY);
    const program = start([...asNobody, '--data', dataDir]);
    expect(await program.ready).toMatchObject({ ready: true });
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });

  test.each(PROGRAMS)(
    'in use by another start of %s is reported within 1 s, and the first continues',
    SLOW_TEST,
    async (_, command) => {
      const first = start([...command, '--data', dataDir]);
      expect(await first.ready).toMatchObject({ ready: true });
      // Subtracts the time to start Node and read the program; long runs take the best of three, as a busy machine adds
      // delays.
      const durations: number[] = [];
      for (let n = 0; n < getRounds(1, 3); n++) {
        const startedAt = performance.now();
        await expectRefusal(start([...command, '--nonsense']), /nonsense/);
        const startDuration = performance.now() - startedAt;
        await expectRefusal(
          start([...command, '--data', dataDir]),
          /is in use already \(.+, process \d+, since .+\)\. Close that/,
        );
        durations.push(performance.now() - startedAt - 2 * startDuration);
      }
      expectMeasured(Math.min(...durations), 1000);
      expect(first.process.exitCode).toBeNull();
      first.process.kill('SIGTERM');
      expect(await first.ended).toBe(0);
    },
  );
});

describe('a port in use', () => {
  let otherServer: Server;
  let port: number;
  beforeEach(async () => {
    otherServer = createServer((_, response) => response.end('other'));
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
    port = (otherServer.address() as AddressInfo).port;
  });
  afterEach(() => void otherServer.close());

  test('is reported when requested, and another port works', SLOW_TEST, async () => {
    await expectRefusal(
      start([...SHELL, '--data', dataDir, '--port', String(port)]),
      new RegExp(`Port ${port} is used by another program\\. Choose another with --port\\.`),
    );
    // The failed start left nothing behind: the folder is free, and another port works.
    const program = start([...SHELL, '--data', dataDir, '--port', '0']);
    expect(await program.ready).toMatchObject({ ready: true });
  });

  test('is reported when the workspace uses it, and used again later', SLOW_TEST, async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'loopback.json'), JSON.stringify({ port, sessions: [] }));
    await expectRefusal(
      start([...SHELL, '--data', dataDir]),
      new RegExp(`Port ${port}, where this workspace’s window keeps its data`),
    );
    otherServer.closeAllConnections();
    await new Promise((resolve) => otherServer.close(resolve));
    const program = start([...SHELL, '--data', dataDir]);
    expect((await program.ready)?.['url']).toContain(`:${port}/`);
  });
});

const listProcesses = (path: string): string[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(path) && !line.includes('ps -A'));

describe('npm', () => {
  for (const script of ['service', 'start:web']) {
    // Each script and each signal once; long runs combine them all.
    const defaultSignal = script === 'service' ? 'SIGTERM' : 'SIGINT';
    for (const signal of isLongRun ? (['SIGTERM', 'SIGINT'] as const) : ([defaultSignal] as const)) {
      test(`run ${script} ends on ${signal} with all its children and releases the folder`, SLOW_TEST, async () => {
        const options = script === 'start:web' ? ['--no-open'] : ['--port', '0'];
        const command = ['npm', 'run', '--silent', script, '--', '--data', dataDir, ...options];
        const program = start(command, process.env, signal === 'SIGINT');
        expect(await program.ready, program.getStderr()).toMatchObject({ ready: true });
        expect(listProcesses(dataDir).length).toBeGreaterThan(1);
        // Ctrl-C signals a terminal's whole foreground group, SIGTERM only one process.
        if (signal === 'SIGINT') process.kill(-(program.process.pid ?? 0), signal);
        else program.process.kill(signal);
        // npm exits with 0, or ends by the signal itself if the shell between it and the script did.
        expect([0, null]).toContain(await program.ended);
        await expect.poll(() => listProcesses(dataDir), { timeout: 60_000 }).toEqual([]);
        for (const path of script === 'service' ? [dataDir] : [dataDir, join(dataDir, 'service')]) {
          await (await lockFolder(path, { purpose: 'a test' })).release();
        }
      });
    }
  }
});

test('the service writes no token to its log or lock file', SLOW_TEST, async () => {
  const program = start([...SERVICE, '--data', dataDir]);
  const ready = (await program.ready) as { base_url: string; token: string };
  await fetch(`${ready.base_url}/api/v1/team?token=${ready.token}`, {
    headers: { Authorization: `Bearer ${ready.token}` },
  });
  await fetch(`${ready.base_url}/api/v1/nothing/${ready.token}`, { method: 'POST', body: ready.token });
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.getStderr()).not.toContain(ready.token);
  expect(readFileSync(join(dataDir, '.lock'), 'utf8')).not.toContain(ready.token);
});
