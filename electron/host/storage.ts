/**
 * Measures the disk space of each part of the data folder, and deletes parts that can be downloaded again or were moved
 * away.
 */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { STORED_PARTS, type ClearablePart, type StoredPart } from '#contract/stored-part.ts';
import { Fault } from './fault.ts';
import { isResetting } from './workspace-reset.ts';

/** Matches the names in the data folder that belong to each part. */
const PART_NAMES: Record<StoredPart['part'], RegExp> = {
  service: /^service$/,
  journal: /^journal$/,
  script_pictures: /^script-pictures$/,
  seen: /^(videos|pictures)$/,
  logs: /^logs$/,
  // Matches only the names a workspace reset creates, so that a person's own files stay.
  aside: /^(service|journal)-before-\d{4}(-\d\d){2}T(\d\d-){3}\d{3}Z$/,
};

/** Retries because a file may still be written to or open in a player. */
const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

async function measureFolder(folder: string): Promise<{ bytes: number; files: number }> {
  const names = await readdir(folder, { recursive: true }).catch(() => []); // not created yet
  const sizes = await Promise.all(
    names.map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => null); // deleted during the count
      return stats?.isFile() ? stats.size : null;
    }),
  );
  const files = sizes.filter((size) => size !== null);
  return { bytes: files.reduce((sum, size) => sum + size, 0), files: files.length };
}

export class Storage {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = dataFolder;
  }

  async measure(): Promise<StoredPart[]> {
    return Promise.all(
      STORED_PARTS.map(async (part) => {
        const sizes = await Promise.all(
          (await this.#getNames(part)).map((name) => measureFolder(join(this.#folder, name))),
        );
        const sum = (key: 'bytes' | 'files'): number => sizes.reduce((all, size) => all + size[key], 0);
        return { part, bytes: sum('bytes'), files: sum('files') };
      }),
    );
  }

  async clear(part: ClearablePart): Promise<StoredPart[]> {
    if (part === 'aside' && isResetting(this.#folder))
      throw new Fault('bad_input', 'The local workspace is being reset. Try again when that’s done.');
    const names = await this.#getNames(part);
    // Keeps the newest name: it tells when the workspace was reset, and so which drafts in a window are older.
    const resetFolders = names.filter((name) => name.startsWith('service-before-')).toSorted();
    for (const name of names) {
      const folder = join(this.#folder, name);
      const paths =
        name === resetFolders.at(-1) ? (await readdir(folder)).map((child) => join(folder, child)) : [folder];
      for (const path of paths) await rm(path, REMOVE_OPTIONS);
    }
    return this.measure();
  }

  async #getNames(part: StoredPart['part']): Promise<string[]> {
    if (!existsSync(this.#folder)) return [];
    return (await readdir(this.#folder)).filter((name) => PART_NAMES[part].test(name));
  }
}
