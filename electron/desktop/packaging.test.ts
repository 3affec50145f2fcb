/** Packs the application around a stand-in for Electron's binary, checks the result and runs what was packed. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractAll } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { BOARD_FONT_FACES } from '#contract/board-fonts.ts';
import { WIDEST_FACE } from '#contract/fallback-faces.ts';
import { toPdfDocument } from '#markdown/pdf/to-pdf-document.ts';
import { parseTree } from '#markdown/tree.ts';
import { pack, SENTINEL, SHIPPED_FUSES, writeElectron } from '#test/support/packaging/pack.ts';
import { startProgram } from '#test/support/program.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import { MAX_BYTES, listPackedFiles, sumSizesByPart } from '../../scripts/package-sizes.mjs';
import { BUNDLED_FONTS } from '../host/pdf/fonts.ts';
import { PdfMaker } from '../host/pdf/pdf-maker.ts';

const FUSES = [
  ['runAsNode', '0'],
  ['cookieEncryption', '0'],
  ['nodeOptions', '0'],
  ['nodeCliInspect', '0'],
  ['embeddedAsarIntegrityValidation', '1'],
  ['onlyLoadAppFromAsar', '1'],
  ['loadBrowserProcessSpecificV8Snapshot', '0'],
  ['grantFileProtocolExtraPrivileges', '0'],
] as const;

let folder: string;
let resources: string;
let files: ReturnType<typeof listPackedFiles>;
/** A folder, which Node can run. */
let app: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-pack-'));
  await writeElectron(folder);
  const { code, output } = await pack(folder, { targets: ['dir'] });
  expect(code, output.slice(-2_000)).toBe(0);
  expect(output).not.toContain('cannot find path for dependency');
  resources = join(folder, 'release/linux-unpacked/resources');
  files = listPackedFiles(resources);
  app = join(folder, 'app');
  extractAll(join(resources, 'app.asar'), app);
}, 300_000);

afterAll(() => removeFolder(folder));

/** Only servers store files in S3, so installers leave its client out. */
const ON_SERVERS = /^@aws-sdk\//;

/** Returns the packages that the bundles of a part import. */
function getImports(part: string): string[] {
  const bundles = readdirSync(join(app, 'dist', part)).filter((name) => name.endsWith('.js'));
  const code = bundles.map((name) => readFileSync(join(app, 'dist', part, name), 'utf8')).join('\n');
  const names = [...code.matchAll(/^(?:import|export) (?:[^"';]* from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm)];
  const packages = names.map(([, one, other]) => one ?? other ?? '');
  return [...new Set(packages)].filter((name) => !/^(?:\.|node:|electron$)/.test(name)).sort();
}

describe('packaging', () => {
  it('refuses a configuration with an option electron-builder does not know', async () => {
    const { code, output } = await pack(folder, { targets: ['dir'], extra: { notAnOption: true } });
    expect(code).not.toBe(0);
    expect(output).toMatch(/unknown property 'notAnOption'|notAnOption/);
    expect(output).toMatch(/Invalid configuration object/);
  });

  it('packs the bundles and their dependencies, and no sources, tests, maps or browser shell', () => {
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
    const topLevel = new Set(paths.map((path) => path.split('/')[0]));
    expect([...topLevel].sort()).toEqual(['dist', 'node_modules', 'package.json']);
    expect(paths.filter((path) => /\.(ts|mts|cts|map|svelte|woff|stamp)$|\.test\./.test(path))).toEqual([]);
    expect(paths.filter((path) => /^node_modules\/(electron|vite|vitest|typescript|svelte)\//.test(path))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('dist/loopback/'))).toEqual([]);
  });

  it('packs the fonts of PDFs, compressed, and no others', () => {
    const fonts = files.map(({ path }) => path).filter((path) => /\.ttf(?:\.br)?$/.test(path));
    expect(fonts.sort()).toEqual(BUNDLED_FONTS.map((font) => `dist/compressed/${font}.br`).sort());
  });

  it('packs every typeface of pictures and videos', () => {
    const paths = new Set(files.map(({ path }) => path));
    const inAllWeights = [400, 500, 600, 700, 800, 900].map((weight) => ({ ...WIDEST_FACE, weight }));
    const fontFiles = [...Object.values(BOARD_FONT_FACES), ...inAllWeights].flatMap(({ family, subsets, weight }) =>
      subsets.map((subset) => `node_modules/@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`),
    );
    expect(fontFiles.filter((path) => !paths.has(path))).toEqual([]);
  });

  it('packs binaries of this system alone, beside the archive, and everything else under its integrity check', () => {
    const native = files.filter(({ path }) => /\.(?:node|bare|dll|dylib|exe)$/.test(path));
    expect(native.length).toBeGreaterThan(2);
    const platformBinary = new RegExp(`${process.platform}-${process.arch}`);
    expect(native.filter(({ path, unpacked }) => !unpacked || !platformBinary.test(path))).toEqual([]);
    expect(files.filter(({ unpacked, checked }) => !unpacked && !checked)).toEqual([]);
  });

  it('weighs at most 140 MB, listed by part', () => {
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const parts = sumSizesByPart(files);
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(total);
    expect(parts.map(({ part }) => part)).toEqual(expect.arrayContaining(['dist/renderer', 'node_modules/zod']));
    expect(MAX_BYTES).toBe(140_000_000);
    expect(total, JSON.stringify(parts.slice(0, 8))).toBeLessThan(MAX_BYTES);
  });

  it('brings along the licence of every package, in the window and as a text', () => {
    const list = JSON.parse(readFileSync(join(app, 'dist/renderer/licences.json'), 'utf8')) as {
      texts: string[];
      packages: { name: string; version: string; text: number }[];
    };
    const declaredPackages = new Set(list.packages.map(({ name, version }) => `${name} ${version}`));
    const packageFiles = files.filter(({ path }) =>
      /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path),
    );
    expect(packageFiles.length).toBeGreaterThan(50);
    for (const { path } of packageFiles) {
      const { name, version } = JSON.parse(readFileSync(join(app, path), 'utf8')) as { name: string; version: string };
      expect(declaredPackages, path).toContain(`${name} ${version}`);
    }
    const names = list.packages.map(({ name }) => name);
    // Bundled into the window's files, workers and styles.
    expect(names).toEqual(expect.arrayContaining(['svelte', 'dompurify', '@fontsource/commit-mono', 'electron']));
    for (const { name, text } of list.packages) expect(list.texts[text]?.length, name).toBeGreaterThan(100);
    const text = readFileSync(join(folder, 'release/linux-unpacked/LICENSES.txt'), 'utf8');
    expect(text).toMatch(/Source offer: for three years[\s\S]*GNU GENERAL PUBLIC LICENSE\s+Version 3/);
  });

  it('sets every fuse in the binary', () => {
    const binary = readFileSync(join(folder, 'release/linux-unpacked/cutaway'), 'latin1');
    const fuseWire = binary.slice(binary.indexOf(SENTINEL) + SENTINEL.length + 2).slice(0, FUSES.length);
    expect(fuseWire).not.toBe(SHIPPED_FUSES);
    expect(Object.fromEntries(FUSES.map(([name], index) => [name, fuseWire[index]]))).toEqual(
      Object.fromEntries(FUSES),
    );
  });
});

describe('the packed application', () => {
  it.each(['electron', 'service'])('finds every package that its part %s imports', (part) => {
    const names = getImports(part).filter((name) => !ON_SERVERS.test(name));
    expect(names.length).toBeGreaterThan(1);
    const code = `for (const name of ${JSON.stringify(names)}) await import(name)`;
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: app, stdio: 'pipe' });
  });

  it('starts its service, which unpacks ffmpeg for its first video', async () => {
    const data = join(folder, 'data');
    const command = [process.execPath, join(app, 'dist/service/main.js'), '--data', data, '--port', '0', '--sample'];
    const program = startProgram(command, { ...process.env, PATH: '', CUTAWAY_FFMPEG: '' });
    const ready = await program.ready;
    expect(ready, program.getStderr()).not.toBeNull();
    const headers = { Authorization: `Bearer ${String(ready?.['token'])}` };
    const response = await fetch(`${String(ready?.['base_url'])}/api/v1/video/capabilities`, { headers });
    expect(response.status).toBe(200);
    const [ffmpeg = ''] = existsSync(join(data, 'programs')) ? readdirSync(join(data, 'programs')) : [];
    expect(execFileSync(join(data, 'programs', ffmpeg), ['-version'], { encoding: 'utf8' })).toMatch(/^ffmpeg version/);
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });

  it('makes a PDF with letters of several scripts and emoji', async () => {
    const maker = new PdfMaker({
      readPicture: () => Promise.resolve(null),
      program: pathToFileURL(join(app, 'dist/electron/pdf-thread.js')),
    });
    const document = toPdfDocument(parseTree('# Zürich 東京 中文 한국어\n\nहिन्दी ภาษาไทย 🎬 ∑'), 'Title', {});
    const pdf = await maker.make({ document: JSON.stringify(document) });
    await maker.stop();
    expect(pdf).toMatchObject({ ok: true, missing: [] });
  });
});
