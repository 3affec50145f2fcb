/**
 * Lists what each part of a packed application weighs and fails if all together weigh too much:
 * `node scripts/package-sizes.mjs release/linux-unpacked/resources`
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {{ files?: Record<string, AsarEntry>, unpacked?: boolean, size?: number, integrity?: object }} AsarEntry */
/** @typedef {{ path: string, bytes: number, unpacked: boolean, checked: boolean }} PackedFile */

/** Counts bytes without Electron itself. */
export const LIMIT = 140_000_000;

/** @param {AsarEntry} entry @param {string} path @returns {PackedFile[]} */
function walk(entry, path = '') {
  if (entry.files) {
    return Object.entries(entry.files).flatMap(([name, inner]) => walk(inner, path === '' ? name : `${path}/${name}`));
  }
  const { size = 0, unpacked = false, integrity } = entry;
  return [{ path, bytes: size, unpacked, checked: integrity !== undefined }];
}

/** Lists the files in the archive and those unpacked beside it. @param {string} resources */
export function packedFiles(resources) {
  const bytes = readFileSync(join(resources, 'app.asar'));
  const length = bytes.readUInt32LE(12);
  return walk(JSON.parse(bytes.toString('utf8', 16, 16 + length)));
}

/** The part is a package, or the first folder below dist/. @param {string} path */
function partOf(path) {
  const [top = '', ...names] = path.split('/');
  const depth = top === 'node_modules' && names[0]?.startsWith('@') ? 2 : 1;
  return [top, ...names.slice(0, Math.min(depth, names.length - 1))].join('/');
}

/** Sums up the files by part, the largest first. @param {readonly PackedFile[]} files */
export function partsOf(files) {
  /** @type {Map<string, number>} */
  const parts = new Map();
  for (const { path, bytes } of files) parts.set(partOf(path), (parts.get(partOf(path)) ?? 0) + bytes);
  return [...parts].map(([part, bytes]) => ({ part, bytes })).sort((a, b) => b.bytes - a.bytes);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [resources] = process.argv.slice(2);
  if (resources === undefined) throw new Error('Name the folder with app.asar.');
  const files = packedFiles(resolve(resources));
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(2).padStart(8)} MB`;
  for (const { part, bytes } of partsOf(files)) console.log(`${megabytes(bytes)}  ${part}`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${megabytes(total)}  in all, of at most ${LIMIT / 1e6} MB`);
  process.exitCode = total > LIMIT ? 1 : 0;
}
