/** Packs the application with electron-builder around a stand-in for Electron's binary. */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { findOnPath } from '#platform/find-on-path.ts';

import { compressPackages } from '../../../scripts/compress-packages.mjs';
import { createDistConfiguration, type Environment } from '../../../scripts/dist-configuration.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const BUILDER = join(ROOT, 'node_modules/electron-builder/cli.js');

/** Electron marks its fuses in the binary with these bytes, a version, a count and one character per fuse. */
export const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Fuses as Electron ships them; most differ from the configuration. */
export const SHIPPED_FUSES = '10110001';

export async function writeAll(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content, { mode: 0o755 });
  }
}

export async function writeElectron(folder: string): Promise<void> {
  const count = Buffer.from([1, SHIPPED_FUSES.length]);
  const wire = Buffer.concat([Buffer.from(SENTINEL), count, Buffer.from(SHIPPED_FUSES)]);
  await writeAll(folder, {
    'electron-dist/electron': Buffer.concat([Buffer.from('#!/bin/sh\n# not Electron '), wire, Buffer.from('\n')]),
    'electron-dist/chrome-sandbox': '#!/bin/sh\n',
    'electron-dist/version': '45.4.1',
    'electron-dist/LICENSE': 'The licence of Electron.',
    'electron-dist/LICENSES.chromium.html': '<title>The licences of Chromium</title>',
  });
}

function getTool(name: string): string {
  const file = findOnPath(name);
  if (file === null) throw new Error(`${name} is not installed.`);
  return file;
}

/**
 * Lays out the machine's tools like electron-builder's downloads, and returns the variables that name them. The runtime
 * is only a stand-in, so an AppImage made with it can be read but not started.
 */
export async function linkSystemTools(folder: string): Promise<Record<string, string>> {
  const tools = join(folder, 'appimage-tools');
  await writeAll(tools, { 'runtimes/runtime-x64': 'a runtime', 'lib/x64/.keep': '' });
  await copyFile('/bin/true', join(tools, 'runtimes/runtime-x64'));
  for (const name of ['mksquashfs', 'desktop-file-validate']) await symlink(getTool(name), join(tools, name));
  const fpm = join(import.meta.dirname, 'fpm.mjs');
  await chmod(fpm, 0o755);
  return { APPIMAGE_TOOLS_PATH: tools, CUSTOM_FPM_PATH: fpm };
}

interface PackOptions {
  readonly targets: readonly string[];
  readonly files?: readonly (string | object)[];
  readonly extra?: object;
  /** Stands in for the environment of `npm run dist`. */
  readonly distEnv?: Environment;
  readonly env?: Record<string, string>;
}

/**
 * Runs electron-builder with the project's configuration plus `extra`, whose files are added; returns its exit code and
 * output.
 */
export async function pack(
  folder: string,
  { targets, files = [], extra = {}, distEnv = {}, env = {} }: PackOptions,
): Promise<{ code: number; output: string }> {
  const baseConfiguration = createDistConfiguration(distEnv, compressPackages());
  const configuration = {
    ...baseConfiguration,
    files: [...baseConfiguration.files, ...files],
    electronDist: join(folder, 'electron-dist'),
    electronVersion: '45.4.1',
    directories: { output: join(folder, 'release') },
    ...extra,
  };
  const file = join(folder, 'configuration.json');
  await writeFile(file, JSON.stringify(configuration));
  const options = { cwd: ROOT, maxBuffer: 1e8, env: { ...process.env, DEBUG: '', ...env } };
  return new Promise((resolve) => {
    const args = [BUILDER, '--publish', 'never', '--linux', ...targets, '--config', file];
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ code, output: stdout + stderr });
    });
  });
}
