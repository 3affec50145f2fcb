/** Builds the packages for Linux around a stand-in for Electron's binary and reads them with the system's own tools. */
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { linkSystemTools, pack, writeAll, writeElectron } from '#test/support/packaging/pack.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import { derivePublicKey, signFeeds } from '../../scripts/sign-feed.mjs';
import { FeedSignatureError, requireSignature } from './signed-feed.ts';
import { readUpdateKey } from './updater.ts';

const ENTRY = 'usr/share/applications/app.cutaway.studio.desktop';
const APP = ['opt/Cutaway/cutaway', 'opt/Cutaway/chrome-sandbox', 'opt/Cutaway/resources/app.asar'];

const PRIVATE_KEY = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

let folder: string;
let release: string;

const run = (command: string, args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] });

/** Makes a system with an installed application, on which installation scripts can run. */
function createSystem(tree: string): { root: string; runScript: (script: string, ...args: string[]) => void } {
  const root = mkdtempSync(join(folder, 'root-'));
  run('mkdir', ['-p', ...['usr/bin', 'etc/apparmor.d', 'opt'].map((path) => join(root, path))]);
  run('cp', ['-r', join(tree, 'opt/Cutaway'), join(root, 'opt')]);
  chmodSync(join(root, 'opt/Cutaway/chrome-sandbox'), 0o755);
  const runScript = (script: string, ...args: string[]): void => {
    const rootedScript = script.replaceAll(/(?<=['\s])\/(?=(?:opt|usr|etc)\/)/g, `${root}/`);
    run('/bin/sh', ['-c', rootedScript, 'script', ...args]);
  };
  return { root, runScript };
}

function parseEntry(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('='));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-packages-'));
  release = join(folder, 'release');
  await writeElectron(folder);
  await writeAll(folder, { 'built/electron/main.js': 'export {};' });
  // packaging.test.ts checks the application itself, so this build leaves its packages out.
  const files = [{ from: join(folder, 'built'), to: 'dist' }, '!node_modules/**'];
  const env = await linkSystemTools(folder);
  const environment = { CUTAWAY_UPDATES: 'https://updates.example/cutaway', CUTAWAY_UPDATE_KEY: PRIVATE_KEY };
  const targets = ['deb', 'rpm', 'AppImage'];
  const { code, output } = await pack(folder, { targets, files, distEnv: environment, env });
  expect(code, output.slice(-3_000)).toBe(0);
}, 300_000);

afterAll(() => removeFolder(folder));

function findPackage(extension: string): string {
  const names = readdirSync(release).filter((name) => name.endsWith(`.${extension}`));
  expect(names).toHaveLength(1);
  return join(release, names[0] ?? '');
}

function expectEntry(text: string, exec: RegExp): void {
  const entry = parseEntry(text);
  expect(entry).toMatchObject({
    Type: 'Application',
    Name: 'Cutaway',
    Icon: 'cutaway',
    // Electron gives its windows this class on X11 and this app id on Wayland.
    StartupWMClass: 'app.cutaway.studio',
  });
  expect(entry['Exec']).toMatch(exec);
  expect(entry['MimeType']?.split(';')).toContain('x-scheme-handler/cutaway');
  expect(entry['Categories']).toContain('AudioVideo');
}

describe('the deb package', () => {
  const readField = (name: string): string => run('dpkg-deb', ['--field', findPackage('deb'), name]).trim();
  let tree: string;

  beforeAll(() => {
    tree = join(folder, 'deb');
    run('dpkg-deb', ['--raw-extract', findPackage('deb'), tree]);
  });

  it('says what it is and what it needs', () => {
    expect(readField('Package')).toBe('cutaway');
    expect(readField('Architecture')).toBe('amd64');
    expect(readField('Section')).toBe('video');
    expect(readField('Homepage')).toMatch(/^https:/);
    expect(readField('Depends').split(', ')).toEqual(
      expect.arrayContaining(['libgtk-3-0', 'libgbm1', 'libasound2', 'xdg-utils']),
    );
    expect(readField('Recommends')).toBe('');
  });

  it('holds the application, its icons and a valid desktop entry', () => {
    for (const path of APP) expect(statSync(join(tree, path)).isFile(), path).toBe(true);
    expect(statSync(join(tree, 'usr/share/icons/hicolor/256x256/apps/cutaway.png')).isFile()).toBe(true);
    expectEntry(readFileSync(join(tree, ENTRY), 'utf8'), /^\/opt\/Cutaway\/cutaway %U$/);
    run('desktop-file-validate', [join(tree, ENTRY)]);
  });

  it('installs a command and Chromium’s sandbox, and leaves nothing after its removal', () => {
    const readScript = (name: string): string => readFileSync(join(tree, 'DEBIAN', name), 'utf8');
    const { root, runScript } = createSystem(tree);

    runScript(readScript('postinst'), 'configure');
    expect(readlinkSync(join(root, 'usr/bin/cutaway'))).toBe(join(root, 'opt/Cutaway/cutaway'));
    expect(statSync(join(root, 'opt/Cutaway/chrome-sandbox')).mode & 0o7777).toBe(0o4755);

    runScript(readScript('postrm'), 'upgrade', '9.9.9');
    expect(readdirSync(join(root, 'usr/bin'))).toEqual(['cutaway']);
    runScript(readScript('postrm'), 'remove');
    expect(readdirSync(join(root, 'usr/bin'))).toEqual([]);
    expect(readdirSync(join(root, 'etc/apparmor.d'))).toEqual([]);
  });
});

describe('the rpm package', () => {
  const query = (...args: string[]): string => run('rpm', ['--query', '--package', findPackage('rpm'), ...args]);
  let tree: string;

  beforeAll(() => {
    tree = mkdtempSync(join(folder, 'rpm-'));
    const unpack = 'cd "$2" && rpm2cpio "$1" | cpio --extract --make-directories --quiet';
    run('/bin/sh', ['-c', unpack, 'sh', findPackage('rpm'), tree]);
  });

  it('says what it is and what it needs, by names that every distribution knows', () => {
    expect(query('--queryformat', '%{NAME} %{ARCH} %{LICENSE} %{URL}')).toMatch(/^cutaway x86_64 MIT https:/);
    const dependencies = query('--requires').split('\n');
    expect(dependencies).toEqual(
      expect.arrayContaining(['libgtk-3.so.0()(64bit)', 'libgbm.so.1()(64bit)', 'xdg-utils']),
    );
  });

  it('holds the application and its desktop entry', () => {
    for (const path of APP) expect(statSync(join(tree, path)).isFile(), path).toBe(true);
    expectEntry(readFileSync(join(tree, ENTRY), 'utf8'), /^\/opt\/Cutaway\/cutaway %U$/);
  });

  it('keeps the command through an upgrade, when the old version’s script runs last', () => {
    const { root, runScript } = createSystem(tree);
    runScript(query('--queryformat', '%{POSTIN}'), '2');
    runScript(query('--queryformat', '%{POSTUN}'), '1');
    expect(readdirSync(join(root, 'usr/bin'))).toEqual(['cutaway']);
    runScript(query('--queryformat', '%{POSTUN}'), '0');
    expect(readdirSync(join(root, 'usr/bin'))).toEqual([]);
  });
});

describe('the AppImage', () => {
  it('needs no libfuse2 and starts with Chromium’s sandbox', () => {
    const runtime = statSync(join(folder, 'appimage-tools/runtimes/runtime-x64')).size;
    const target = join(folder, 'appimage');
    run('unsquashfs', ['-quiet', '-no-progress', '-offset', String(runtime), '-dest', target, findPackage('AppImage')]);
    expectEntry(readFileSync(join(target, 'app.cutaway.studio.desktop'), 'utf8'), /^AppRun %U$/);

    const resources = join(target, 'resources');
    expect(readFileSync(join(resources, 'app-update.yml'), 'utf8')).toContain('url: https://updates.example/cutaway');
    const packageJson = join(folder, 'package.json');
    writeFileSync(packageJson, extractFile(join(resources, 'app.asar'), 'package.json'));
    const installation = {
      packaged: true,
      platform: 'linux',
      appImage: findPackage('AppImage'),
      resources,
      packageJson,
    } as const;
    expect(readUpdateKey(installation)).toEqual({ key: derivePublicKey(PRIVATE_KEY) });
  });

  it('is the file that the update feed names, and the app accepts the signed feed', async () => {
    const read = (name: string): string => readFileSync(join(release, name), 'utf8');
    const sha512 = createHash('sha512')
      .update(readFileSync(findPackage('AppImage')))
      .digest('base64');
    expect(read('latest-linux.yml')).toContain(sha512);
    expect(read('beta-linux.yml')).toContain(sha512);
    expect(read('latest-linux.yml')).toContain('releaseNotes:');

    const transport = { request: async ({ path }: RequestOptions) => Promise.resolve(path ?? '').then(read) };
    requireSignature(transport, derivePublicKey(PRIVATE_KEY));
    await expect(transport.request({ path: 'latest-linux.yml' })).rejects.toThrow(FeedSignatureError);
    signFeeds(release, PRIVATE_KEY);
    expect(await transport.request({ path: 'latest-linux.yml' })).toContain(sha512);
  });
});
