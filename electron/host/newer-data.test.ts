/** Opens data folders that a newer version wrote. */
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServiceState } from '#contract/bridge.ts';
import { DATA_FORMAT } from '#contract/data-format.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import { createHost } from './host.ts';
import type { HostPorts, ServiceProcess } from './ports.ts';
import { ServiceSupervisor } from './service-supervisor.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-newer-'));
});
afterEach(() => removeFolder(folder));

class Child extends EventEmitter implements ServiceProcess {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  stop(): void {
    this.kill();
  }
  kill(): void {
    this.emit('exit', 0);
    this.stdout.end();
    this.stderr.end();
  }
}

function createTestHost(version: string, children: Child[] = []) {
  const spawnService = (): ServiceProcess => {
    const child = new Child();
    children.push(child);
    return child;
  };
  const absentPorts = {
    saveFile: null,
    saveFolder: null,
    openExportFolder: null,
    openExternal: null,
    captureState: null,
    spellingState: null,
    updater: 'browser',
    quit: null,
  } as const;
  const ports: HostPorts = {
    ...absentPorts,
    openFolder: () => Promise.resolve(false),
    notify: () => undefined,
    spawnService,
  };
  return createHost({ dataFolder: folder, shell: 'web', version, serviceModule: 'service.js', sample: false, ports });
}

const readContents = (): [string, string | null][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isFile() ? readFileSync(path, 'base64') : null];
    });

it.each([
  ['files', '.'],
  ['database', 'service'],
] as const)('refuses newer %s with an explanation and changes nothing in the folder', async (part, subfolder) => {
  const first = createTestHost('0.2.0');
  await first.start();
  await first.stop();
  mkdirSync(join(folder, 'service'), { recursive: true });
  const newerFormat = { [part]: DATA_FORMAT[part] + 1, version: '0.9.0' };
  writeFileSync(join(folder, subfolder, 'format.json'), JSON.stringify(newerFormat));
  const contentsBefore = readContents();

  const children: Child[] = [];
  await expect(createTestHost('0.3.0', children).start()).rejects.toThrow(/made with Cutaway 0\.9\.0.*Update Cutaway/);
  expect(children).toEqual([]);
  expect(readContents()).toEqual(contentsBefore);
});

it('says at once that only a newer version can read the database, without starting the service again', async () => {
  const children: Child[] = [];
  const states: ServiceState[] = [];
  const supervisor = new ServiceSupervisor({
    spawn: () => {
      const child = new Child();
      children.push(child);
      return child;
    },
    dataFolder: folder,
    sample: false,
    onLine: () => undefined,
    onState: (state) => states.push(state),
  });
  supervisor.start();
  const message = 'This workspace was made with Cutaway 0.9.0, which is newer than this one.';
  children[0]?.stderr.write(`${message}\n`);
  await expect.poll(() => children[0]?.stderr.readableLength).toBe(0);
  children[0]?.emit('exit', 3);
  children[0]?.stderr.end();
  await expect.poll(() => states.at(-1)).toMatchObject({ status: 'failed', message });
  expect(children).toHaveLength(1);
});
