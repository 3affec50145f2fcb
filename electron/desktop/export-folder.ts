import { readFile, stat } from 'node:fs/promises';
import { logger } from '#log/logger.ts';
import { z } from 'zod';

const log = logger('exports');

const StoredFolder = z.object({ folder: z.string().min(1) });

interface ExportFolderOptions {
  /** The file in the data folder that stores the last folder. */
  readonly file: string;
  /** The default until a folder has been used. */
  readonly documents: string;
  readonly write: (file: string, content: string) => Promise<void>;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Remembers the folder that was exported to last, across starts. */
export class ExportFolder {
  readonly #options: ExportFolderOptions;
  #folder: string | undefined;

  constructor(options: ExportFolderOptions) {
    this.#options = options;
  }

  /** Returns the folder that a dialog opens in; undefined lets the system choose, because neither folder exists. */
  async getCurrent(): Promise<string | undefined> {
    this.#folder ??= await this.#read();
    for (const folder of [this.#folder, this.#options.documents]) {
      if (folder !== undefined && (await isFolder(folder))) return folder;
    }
    return undefined;
  }

  async remember(folder: string): Promise<void> {
    if (folder === this.#folder) return;
    this.#folder = folder;
    // A failed write only makes the next dialog open elsewhere, so it is logged without an error message.
    const content = `${JSON.stringify({ folder })}\n`;
    await this.#options.write(this.#options.file, content).catch(log.failure('export folder not stored'));
  }

  async #read(): Promise<string | undefined> {
    try {
      return StoredFolder.parse(JSON.parse(await readFile(this.#options.file, 'utf8'))).folder;
    } catch {
      return undefined;
    }
  }
}
