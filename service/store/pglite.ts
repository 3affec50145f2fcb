import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, types } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { logger } from '#log/logger.ts';
import { DiskSpace } from './disk-space.ts';
import { OwnAnnouncements } from './announcements.ts';
import type { Engine } from './engine.ts';
import { FileSync } from './file-sync.ts';
import { SyncedNodeFS } from './pglite-files.ts';
import * as schema from './schema.ts';
import { unpackSeed } from './seed.ts';
import { isReadOnly } from './sql-error.ts';
import { type Db, StoreReadOnlyError, StoreUnusableError } from './store.ts';

const log = logger('store');

// V8 would optimise thousands of the database's functions within its first second, and a start then took a third more
// processor time. Hot functions are still optimised, a little later.
setFlagsFromString('--wasm-tiering-budget=100000000');

const SETTINGS = [
  'fsync=on',
  // Only this sync method reaches PGlite's file layer.
  'wal_sync_method=fsync',
  'shared_buffers=4MB',
  // Keeps segments of a checkpointed log for reuse up to this size.
  'min_wal_size=32MB',
];
/** About 64 MB of log, which limits how much a start after a crash reads again. */
const SEGMENTS_BETWEEN_CHECKPOINTS = 4;
const SPACE_CHECK_MS = 1000;

export interface PgliteOptions {
  /** The path of the whole data folder, which holds the database in `database/`. The caller holds the folder's lock. */
  dataDir: string;
  /** The prepared database to start with (see seed.ts). */
  seedFile?: string;
  /** The free bytes below which all writes stop. */
  reserveBytes?: number;
}

function getStartParameters(): string[] {
  const defaults = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  return [...defaults, ...SETTINGS.flatMap((setting) => ['-c', setting])];
}

export async function openPglite({ dataDir, seedFile, reserveBytes }: PgliteOptions): Promise<Engine> {
  const folder = join(dataDir, 'database');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const space = new DiskSpace(dataDir, reserveBytes);
  if (await space.check()) throw new StoreReadOnlyError(space.reason ?? 'The disk is full.');
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    if (seedFile !== undefined) await unpackSeed(seedFile, folder);
    else await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  await chmod(folder, 0o700);
  const sync = new FileSync();
  const client = new PGlite({
    fs: new SyncedNodeFS(folder, sync),
    startParams: getStartParameters(),
    parsers: { [types.INT8]: Number },
  });
  try {
    await client.waitReady;
  } catch (error) {
    throw new StoreUnusableError('The database in the data folder can’t be opened.', { cause: error });
  }
  return new PgliteEngine(client, sync, space);
}

class PgliteEngine implements Engine {
  readonly kind = 'pglite';
  readonly announcements = new OwnAnnouncements();
  readonly db: Db;
  readonly #client: PGlite;
  readonly #sync: FileSync;
  readonly #space: DiskSpace;
  #isReadOnly = false;
  #spaceTimer: NodeJS.Timeout | null = null;
  #checkpointing: Promise<void> | null = null;

  constructor(client: PGlite, sync: FileSync, space: DiskSpace) {
    this.#client = client;
    this.#sync = sync;
    this.#space = space;
    this.db = drizzle(client, { schema });
  }

  async ensureWritable(): Promise<void> {
    await this.#space.check();
    await this.#applyReadOnly();
    if (this.#isReadOnly) throw new StoreReadOnlyError(this.getReadOnlyReason() ?? 'The disk is full.');
  }

  async ensureDurable(): Promise<void> {
    await this.#sync.flush();
    if (this.#sync.segmentsSinceCheckpoint >= SEGMENTS_BETWEEN_CHECKPOINTS) this.#runCheckpoint();
  }

  getReadOnlyReason(): string | null {
    return this.#space.reason;
  }

  noteRefusal(error: unknown): boolean {
    return isReadOnly(error);
  }

  async checkHealth(): Promise<void> {
    await this.db.execute(sql`select 1`);
  }

  async close(): Promise<void> {
    if (this.#spaceTimer) clearTimeout(this.#spaceTimer);
    await this.#checkpointing;
    await this.#client.close();
    await this.#sync.close();
  }

  /** Makes the session refuse writes while the disk is full, even those outside of our transactions. */
  async #applyReadOnly(): Promise<void> {
    if (this.#space.isFull === this.#isReadOnly) return;
    this.#isReadOnly = this.#space.isFull;
    await this.#client.exec(`set default_transaction_read_only = ${this.#isReadOnly ? 'on' : 'off'}`);
    if (this.#isReadOnly) this.#waitForSpace();
  }

  #waitForSpace(): void {
    if (this.#spaceTimer) return;
    this.#spaceTimer = setTimeout(() => {
      this.#spaceTimer = null;
      this.#space
        .check()
        .then(() => this.#applyReadOnly())
        .catch(log.failure('free space not measured'))
        .finally(() => {
          if (this.#isReadOnly) this.#waitForSpace();
        });
    }, SPACE_CHECK_MS);
    this.#spaceTimer.unref();
  }

  /** Replaces PostgreSQL's background processes, which PGlite lacks: without this the log would grow without limit. */
  #runCheckpoint(): void {
    this.#sync.noteCheckpoint();
    this.#checkpointing ??= this.#client
      .exec('vacuum (analyze)')
      .then(() => this.#client.exec('checkpoint'))
      // Ignores a failure: it runs again after as much log, and ensureWritable detects a full disk.
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.#checkpointing = null;
      });
  }
}
