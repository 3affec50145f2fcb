import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startChild } from '#test/support/child.ts';
import { isRunning } from '#test/support/is-running.ts';

const PROGRAMS = ['ffmpeg', 'espeak-ng'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-programs-'));
  for (const name of PROGRAMS) {
    await writeFile(join(folder, name), '#!/bin/sh\necho $$ > "$0.pid"\nexec sleep 600\n');
    await chmod(join(folder, name), 0o755);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function getPid(name: string): Promise<number> {
  const pid = Number(await readFile(join(folder, `${name}.pid`), 'utf8'));
  if (pid === 0) throw new Error(`${name} has not written its number yet.`);
  return pid;
}

it.skipIf(process.platform === 'win32')('ffmpeg and voices end with the service, however it dies', async () => {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
  const service = startChild('run-programs.ts', [folder], { env });
  await service.readLine('running');
  const pids = await vi.waitFor(() => Promise.all(PROGRAMS.map(getPid)), { timeout: 60_000 });
  expect(pids.map(isRunning)).toEqual([true, true]);
  await service.kill('SIGKILL');
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
});
