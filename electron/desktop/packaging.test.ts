/** Packs the application with electron-builder around a stand-in for Electron's binary and checks the result. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const BUILDER = join(ROOT, 'node_modules/electron-builder/cli.js');
/** Electron marks its fuses in the binary with these bytes, a version, a count and one character per fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = [
  ['runAsNode', '0'],
  ['cookieEncryption', '1'],
  ['nodeOptions', '0'],
  ['nodeCliInspect', '0'],
  ['embeddedAsarIntegrityValidation', '1'],
  ['onlyLoadAppFromAsar', '1'],
  ['loadBrowserProcessSpecificV8Snapshot', '0'],
  ['grantFileProtocolExtraPrivileges', '0'],
] as const;
/** Fuses as Electron ships them; most differ from the configuration. */
const SHIPPED = '10110001';

let folder: string;

async function writeAll(files: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content, { mode: 0o755 });
  }
}

/** Runs electron-builder with the project's configuration plus `extra`; returns its exit code and output. */
async function pack(extra: object): Promise<{ code: number; output: string }> {
  const configuration = {
    extends: join(ROOT, 'electron-builder.yml'),
    electronDist: join(folder, 'electron-dist'),
    electronVersion: '45.4.1',
    directories: { output: join(folder, 'release') },
    ...extra,
  };
  const file = join(folder, 'configuration.json');
  await writeFile(file, JSON.stringify(configuration));
  const run = promisify(execFile);
  const options = { cwd: ROOT, maxBuffer: 1e8, env: { ...process.env, DEBUG: '' } };
  try {
    const { stdout, stderr } = await run(process.execPath, [BUILDER, '--linux', 'dir', '--config', file], options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { code: failed.code, output: failed.stdout + failed.stderr };
  }
}

type AsarEntry = { files?: Record<string, AsarEntry>; unpacked?: boolean; integrity?: object };

function walk(entry: AsarEntry, path = ''): { path: string; entry: AsarEntry }[] {
  if (!entry.files) return [{ path, entry }];
  return Object.entries(entry.files).flatMap(([name, inner]) => walk(inner, path === '' ? name : `${path}/${name}`));
}

async function readAsar(file: string): Promise<{ path: string; entry: AsarEntry }[]> {
  const bytes = await readFile(file);
  const length = bytes.readUInt32LE(12);
  return walk(JSON.parse(bytes.toString('utf8', 16, 16 + length)) as AsarEntry);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-pack-'));
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, SHIPPED.length]), Buffer.from(SHIPPED)]);
  await writeAll({
    'electron-dist/electron': Buffer.concat([Buffer.from('not Electron '), wire, Buffer.from(' the end')]),
    'electron-dist/version': '45.4.1',
    'built/electron/main.js': 'export {};',
    'built/electron/preload.cjs': '',
    'built/renderer/index.html': '<!doctype html>',
    'built/service/main.js': 'export {};',
    'built/service/main.js.map': '{"sources":["/somewhere/on/this/machine/service/main.ts"]}',
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('packaging', () => {
  it('refuses a configuration with an option electron-builder does not know', async () => {
    const { code, output } = await pack({ notAnOption: true });
    expect(code).not.toBe(0);
    expect(output).toMatch(/unknown property 'notAnOption'|notAnOption/);
    expect(output).toMatch(/Invalid configuration object/);
  });

  it('packs the bundles and their dependencies, and no sources, tests or maps', { timeout: 120_000 }, async () => {
    // The bundles in dist/ may not be built, so this packs another folder with the project's own filters.
    const { code, output } = await pack({
      files: [{ from: join(folder, 'built'), to: 'dist', filter: ['**/*', '!**/*.map'] }],
    });
    expect(code, output.slice(-2_000)).toBe(0);
    expect(output).not.toContain('cannot find path for dependency');

    const resources = join(folder, 'release/linux-unpacked/resources');
    const files = await readAsar(join(resources, 'app.asar'));
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'dist/electron/main.js',
        'dist/electron/preload.cjs',
        'dist/renderer/index.html',
        'dist/service/main.js',
        'node_modules/zod/package.json',
        'node_modules/pg/package.json',
      ]),
    );
    const tops = new Set(paths.map((path) => path.split('/')[0]));
    expect([...tops].sort()).toEqual(['dist', 'node_modules', 'package.json']);
    expect(paths.filter((path) => /\.(ts|mts|cts|map|svelte)$|\.test\./.test(path))).toEqual([]);
    expect(paths.filter((path) => /^node_modules\/(electron|vite|vitest|typescript|svelte)\//.test(path))).toEqual([]);

    const native = files.filter(({ path }) => path.endsWith('.node'));
    expect(native.length).toBeGreaterThan(0);
    expect(native.filter(({ entry }) => !entry.unpacked)).toEqual([]);
    expect(files.filter(({ entry }) => !entry.unpacked && !entry.integrity)).toEqual([]);
  });

  it('sets every fuse in the binary', async () => {
    const binary = await readFile(join(folder, 'release/linux-unpacked/cutaway'), 'latin1');
    const wire = binary.slice(binary.indexOf(SENTINEL) + SENTINEL.length + 2).slice(0, FUSES.length);
    expect(wire).not.toBe(SHIPPED);
    expect(Object.fromEntries(FUSES.map(([name], index) => [name, wire[index]]))).toEqual(Object.fromEntries(FUSES));
  });
});
