/**
 * Builds the production bundles in dist/; with --missing only those older than their sources, with --only those whose
 * names follow. All output goes to stderr, because programs that start the app read stdout.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { writeLicences } from './licences.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const DIST = join(ROOT, 'dist');
const SHARED_PATHS = ['contract', 'log', 'markdown', 'package.json', 'package-lock.json', 'scripts/build.mjs'];
const NODE = [...SHARED_PATHS, 'platform', 'archive', 'vite.node.config.ts'];

const WINDOW_ICON = 'assets/icons/256x256.png';

const PARTS = [
  { name: 'service', sources: [...NODE, 'service'], build: buildService },
  { name: 'loopback', sources: [...NODE, 'electron'], build: buildLoopback },
  { name: 'electron', sources: [...NODE, 'electron', WINDOW_ICON], build: buildElectron },
  {
    name: 'renderer',
    sources: [...SHARED_PATHS, 'renderer', 'assets', 'translations', 'scripts/licences.mjs', 'LICENSE'],
    build: buildRenderer,
  },
];

/** @param {string} path @returns {string[]} */
function listFiles(path) {
  const fullPath = join(ROOT, path);
  if (!existsSync(fullPath)) return [];
  if (statSync(fullPath).isFile()) return [path];
  return readdirSync(fullPath, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => !file.includes('.test.') && statSync(join(ROOT, file)).isFile());
}

/** Returns a hash that changes when any source is added, removed or written. @param {string[]} sources */
function computeStamp(sources) {
  const hash = createHash('sha256').update(process.version);
  for (const file of sources.flatMap(listFiles).sort()) {
    const { mtimeMs, size } = statSync(join(ROOT, file));
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

const getStampFile = (/** @type {string} */ part) => join(DIST, part, '.stamp');

/** @param {{name: string, sources: string[]}} part */
function isFresh({ name, sources }) {
  return existsSync(getStampFile(name)) && readFileSync(getStampFile(name), 'utf8') === computeStamp(sources);
}

/** @param {string} mode @param {string} outDir */
async function bundle(mode, outDir, emptyOutDir = true) {
  const { build } = await import('vite');
  await build({
    configFile: join(ROOT, 'vite.node.config.ts'),
    mode,
    logLevel: 'warn',
    build: { outDir, emptyOutDir },
  });
}

/** @param {string} outDir */
async function buildService(outDir) {
  await bundle('service', outDir);
  cpSync(join(ROOT, 'service', 'store', 'migrations'), join(outDir, 'migrations'), { recursive: true });
  cpSync(join(ROOT, 'service', 'files', 'shipped'), join(outDir, 'shipped'), { recursive: true });
  // Creates the initial database in a separate process, because that takes a lot of memory.
  const code = `const { buildSeed } = await import(process.argv[1]); await buildSeed(process.argv[2]);`;
  const module = pathToFileURL(join(outDir, 'build-seed.js')).href;
  const args = ['--input-type=module', '-e', code, module, join(outDir, 'database.seed')];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The initial database could not be created.');
}

/** Copies files that the host reads beside its bundle. @param {string} outDir */
function copyHostFiles(outDir) {
  cpSync(join(ROOT, 'electron', 'host', 'pdf', 'template.typ'), join(outDir, 'template.typ'));
}

/** @param {string} outDir */
async function buildLoopback(outDir) {
  await bundle('loopback', outDir);
  copyHostFiles(outDir);
}

/** @param {string} outDir */
async function buildElectron(outDir) {
  await bundle('electron', outDir);
  await bundle('preload', outDir, false);
  copyHostFiles(outDir);
  cpSync(join(ROOT, WINDOW_ICON), join(outDir, 'icon.png'));
}

/** Builds a page for each language, with English as index.html. @param {string} outDir */
async function buildRenderer(outDir) {
  const { build } = await import('vite');
  const configFile = join(ROOT, 'renderer', 'vite.config.ts');
  const languages = readdirSync(join(ROOT, 'translations')).flatMap((name) => /^(.+)\.po$/.exec(name)?.[1] ?? []);
  for (const mode of languages) {
    await build({ configFile, mode, logLevel: 'warn', build: { outDir, emptyOutDir: false } });
    renameSync(join(outDir, 'index.html'), join(outDir, `${mode}.html`));
  }
  // Files without texts have the same name in every language and are written once.
  await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: false } });
  const packages = join(outDir, 'packages.json');
  writeLicences(outDir, JSON.parse(readFileSync(packages, 'utf8')));
  rmSync(packages);
}

/** Builds in another folder and swaps, so that a running app never sees half a bundle. @param {typeof PARTS[number]} part */
async function buildPart(part) {
  const start = Date.now();
  const stamp = computeStamp(part.sources);
  // Must be as deep as dist/<part>, because source maps point to the sources from there.
  const temporary = join(DIST, `.next-${process.pid}-${part.name}`);
  try {
    await part.build(temporary);
    writeFileSync(join(temporary, '.stamp'), stamp);
    rmSync(join(DIST, part.name), { recursive: true, force: true });
    renameSync(temporary, join(DIST, part.name));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  console.error(`Built ${part.name} in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

/**
 * Builds only what is older than its sources, in a separate process so that no bundler stays in memory.
 * @param {string[]} names of the parts
 */
export function buildMissing(names = PARTS.map(({ name }) => name)) {
  if (PARTS.every((part) => !names.includes(part.name) || isFresh(part))) return;
  const args = [fileURLToPath(import.meta.url), '--missing', '--only', ...names];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2], cwd: ROOT });
  if (status !== 0) process.exit(status ?? 1);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const onlyNames = process.argv.includes('--only') ? process.argv.slice(process.argv.indexOf('--only') + 1) : null;
  const selectedParts = PARTS.filter(({ name }) => onlyNames?.includes(name) ?? true);
  const staleParts = process.argv.includes('--missing')
    ? selectedParts.filter((part) => !isFresh(part))
    : selectedParts;
  if (staleParts.length > 0) console.error(`Building ${staleParts.map((part) => part.name).join(', ')} …`);
  for (const part of staleParts) await buildPart(part);
}
