/**
 * Reads files of packages. Installers hold the largest ones compressed, in a folder beside the bundles
 * (scripts/compress-packages.mjs).
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync } from 'node:zlib';

const { resolve } = createRequire(import.meta.url);

/** Returns the compressed file; null if the file is not compressed. */
export function findCompressedFile(specifier: string): string | null {
  const file = join(import.meta.dirname, '..', 'compressed', `${specifier}.br`);
  return existsSync(file) ? file : null;
}

/** Returns the path of a file, or its content if the file is compressed. Throws if it is not there. */
export function readPackage(specifier: string): string | Uint8Array {
  const compressedPath = findCompressedFile(specifier);
  return compressedPath === null ? resolve(specifier) : brotliDecompressSync(readFileSync(compressedPath));
}

/** Throws if the file is not there. */
export function readPackageFile(specifier: string): Uint8Array {
  const file = readPackage(specifier);
  return typeof file === 'string' ? readFileSync(file) : file;
}

/** Reads a file without blocking other work. Throws if the file is not there. */
export async function loadPackageFile(specifier: string): Promise<Uint8Array<ArrayBuffer>> {
  const compressedPath = findCompressedFile(specifier);
  if (compressedPath === null) return new Uint8Array(await readFile(resolve(specifier)));
  return new Uint8Array(await promisify(brotliDecompress)(await readFile(compressedPath)));
}
