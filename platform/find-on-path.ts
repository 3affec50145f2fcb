import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the file of a program in the folders of `PATH`, or null. */
export function findOnPath(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}
