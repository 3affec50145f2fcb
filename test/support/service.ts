/** The real service on a database of its own, with faults that can be switched on below it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SessionKeychain } from '#platform/keychain.ts';
import { Opened } from '#service/opened.ts';
import { serve, type ServeOptions, type Serving } from '#service/serve.ts';
import { openDatabase } from '#service/store/database.ts';
import { type Db, type Rows, type Store, StoreReadOnlyError } from '#service/store/store.ts';

import { testOutbound } from './net.ts';
import { startPostgres } from './postgres.ts';
import { testSeed } from './stores.ts';

export type Fault = 'read-only' | 'broken' | 'no-queue' | null;

/** A store that can be told to fail. */
export class FaultyStore implements Store {
  fault: Fault = null;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get kind(): Store['kind'] {
    return this.#store.kind;
  }

  get db(): Db {
    this.#look();
    // Whoever took hold of it earlier meets the fault as well.
    return new Proxy(this.#store.db, {
      get: (db, name) => {
        this.#look();
        return Reflect.get(db, name) as unknown;
      },
    });
  }

  #look(): void {
    if (this.fault === 'broken') throw new Error('The secret database is broken.');
  }

  async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    this.#look();
    if (this.fault === 'read-only') throw new StoreReadOnlyError('The disk is full.');
    return this.#store.transaction(work);
  }

  async query(text: string, values: readonly unknown[]): Promise<Rows> {
    if (this.fault === 'no-queue') throw new Error('The queue takes nothing.');
    return this.#store.query(text, values);
  }

  script(text: string): Promise<Rows> {
    return this.#store.script(text);
  }

  afterCommit(then: () => void): void {
    this.#store.afterCommit(then);
  }

  readOnlyReason(): string | null {
    return this.fault === 'read-only' ? 'The disk is full.' : this.#store.readOnlyReason();
  }

  health(): Promise<void> {
    return this.#store.health();
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

export const DATABASES = ['pglite', 'postgresql'] as const;
export type Database = (typeof DATABASES)[number];

async function openStore(database: Database, dataDir: string, opened: Opened): Promise<Store> {
  if (database === 'postgresql') {
    const cluster = await startPostgres();
    opened.add(() => cluster.stop());
    return openDatabase({ databaseUrl: await cluster.database() });
  }
  return openDatabase({ dataDir, seedFile: await testSeed() });
}

export interface TestService extends Serving {
  readonly store: FaultyStore;
  readonly dataDir: string;
  /** Lines of the log. */
  readonly log: readonly string[];
  stop(): Promise<void>;
}

export type TestServiceOptions = Partial<
  Pick<
    ServeOptions,
    'keychain' | 'sample' | 'rateLimits' | 'reader' | 'images' | 'imageTimeoutMs' | 'pictures' | 'videoMaker'
  >
>;

export async function startTestService(
  database: Database,
  { sample = true, rateLimits = false, ...ports }: TestServiceOptions = {},
): Promise<TestService> {
  const opened = new Opened();
  const log: string[] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'cutaway-service-'));
  opened.add(() => rm(dataDir, { recursive: true, force: true }));
  const store = new FaultyStore(await openStore(database, dataDir, opened));
  opened.add(() => store.close());
  const serving = await serve(
    {
      store,
      keychain: new SessionKeychain(),
      log: (level, message, fields) => log.push(JSON.stringify({ level, message, ...fields })),
      dataDir,
      host: '127.0.0.1',
      port: 0,
      sample,
      rateLimits,
      outbound: testOutbound(),
      retrySeconds: [1, 1],
      ...ports,
    },
    opened,
  );
  return {
    ...serving,
    store,
    dataDir,
    log,
    stop: () => {
      store.fault = null;
      return opened.close();
    },
  };
}
