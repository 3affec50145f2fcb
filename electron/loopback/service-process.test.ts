/** Tests stopping the service's process and reading its last lines, with real processes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServiceState } from '#contract/bridge.ts';
import { ServiceSupervisor } from '../host/service-supervisor.ts';
import { spawnService } from './service-process.ts';

const READY = `console.log(JSON.stringify({ ready: true, base_url: 'http://127.0.0.1:1', token: 't' }));`;

let folder: string;
let lines: string[];
let states: ServiceState[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-supervisor-'));
  lines = [];
  states = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Supervises a program that takes the service's place. */
async function supervise(program: string, timing: { grace?: number; backoff?: number[] } = {}) {
  const file = join(folder, 'service.mjs');
  await writeFile(file, program);
  return new ServiceSupervisor({
    spawn: (args) => spawnService(file, args),
    dataFolder: folder,
    sample: false,
    onState: (state) => states.push(state),
    onLine: (line) => lines.push(line),
    timing: { healthEvery: 600_000, ...timing },
  });
}

it('waits as long as the service takes to finish its work', async () => {
  const supervisor = await supervise(`${READY}
    process.on('SIGTERM', () => process.exit(1));
    process.on('message', (message) => {
      setTimeout(() => process.stderr.write('finished after ' + message + '\\n', () => process.exit(0)), 400);
    });`);
  supervisor.start();
  await supervisor.whenReady(20_000);
  await supervisor.stop();
  expect(lines).toEqual(['finished after stop']);
});

it('kills a service that does not stop within its grace period, and says so', async () => {
  const supervisor = await supervise(`${READY} process.on('message', () => undefined);`, { grace: 100 });
  supervisor.start();
  await supervisor.whenReady(20_000);
  await supervisor.stop();
  expect(lines).toEqual(['The service didn’t stop in time and was ended.']);
  expect(states.at(-1)?.status).toBe('stopped');
});

it('keeps the last lines of a service that dies, however many it wrote', async () => {
  const supervisor = await supervise(
    `import { writeSync } from 'node:fs';
    process.on('message', () => undefined);
    for (let line = 1; line <= 4000; line++) writeSync(2, 'line ' + line + ' of its last words\\n');
    process.kill(process.pid, 'SIGKILL');`,
    { backoff: [] },
  );
  supervisor.start();
  expect(await supervisor.whenReady(20_000)).toBeNull();
  expect(lines).toHaveLength(4000);
  expect(states.at(-1)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('line 4000 of its last words') as unknown,
  });
});
