import type { Database } from './database.ts';

/**
 * Caches pictures of one account, so that they are available while its service is unreachable. They can be deleted at
 * any time.
 */
export class PictureFiles {
  readonly #database: Database;
  readonly #account: string;

  constructor(database: Database, account: string) {
    this.#database = database;
    this.#account = account;
  }

  async get(name: string): Promise<Blob | null> {
    const row = await this.#database.attempt((tables) => tables.pictures.get(this.#toKey(name)));
    return row.ok ? (row.value?.blob ?? null) : null;
  }

  /** Returns whether the picture is cached, without reading it. */
  async has(name: string): Promise<boolean> {
    const count = await this.#database.attempt((tables) =>
      tables.pictures.where('key').equals(this.#toKey(name)).count(),
    );
    return count.ok && count.value > 0;
  }

  /** Caches the picture if there is room. */
  async put(name: string, blob: Blob): Promise<void> {
    await this.#database.attempt((tables) => tables.pictures.put({ key: this.#toKey(name), blob }));
  }

  #toKey(name: string): string {
    return `${this.#account}/${name}`;
  }
}
