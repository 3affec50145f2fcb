/**
 * Stops the service like the desktop app while it renders a video, and like Windows ends a process from outside:
 * it is gone at once, but its children are not.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createServiceForker } from '#electron/desktop/service-process.ts';
import { ServiceSupervisor } from '#electron/host/service-supervisor.ts';
import { lockFolder } from '#platform/folder-lock.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import { UtilityProcess } from '#test/support/utility-process.ts';

const SLOW_TEST = { timeout: 180_000 };
const SCRIPT = `# Night trains\n\n${'## Why\n\nNobody expected it. They are coming back.\n\n'.repeat(8)}`;

let folder: string;
let lines: string[];
let env: NodeJS.ProcessEnv;
let service: UtilityProcess;
let supervisor: ServiceSupervisor;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-stop-'));
  lines = [];
  env = { ...process.env };
  const fork = createServiceForker({
    fork: (modulePath, args) => (service = new UtilityProcess(modulePath, args, env)),
  });
  supervisor = new ServiceSupervisor({
    spawn: (args) => fork('dist/service/main.js', args),
    dataFolder: join(folder, 'service'),
    sample: true,
    onState: () => undefined,
    onLine: (line) => lines.push(line),
  });
});
afterEach(async () => {
  service.kill();
  await supervisor.stop();
  await removeFolder(folder);
});

/** Lists the ffmpeg processes that work in the data folder. */
const listEncoders = (): string[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder) && line.includes('rawvideo'));

/** Starts the service and a video; resolves once ffmpeg runs. */
async function startVideo(): Promise<void> {
  supervisor.start();
  const address = await supervisor.whenReady(60_000);
  if (!address) throw new Error(lines.join('\n'));
  const response = await fetch(`${address.baseUrl}/api/v1/video/projects`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${address.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'one',
    },
    body: JSON.stringify({ name: 'Night trains', script: SCRIPT, channel_id: 1 }),
  });
  expect(response.status, await response.text()).toBe(202);
  await expect.poll(listEncoders, { timeout: 60_000, interval: 5 }).not.toEqual([]);
}

test(
  'a stopping service returns its work to the queue, ends its ffmpeg and releases its folder',
  SLOW_TEST,
  async () => {
    await startVideo();
    await supervisor.stop();
    expect(listEncoders()).toEqual([]);
    expect(lines.join('\n')).toContain('job returned to the queue');
    expect(lines.join('\n')).not.toContain('didn’t stop in time');
    await (await lockFolder(join(folder, 'service'), { purpose: 'a test' })).release();
  },
);

test('a service that is killed leaves no ffmpeg behind', SLOW_TEST, async () => {
  // This ffmpeg never ends by itself, like one that encodes a long video.
  const endlessProgram = join(folder, 'ffmpeg');
  const loop = `exec sh -c 'while :; do sleep 1; done' ffmpeg "$@"`;
  await writeFile(endlessProgram, `#!/bin/sh\ncase "$*" in *rawvideo*) ${loop} ;; esac\nexec ffmpeg "$@"\n`);
  await chmod(endlessProgram, 0o755);
  env['CUTAWAY_FFMPEG'] = endlessProgram;
  await startVideo();
  const stopping = supervisor.stop();
  service.kill();
  await stopping;
  await expect.poll(listEncoders, { timeout: 60_000, interval: 20 }).toEqual([]);
});
