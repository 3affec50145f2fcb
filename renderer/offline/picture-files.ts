import type { Database } from './database.ts';

/** Pictures of one account, so that they are there when its service is not. They can be thrown away at any time. */
export class PictureFiles {
  readonly #database: Database;
  readonly #account: string;

  constructor(database: Database, account: string) {
    this.#database = database;
    this.#account = account;
  }

  /** Null when it is not kept here. */
  async get(name: string): Promise<Blob | null> {
    const row = await this.#database.attempt((tables) => tables.pictures.get(this.#key(name)));
    return row.ok ? (row.value?.blob ?? null) : null;
  }

  /** Whether it is kept here, without reading it. */
  async has(name: string): Promise<boolean> {
    const found = await this.#database.attempt((tables) =>
      tables.pictures.where('key').equals(this.#key(name)).count(),
    );
    return found.ok && found.value > 0;
  }

  /** Keeps it if there is room. */
  async put(name: string, blob: Blob): Promise<void> {
    await this.#database.attempt((tables) => tables.pictures.put({ key: this.#key(name), blob }));
  }

  #key(name: string): string {
    return `${this.#account}/${name}`;
  }
}
