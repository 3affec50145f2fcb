/** How much of the disk the data folder takes, by what is in it, and clearing what can be had again or was put aside. */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { STORED_PARTS, type ClearablePart, type StoredPart } from '#contract/bridge.ts';
import { Fault } from './fault.ts';
import { isStartingOver } from './start-over.ts';

/** The names in the data folder that are a part's. */
const NAMES: Record<StoredPart['part'], RegExp> = {
  service: /^service$/,
  journal: /^journal$/,
  seen: /^(videos|pictures)$/,
  // As starting over names them: what a person put there stays.
  aside: /^(service|journal)-before-\d{4}(-\d\d){2}T(\d\d-){3}\d{3}Z$/,
};

/** A file may just be written, or be open in a player. */
const PATIENCE = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

async function sizeOf(folder: string): Promise<{ bytes: number; files: number }> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => {
      // What goes while it is counted takes nothing any more.
      const found = await stat(join(folder, name)).catch(() => null);
      return found?.isFile() ? found.size : null;
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

  async used(): Promise<StoredPart[]> {
    return Promise.all(
      STORED_PARTS.map(async (part) => {
        const sizes = await Promise.all((await this.#of(part)).map((name) => sizeOf(join(this.#folder, name))));
        const sum = (key: 'bytes' | 'files'): number => sizes.reduce((all, size) => all + size[key], 0);
        return { part, bytes: sum('bytes'), files: sum('files') };
      }),
    );
  }

  async clear(part: ClearablePart): Promise<StoredPart[]> {
    if (part === 'aside' && isStartingOver(this.#folder))
      throw new Fault('bad_input', 'The local studio is starting over. Try again when it has.');
    const names = await this.#of(part);
    // By its name it is known when the studio started over, and so which drafts in a window are of the one before.
    const last = names.filter((name) => name.startsWith('service-before-')).toSorted();
    for (const name of names) {
      const folder = join(this.#folder, name);
      const inside = name === last.at(-1) ? (await readdir(folder)).map((one) => join(folder, one)) : [folder];
      for (const path of inside) await rm(path, PATIENCE);
    }
    return this.used();
  }

  async #of(part: StoredPart['part']): Promise<string[]> {
    if (!existsSync(this.#folder)) return [];
    return (await readdir(this.#folder)).filter((name) => NAMES[part].test(name));
  }
}
