import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { count } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startChild } from '#test/support/child.ts';
import { startPostgres, type TestPostgres } from '#test/support/postgres.ts';
import { openTestStore, testSeed } from '#test/support/stores.ts';
import { openDatabase } from './database.ts';
import { FileSync } from './file-sync.ts';
import { users } from './schema.ts';
import { type Store, StoreUnusableError } from './store.ts';

const NEWER = 99_999_999_999_999;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const KINDS = {
  pglite: openTestStore,
  postgresql: async () => {
    const store = await openDatabase({ databaseUrl: await postgres.database() });
    return { store, close: () => store.close() };
  },
};

describe.each(['pglite', 'postgresql'] as const)('a store on %s', (kind) => {
  let store: Store;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await KINDS[kind]());
  });
  afterEach(() => close());

  it('answers the same types', async () => {
    const [user] = await store.transaction((tx) => tx.insert(users).values({ name: 'A' }).returning());
    expect(user?.created_at).toBeInstanceOf(Date);
    expect(await store.db.select({ n: count() }).from(users)).toEqual([{ n: 1 }]);
    const { rows } = await store.query('select count(*) as n, $1::jsonb as j from users', [{ a: [1] }]);
    expect(rows).toEqual([{ n: 1, j: { a: [1] } }]);
    expect(await store.script('select 1 as one; select 2 as two;')).toEqual({ rows: [{ two: 2 }] });
  });

  it('finds the surrounding transaction everywhere below it, and no further', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const failing = store.transaction(async () => {
      await store.db.insert(users).values({ name: 'gone' });
      await store.query('insert into users (name) values ($1)', ['gone too']);
      late = delay(20).then(() => store.transaction((tx) => tx.insert(users).values({ name: 'kept' })));
      throw new Error('back');
    });
    await expect(failing).rejects.toThrow('back');
    await late;
    expect((await store.db.select().from(users)).map((user) => user.name)).toEqual(['kept']);
  });

  it('makes an inner transaction a savepoint', async () => {
    const seen: string[] = [];
    await store.transaction(async (tx) => {
      await tx.insert(users).values({ name: 'outer' });
      const inner = store.transaction(async () => {
        await store.db.insert(users).values({ name: 'inner' });
        store.afterCommit(() => seen.push('inner'));
        throw new Error('only the inner one');
      });
      await expect(inner).rejects.toThrow();
      store.afterCommit(() => seen.push('outer'));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['outer']);
    expect((await store.db.select().from(users)).map((user) => user.name)).toEqual(['outer']);
  });
});

it('migrates once when several services start together', async () => {
  const databaseUrl = await postgres.database();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ databaseUrl, poolSize: 3 })));
  const { rows } = await stores[0]!.query('select hash from drizzle.__drizzle_migrations', []);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => row['hash'])).size).toBe(rows.length);
  await Promise.all(stores.map((store) => store.close()));
});

it('refuses PostgreSQL data of a newer version', async () => {
  const databaseUrl = await postgres.database();
  const store = await openDatabase({ databaseUrl });
  await store.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)`, [NEWER]);
  await store.close();
  await expect(openDatabase({ databaseUrl })).rejects.toThrow(/newer version/);
});

it('says in plain words that PostgreSQL does not answer', async () => {
  await expect(openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(StoreUnusableError);
});

describe('PGlite on the disk', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cutaway-data-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('lies in a folder for its owner alone', async () => {
    await (await openDatabase({ dataDir, seedFile: await testSeed() })).close();
    expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
  });

  it('refuses data of a newer version, and leaves it as it is', async () => {
    const seedFile = await testSeed();
    const store = await openDatabase({ dataDir, seedFile });
    await store.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)`, [NEWER]);
    await store.close();
    await expect(openDatabase({ dataDir })).rejects.toThrow(/newer version/);
  });

  it('has everything it acknowledged after it was killed', async () => {
    const seedFile = await testSeed();
    let acknowledged = 0;
    for (let round = 0; round < 5; round++) {
      const child = startChild('write-rows.ts', [dataDir, seedFile]);
      await child.line('row 5');
      await delay(Math.random() * 50);
      await child.kill('SIGKILL');
      acknowledged += child.lines().filter((line) => line.startsWith('row')).length;
    }
    const store = await openDatabase({ dataDir, seedFile });
    const [row] = await store.db.select({ n: count() }).from(users);
    await store.close();
    // A row may be there that was committed and whose word did not get out any more: one at most a round.
    expect(row!.n).toBeGreaterThanOrEqual(acknowledged);
    expect(row!.n).toBeLessThanOrEqual(acknowledged + 5);
  });
});

describe('the sync of the log', () => {
  it('goes on when segments are recycled, which PostgreSQL asks to sync and renames at once', async () => {
    const { store, dataDir, close } = await openTestStore();
    const segments = async () => (await readdir(join(dataDir, 'database', 'pg_wal'))).filter((name) => /^0/.test(name));
    const [first] = await segments();
    for (let i = 0; i < 60; i++) {
      const name = randomBytes(512 * 1024).toString('hex');
      await store.transaction((tx) => tx.insert(users).values({ name }));
    }
    await store.script('checkpoint');
    expect(await segments()).not.toContain(first);
    await store.transaction((tx) => tx.insert(users).values({ name: 'after' }));
    expect(await store.db.$count(users)).toBe(61);
    await close();
  });

  it('is waited for, and shared by those who wait together', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cutaway-sync-'));
    const sync = new FileSync();
    await sync.flushed();
    await writeFile(join(folder, 'file'), '');
    sync.logWritten(join(folder, 'file', 'in a file'));
    const waiting = [sync.flushed(), sync.flushed()];
    // It cannot be opened: that the failure arrives shows that the sync was tried, and it stays.
    for (const result of await Promise.allSettled(waiting)) expect(result.status).toBe('rejected');
    await expect(sync.flushed()).rejects.toThrow('ENOTDIR');
    await rm(folder, { recursive: true });
  });
});
