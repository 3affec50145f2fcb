/**
 * Lists the size of each part of a packed application and fails if they are too large together:
 * `node scripts/package-sizes.mjs release/linux-unpacked/resources`
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {{ files?: Record<string, AsarEntry>, unpacked?: boolean, size?: number, integrity?: object }} AsarEntry */
/** @typedef {{ path: string, bytes: number, unpacked: boolean, checked: boolean }} PackedFile */

/** Limit without Electron itself. */
export const MAX_BYTES = 140_000_000;

/** @param {AsarEntry} entry @param {string} path @returns {PackedFile[]} */
function listEntries(entry, path = '') {
  if (entry.files) {
    return Object.entries(entry.files).flatMap(([name, inner]) =>
      listEntries(inner, path === '' ? name : `${path}/${name}`),
    );
  }
  const { size = 0, unpacked = false, integrity } = entry;
  return [{ path, bytes: size, unpacked, checked: integrity !== undefined }];
}

/** Lists the files in the archive and those unpacked beside it. @param {string} resources */
export function listPackedFiles(resources) {
  const bytes = readFileSync(join(resources, 'app.asar'));
  const length = bytes.readUInt32LE(12);
  return listEntries(JSON.parse(bytes.toString('utf8', 16, 16 + length)));
}

/** Returns the package, or the first folder below dist/. @param {string} path */
function getPart(path) {
  const [top = '', ...names] = path.split('/');
  const depth = top === 'node_modules' && names[0]?.startsWith('@') ? 2 : 1;
  return [top, ...names.slice(0, Math.min(depth, names.length - 1))].join('/');
}

/** Sums up the files by part, the largest first. @param {readonly PackedFile[]} files */
export function sumSizesByPart(files) {
  /** @type {Map<string, number>} */
  const parts = new Map();
  for (const { path, bytes } of files) parts.set(getPart(path), (parts.get(getPart(path)) ?? 0) + bytes);
  return [...parts].map(([part, bytes]) => ({ part, bytes })).sort((a, b) => b.bytes - a.bytes);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [resources] = process.argv.slice(2);
  if (resources === undefined) throw new Error('Name the folder with app.asar.');
  const files = listPackedFiles(resolve(resources));
  const formatMegabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(2).padStart(8)} MB`;
  for (const { part, bytes } of sumSizesByPart(files)) console.log(`${formatMegabytes(bytes)}  ${part}`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${formatMegabytes(total)}  in all, of at most ${MAX_BYTES / 1e6} MB`);
  process.exitCode = total > MAX_BYTES ? 1 : 0;
}
