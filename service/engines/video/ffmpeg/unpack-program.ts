/** Unpacks a program that an installer holds compressed, so that it can be started. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

import { writeDurable } from '#platform/durable-file.ts';
import { sha256 } from '#platform/sha256.ts';

/**
 * Returns the program's path in `folder`. Its name contains a hash, so another version of the app unpacks its own and
 * removes the one before.
 */
export async function unpackProgram(compressed: string, folder: string): Promise<string> {
  const bytes = await readFile(compressed);
  const name = basename(compressed, '.br');
  const hash = sha256(bytes).slice(0, 16);
  const stem = basename(name, extname(name));
  const target = join(folder, `${stem}-${hash}${extname(name)}`);
  if (existsSync(target)) return target;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeDurable(target, await promisify(brotliDecompress)(bytes), { mode: 0o700 });
  const others = (await readdir(folder)).filter((file) => file.startsWith(`${stem}-`) && join(folder, file) !== target);
  // Windows keeps a program that still runs; the next version removes it.
  for (const other of others) await rm(join(folder, other), { force: true }).catch(() => undefined);
  return target;
}
