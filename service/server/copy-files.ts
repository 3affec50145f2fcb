/** Copies what the database refers to from one storage to another, and checks that nothing is missing. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { FileStorage } from '../files/file-storage.ts';
import { type ReferencedFile, listReferencedFiles } from '../files/referenced-files.ts';
import type { Store } from '../store/store.ts';

export interface CheckedFiles {
  readonly files: number;
  /** The names of missing and of incomplete files. */
  readonly missing: readonly string[];
}

async function isComplete(storage: FileStorage, { name, bytes }: ReferencedFile): Promise<boolean> {
  const size = await storage.getSize(name);
  return size !== null && (bytes === null || size === bytes);
}

export async function checkFiles(store: Store, storage: FileStorage): Promise<CheckedFiles> {
  const files = await listReferencedFiles(store);
  const missingFiles: string[] = [];
  for (const file of files) if (!(await isComplete(storage, file))) missingFiles.push(file.name);
  return { files: files.length, missing: missingFiles };
}

/**
 * Skips files that the target has already: a file never changes once it is written.
 * @param scratch a folder for temporary files, which `to` moves out of it
 */
export async function copyFiles(
  store: Store,
  { from, to, scratch }: { readonly from: FileStorage; readonly to: FileStorage; readonly scratch: string },
): Promise<CheckedFiles & { readonly copied: number }> {
  const files = await listReferencedFiles(store);
  const missingFiles: string[] = [];
  let copiedCount = 0;
  const folder = await mkdtemp(join(scratch, '.copy-'));
  try {
    for (const file of files) {
      const { name } = file;
      if (!(await isComplete(from, file))) {
        missingFiles.push(name);
        continue;
      }
      const bytes = (await from.getSize(name)) ?? 0;
      if ((await to.getSize(name)) === bytes) continue;
      await copyFile(name, bytes, { from, to, path: join(folder, 'file') });
      copiedCount++;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { files: files.length, missing: missingFiles, copied: copiedCount };
}

async function copyFile(
  name: string,
  bytes: number,
  { from, to, path }: { readonly from: FileStorage; readonly to: FileStorage; readonly path: string },
): Promise<void> {
  if (bytes === 0) return to.put(name, '');
  await pipeline(await from.read(name, { start: 0, end: bytes - 1 }), createWriteStream(path));
  await to.moveIn(name, path);
}
