/** Runs the real service on its own database, with faults that can be switched on below it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { PgTable } from 'drizzle-orm/pg-core';

import { addLogSink, logLine } from '#log/logger.ts';
import { SessionKeychain } from '#platform/keychain.ts';
import { CleanupStack } from '#service/cleanup-stack.ts';
import { serve, type ServeOptions, type ServiceAccess } from '#service/serve.ts';
import type { FileStorage } from '#service/files/file-storage.ts';
import { openStorage } from '#service/files/open-files.ts';
import { openDatabase } from '#service/store/database.ts';
import { jobs } from '#service/store/schema.ts';
import { type Db, type Rows, type Store, StoreReadOnlyError } from '#service/store/store.ts';

import { isDeployed, placeService } from './deployment.ts';
import { createTestFetch } from './net.ts';
import { createPostgresDatabase } from './postgres.ts';
import { isLongRun } from './rounds.ts';
import { createSeed } from './stores.ts';

export type StoreFault = 'read-only' | 'broken' | 'no-queue' | null;

/** Returns the transaction with a queue that refuses jobs. */
function withoutQueue(tx: Db): Db {
  return new Proxy(tx, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown;
      if (name !== 'insert') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      return (table: PgTable) => {
        if (table === jobs) throw new Error('The queue takes nothing.');
        return target.insert(table);
      };
    },
  });
}

/** A store that can be made to fail. */
export class FaultyStore implements Store {
  fault: StoreFault = null;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get kind(): Store['kind'] {
    return this.#store.kind;
  }

  get db(): Db {
    this.#throwIfBroken();
    // Code that got the database earlier gets the fault as well.
    return new Proxy(this.#store.db, {
      get: (db, name) => {
        this.#throwIfBroken();
        return Reflect.get(db, name) as unknown;
      },
    });
  }

  #throwIfBroken(): void {
    if (this.fault === 'broken') throw new Error('The secret database is broken.');
  }

  async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    this.#throwIfBroken();
    if (this.fault === 'read-only') throw new StoreReadOnlyError('The disk is full.');
    return this.#store.transaction((tx) => work(this.fault === 'no-queue' ? withoutQueue(tx) : tx));
  }

  async query(text: string, values: readonly unknown[]): Promise<Rows> {
    return this.#store.query(text, values);
  }

  afterCommit(then: () => void): void {
    this.#store.afterCommit(then);
  }

  announce(text: string): Promise<void> {
    return this.#store.announce(text);
  }

  onAnnounced(listener: (text: string | null) => void): () => void {
    return this.#store.onAnnounced(listener);
  }

  getReadOnlyReason(): string | null {
    return this.fault === 'read-only' ? 'The disk is full.' : this.#store.getReadOnlyReason();
  }

  checkHealth(): Promise<void> {
    return this.#store.checkHealth();
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

export type Database = 'pglite' | 'postgresql';
export const DATABASES: readonly Database[] = isDeployed ? ['postgresql'] : ['pglite', 'postgresql'];
/**
 * The databases for tests of engines, files and outbound requests, where the database matters little: the
 * installed app's alone, and both in long runs. operations.test.ts calls every operation on both.
 */
export const INSTALLED_DATABASES: readonly Database[] = isLongRun || isDeployed ? DATABASES : ['pglite'];

async function openStore(database: Database, dataDir: string, databaseUrl?: string): Promise<Store> {
  if (database === 'postgresql' || isDeployed) {
    return openDatabase({ databaseUrl: databaseUrl ?? (await createPostgresDatabase()) });
  }
  return openDatabase({ dataDir, seedFile: await createSeed() });
}

export interface TestService extends ServiceAccess {
  readonly store: FaultyStore;
  readonly dataDir: string;
  /** The folder of videos in production. */
  readonly workFolder: string;
  /** The files of the service. */
  readonly files: FileStorage;
  readonly log: readonly string[];
  stop(): Promise<void>;
}

export type TestServiceOptions = Partial<
  Pick<
    ServeOptions,
    | 'files'
    | 'keychain'
    | 'sample'
    | 'rateLimits'
    | 'reader'
    | 'images'
    | 'imageTimeoutMs'
    | 'modelServers'
    | 'speechServers'
    | 'platform'
    | 'pictures'
    | 'videoMaker'
  >
> & {
  /** URL of a PostgreSQL database, which may be shared with another service; by default a new one. */
  databaseUrl?: string;
};

export async function startTestService(
  database: Database,
  { sample = true, rateLimits = false, databaseUrl, files: requestedFiles, ...ports }: TestServiceOptions = {},
): Promise<TestService> {
  const cleanup = new CleanupStack();
  const log: string[] = [];
  const endSink = addLogSink((entry) => log.push(logLine(entry)));
  cleanup.add(() => Promise.resolve(endSink()));
  const dataDir = await mkdtemp(join(tmpdir(), 'cutaway-service-'));
  cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
  const store = new FaultyStore(await openStore(database, dataDir, databaseUrl));
  cleanup.add(() => store.close());
  const placement = await placeService(requestedFiles, cleanup);
  const files = await openStorage(placement.files, dataDir);
  cleanup.add(() => Promise.resolve(files.close()));
  const access = await serve(
    {
      store,
      keychain: new SessionKeychain(),
      dataDir,
      sample,
      rateLimits,
      outbound: createTestFetch(),
      retrySeconds: [1, 1],
      ...placement,
      ...ports,
    },
    cleanup,
  );
  return {
    ...access,
    store,
    dataDir,
    workFolder: join(dataDir, placement.files.kind === 's3' ? 'scratch' : 'videos'),
    files: files.storage,
    log,
    stop: () => {
      store.fault = null;
      return cleanup.close();
    },
  };
}
