/** Runs electron-updater against a local HTTPS server, up to the start of an installer. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppImageUpdater, type AppUpdater, NsisUpdater } from 'electron-updater';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { BUILD, NodeTransport, UpdateServer } from '#test/support/update-server.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import type { Updater } from '../host/ports.ts';
import { createUpdater, readUpdateKey } from './updater.ts';

type AppAdapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>;

let folder: string;
let server: UpdateServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-update-'));
  server = await UpdateServer.start();
  vi.stubEnv('APPIMAGE', join(folder, 'Cutaway.AppImage'));
  writeFileSync(join(folder, 'Cutaway.AppImage'), 'version 1.0.0');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  await removeFolder(folder);
});

const listPending = (): string[] => {
  const path = join(folder, 'cache', 'cutaway-updater', 'pending');
  return existsSync(path)
    ? readdirSync(path).filter((name) => name.endsWith('.AppImage') || name.endsWith('.exe'))
    : [];
};

function openUpdater(kind: 'AppImage' | 'NSIS' = 'AppImage', version = '1.0.0'): Updater {
  const configuration = join(folder, 'app-update.yml');
  writeFileSync(configuration, `provider: generic\nurl: ${server.url}\nupdaterCacheDirName: cutaway-updater\n`);
  mkdirSync(join(folder, 'cache'), { recursive: true });
  const app: AppAdapter = {
    version,
    name: 'cutaway',
    isPackaged: true,
    appUpdateConfigPath: configuration,
    userDataPath: folder,
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
  return createUpdater(() => {
    const updater: AppUpdater = kind === 'NSIS' ? new NsisUpdater(null, app) : new AppImageUpdater(null, app);
    Object.assign(updater, { httpExecutor: new NodeTransport() });
    return Promise.resolve(updater);
  }, server.publicKey);
}

const noop = (): void => undefined;

describe('an update', () => {
  it('is found with its notes, downloaded with progress and installed in place', async () => {
    server.publish(BUILD);
    const updates = openUpdater();
    expect(await updates.check('stable')).toEqual({ version: '1.1.0', notes: BUILD.notes });
    expect(listPending()).toEqual([]);
    const percentages: number[] = [];
    await updates.download((percent) => percentages.push(percent));
    expect(percentages.at(-1)).toBe(100);
    expect(listPending()).toEqual([BUILD.file]);
    expect(readFileSync(join(folder, 'Cutaway.AppImage'), 'utf8')).toBe('version 1.0.0');

    expect(updates.install({ openAgain: false })).toBe(false);
    expect(readFileSync(join(folder, 'Cutaway.AppImage')).equals(BUILD.content)).toBe(true);
    expect(readFileSync(join(folder, 'Cutaway.AppImage.log'), 'utf8')).toBe('installed true\n');
  });

  it('starts the Windows installer silently', async () => {
    const content = Buffer.from('#!/bin/sh\necho "$@" > "$0.log"\n');
    server.publish({ ...BUILD, content, file: 'Cutaway-1.1.0.exe' });
    const updates = openUpdater('NSIS');
    await updates.check('stable');
    await updates.download(noop);
    const installer = join(folder, 'cache/cutaway-updater/pending', listPending()[0] ?? '');
    // Windows needs no permission to start a program.
    chmodSync(installer, 0o755);
    updates.install({ openAgain: true });
    await expect
      .poll(() => existsSync(`${installer}.log`) && readFileSync(`${installer}.log`, 'utf8'))
      .toBe('--updated /S --force-run\n');
  });

  it.each(['0.9.0', '1.0.0', '1.0.0-beta.3'])('is not offered if the feed has version %s', async (version) => {
    server.publish({ ...BUILD, version });
    expect(await openUpdater().check('stable')).toBeNull();
  });

  it('is offered for beta versions only in the beta channel, and never downgrades to an older stable version', async () => {
    server.publish({ ...BUILD, version: '1.2.0-beta.1', feed: 'beta-linux.yml' });
    server.publish({ ...BUILD, version: '1.1.0' });
    const updates = openUpdater();
    expect(await updates.check('stable')).toMatchObject({ version: '1.1.0' });
    expect(await updates.check('beta')).toMatchObject({ version: '1.2.0-beta.1' });
    expect(await openUpdater('AppImage', '1.2.0-beta.1').check('stable')).toBeNull();
  });
});

describe('a failed update', () => {
  const createFailure = (name: string): object => ({ name: 'UpdateError', failure: name });

  it.each([
    [
      'changed after it was signed',
      () => server.files.set(BUILD.feed, Buffer.concat([server.files.get(BUILD.feed)!, Buffer.from('# x\n')])),
    ],
    [
      'signed by someone else',
      async () => {
        const other = await UpdateServer.start();
        other.publish(BUILD);
        await other.stop();
        server.files.set(`${BUILD.feed}.sig`, other.files.get(`${BUILD.feed}.sig`)!);
      },
    ],
    ['not signed', () => server.files.delete(`${BUILD.feed}.sig`)],
    ['given an empty signature', () => server.files.set(`${BUILD.feed}.sig`, Buffer.alloc(0))],
  ] as const)('downloads nothing when its feed was %s', async (_, tamper) => {
    server.publish(BUILD);
    await tamper();
    await expect(openUpdater().check('stable')).rejects.toMatchObject(createFailure('signature'));
    expect(server.requests).not.toContain(BUILD.file);
  });

  it('is discarded when its file differs from the signed feed', async () => {
    server.publish(BUILD);
    server.files.set(BUILD.file, Buffer.from(BUILD.content).fill(0, 1_000, 2_000));
    const updates = openUpdater();
    await updates.check('stable');
    await expect(updates.download(noop)).rejects.toMatchObject(createFailure('damaged'));
    expect(listPending()).toEqual([]);
    updates.install({ openAgain: false });
    expect(readFileSync(join(folder, 'Cutaway.AppImage'), 'utf8')).toBe('version 1.0.0');
  });

  it('is downloaded again on request when it arrived incomplete', async () => {
    server.publish(BUILD);
    server.breakAfter = 100_000;
    const updates = openUpdater();
    await updates.check('stable');
    await expect(updates.download(noop)).rejects.toMatchObject(createFailure('unreachable'));
    expect(listPending()).toEqual([]);
    server.breakAfter = null;
    await updates.check('stable');
    await updates.download(noop);
    expect(listPending()).toEqual([BUILD.file]);
  });

  it('is reported when the server has no feed', async () => {
    await expect(openUpdater().check('stable')).rejects.toMatchObject(createFailure('nothing_there'));
  });

  it('is reported when the server is unreachable', async () => {
    const updates = openUpdater();
    await server.stop();
    await expect(updates.check('stable')).rejects.toMatchObject(createFailure('unreachable'));
  });
});

describe('an installation', () => {
  const windowsApp = { packaged: true, platform: 'win32', appImage: undefined } as const;
  const createBuild = (): { resources: string; packageJson: string } => {
    const packageJson = join(folder, 'package.json');
    writeFileSync(packageJson, JSON.stringify({ updateKey: 'a key' }));
    writeFileSync(join(folder, 'app-update.yml'), 'provider: generic');
    return { resources: folder, packageJson };
  };

  it('has updates if its build named an address and a key', () => {
    expect(readUpdateKey({ ...windowsApp, ...createBuild() })).toEqual({ key: 'a key' });
    expect(
      readUpdateKey({ ...windowsApp, ...createBuild(), platform: 'linux', appImage: '/home/me/Cutaway.AppImage' }),
    ).toEqual({
      key: 'a key',
    });
  });

  it('has none in development, from a package manager, or without an address or a key', () => {
    expect(readUpdateKey({ ...windowsApp, ...createBuild(), packaged: false })).toBe('development');
    expect(readUpdateKey({ ...windowsApp, ...createBuild(), platform: 'linux' })).toBe('package_manager');
    expect(readUpdateKey({ ...windowsApp, ...createBuild(), resources: join(folder, 'nowhere') })).toBe('no_address');
    const { packageJson } = createBuild();
    writeFileSync(packageJson, '{}');
    expect(readUpdateKey({ ...windowsApp, resources: folder, packageJson })).toBe('no_address');
  });
});
