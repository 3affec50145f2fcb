import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { DATA_FORMAT } from '#contract/data-format.ts';
import { markData, refuseNewerData } from '#platform/data-format.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { backUpDatabase } from './backup.ts';
import type { Engine } from './engine.ts';
import { migrate, findPendingMigration } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { isRetryable } from './sql-error.ts';
import { type Db, type Rows, type Store, StoreReadOnlyError } from './store.ts';

export type OpenOptions =
  | {
      /** The path of the data folder; the caller holds its lock (platform/folder-lock.ts). */
      dataDir: string;
      /** Defaults to the seed that a build puts next to the bundle. */
      seedFile?: string;
      /** The free bytes below which all writes stop; 64 MB by default. */
      reserveBytes?: number;
    }
  | { databaseUrl: string; poolSize?: number };

const SHIPPED_SEED = fileURLToPath(new URL('./database.seed', import.meta.url));
const MAX_TRIES = 5;

/**
 * Opens the database and brings its schema up to date. A database in the data folder is backed up before that.
 * @throws NewerDataError, StoreUnusableError, StoreReadOnlyError (no room to begin with, or for the backup)
 */
export async function openDatabase(options: OpenOptions): Promise<Store> {
  if ('databaseUrl' in options) return new SqlStore(await migrateOrClose(await openPostgres(options)));
  await refuseNewerData(options.dataDir, DATA_FORMAT, packageJson.version);
  const seedFile = existsSync(SHIPPED_SEED) ? { seedFile: SHIPPED_SEED } : {};
  const open = (): Promise<Engine> => openPglite({ ...seedFile, ...options });
  const engine = await open();
  const pendingMigration = await closeOnError(engine, findPendingMigration(engine.db));
  const markFormat = (): Promise<void> =>
    markData(options.dataDir, { database: DATA_FORMAT.database }, packageJson.version);
  if (pendingMigration === null) {
    await closeOnError(engine, markFormat());
    return new SqlStore(await migrateOrClose(engine));
  }
  await engine.close();
  await backUpDatabase(options.dataDir, pendingMigration);
  await markFormat();
  return new SqlStore(await migrateOrClose(await open()));
}

async function migrateOrClose(engine: Engine): Promise<Engine> {
  await closeOnError(engine, migrate(engine));
  return engine;
}

async function closeOnError<T>(engine: Engine, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** A running transaction, which everything called from inside it uses. */
interface Frame {
  tx: Db;
  callbacks: (() => void)[];
  isEnded: boolean;
}

class SqlStore implements Store {
  readonly #engine: Engine;
  readonly #frames = new AsyncLocalStorage<Frame>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get kind(): Store['kind'] {
    return this.#engine.kind;
  }

  get db(): Db {
    return this.#getFrame()?.tx ?? this.#engine.db;
  }

  async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const outer = this.#getFrame();
    if (outer) return this.#runInSavepoint(outer, work);
    for (let attempt = 1; ; attempt++) {
      await this.#engine.ensureWritable();
      try {
        return await this.#run(work);
      } catch (error) {
        if (this.#engine.noteRefusal(error)) {
          throw new StoreReadOnlyError(this.getReadOnlyReason() ?? 'The database isn’t accepting changes.', {
            cause: error,
          });
        }
        if (attempt >= MAX_TRIES || !isRetryable(error)) throw error;
      }
    }
  }

  async query(text: string, values: readonly unknown[]): Promise<Rows> {
    const parts = text.split(/\$(\d+)/);
    const chunks = parts.map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`));
    // Both drivers return more than this type shows.
    return (await this.db.execute(sql.join(chunks))) as Rows;
  }

  afterCommit(callback: () => void): void {
    const frame = this.#getFrame();
    if (frame) frame.callbacks.push(callback);
    else callback();
  }

  announce(text: string): Promise<void> {
    return this.#engine.announcements.announce(text);
  }

  onAnnounced(listener: (text: string | null) => void): () => void {
    return this.#engine.announcements.on(listener);
  }

  getReadOnlyReason(): string | null {
    return this.#engine.getReadOnlyReason();
  }

  checkHealth(): Promise<void> {
    return this.#engine.checkHealth();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  #getFrame(): Frame | null {
    const frame = this.#frames.getStore();
    // Work that outlives its transaction uses the database itself.
    return frame && !frame.isEnded ? frame : null;
  }

  async #run<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const callbacks: (() => void)[] = [];
    const result = await this.#engine.db.transaction((tx) => this.#runInFrame({ tx, callbacks, isEnded: false }, work));
    await this.#engine.ensureDurable();
    this.#frames.exit(() => {
      for (const callback of callbacks) callback();
    });
    return result;
  }

  #runInSavepoint<T>(outer: Frame, work: (tx: Db) => Promise<T>): Promise<T> {
    return outer.tx.transaction(async (tx) => {
      const callbacks: (() => void)[] = [];
      const result = await this.#runInFrame({ tx, callbacks, isEnded: false }, work);
      outer.callbacks.push(...callbacks);
      return result;
    });
  }

  async #runInFrame<T>(frame: Frame, work: (tx: Db) => Promise<T>): Promise<T> {
    try {
      return await this.#frames.run(frame, () => work(frame.tx));
    } finally {
      frame.isEnded = true;
    }
  }
}
