import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { count } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NewerDataError } from '#platform/data-format.ts';
import { startChild } from '#test/support/child.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { getRounds } from '#test/support/rounds.ts';
import { openStoreOn, openTestStore, createSeed } from '#test/support/stores.ts';
import { openDatabase } from './database.ts';
import { FileSync } from './file-sync.ts';
import { jobs, users } from './schema.ts';
import { type Store, StoreUnusableError } from './store.ts';
import { createRandom, SEED } from '#test/support/seed.ts';

const random = createRandom(SEED);

const NEWER_MIGRATION = 99_999_999_999_999;

describe.each(['pglite', 'postgresql'] as const)('a store on %s', (kind) => {
  let store: Store;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await openStoreOn(kind));
  });
  afterEach(() => close());

  it('returns values of the same types from both drivers', async () => {
    const [user] = await store.transaction((tx) => tx.insert(users).values({ name: 'A' }).returning());
    expect(user?.created_at).toBeInstanceOf(Date);
    expect(await store.db.select({ n: count() }).from(users)).toEqual([{ n: 1 }]);
    const { rows } = await store.query('select count(*) as n, $1::jsonb as j from users', [{ a: [1] }]);
    expect(rows).toEqual([{ n: 1, j: { a: [1] } }]);
  });

  it('uses the surrounding transaction in nested calls, and not afterwards', async () => {
    let lateWrite: Promise<unknown> = Promise.resolve();
    const failingTransaction = store.transaction(async () => {
      await store.db.insert(users).values({ name: 'gone' });
      await store.query('insert into users (name) values ($1)', ['gone too']);
      lateWrite = delay(20).then(() => store.transaction((tx) => tx.insert(users).values({ name: 'kept' })));
      throw new Error('back');
    });
    await expect(failingTransaction).rejects.toThrow('back');
    await lateWrite;
    expect((await store.db.select().from(users)).map((user) => user.name)).toEqual(['kept']);
  });

  it('makes a nested transaction a savepoint', async () => {
    const committedTexts: string[] = [];
    await store.transaction(async (tx) => {
      await tx.insert(users).values({ name: 'outer' });
      const inner = store.transaction(async () => {
        await store.db.insert(users).values({ name: 'inner' });
        store.afterCommit(() => committedTexts.push('inner'));
        throw new Error('only the inner one');
      });
      await expect(inner).rejects.toThrow();
      store.afterCommit(() => committedTexts.push('outer'));
      expect(committedTexts).toEqual([]);
    });
    expect(committedTexts).toEqual(['outer']);
    expect((await store.db.select().from(users)).map((user) => user.name)).toEqual(['outer']);
  });
});

it('runs each migration once when several services start together', async () => {
  const databaseUrl = await createPostgresDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ databaseUrl, poolSize: 3 })));
  const { rows } = await stores[0]!.query('select hash from drizzle.__drizzle_migrations', []);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => row['hash'])).size).toBe(rows.length);
  await Promise.all(stores.map((store) => store.close()));
});

/** Creates a database as version 0.1.0 left it: its migrations, and pg-boss's table with the columns that matter. */
async function createDatabaseOfVersion01(): Promise<string> {
  const databaseUrl = await createPostgresDatabase();
  const folder = new URL('migrations/', import.meta.url);
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const last = journal.entries.findIndex(({ tag }) => tag === '0013_speech_providers');
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('create schema drizzle');
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { tag, when } of journal.entries.slice(0, last + 1)) {
    await client.query(readFileSync(new URL(`${tag}.sql`, folder), 'utf8'));
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [tag, when]);
  }
  await client.query(`create schema pgboss;
    create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create table pgboss.job (id uuid, name text, data jsonb, state pgboss.job_state,
      start_after timestamptz default now(), created_on timestamptz default now());
    insert into pgboss.job (id, name, data, state) values
      ('00000000-0000-4000-8000-000000000001', 'run', '{"run_id": "a"}', 'created'),
      ('00000000-0000-4000-8000-000000000002', 'run', '{"run_id": "b"}', 'active'),
      ('00000000-0000-4000-8000-000000000003', 'run', '{"run_id": "c"}', 'active'),
      ('00000000-0000-4000-8000-000000000004', 'run', '{"run_id": "d"}', 'completed');
    insert into job_leases (job_id, kind, fence, attempts, lease_until, finished_at) values
      ('00000000-0000-4000-8000-000000000002', 'run', 3, 2, now() + interval '1 hour', null),
      ('00000000-0000-4000-8000-000000000003', 'run', 1, 1, now(), now())`);
  await client.end();
  return databaseUrl;
}

it('migrates unfinished jobs of version 0.1.0 and lets any process take them over', async () => {
  const store = await openDatabase({ databaseUrl: await createDatabaseOfVersion01() });
  const rows = await store.db.select().from(jobs).orderBy(jobs.id);
  expect(rows).toMatchObject([
    { kind: 'run', payload: { run_id: 'a' }, fence: 0, attempts: 0, lease_until: null, finished_at: null },
    { kind: 'run', payload: { run_id: 'b' }, fence: 3, attempts: 2, lease_until: null, finished_at: null },
  ]);
  const { rows: schemas } = await store.query(`select to_regnamespace('pgboss') as old`, []);
  expect(schemas).toEqual([{ old: null }]);
  await store.close();
});

it('refuses a PostgreSQL database of a newer version', async () => {
  const databaseUrl = await createPostgresDatabase();
  const store = await openDatabase({ databaseUrl });
  await store.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)`, [
    NEWER_MIGRATION,
  ]);
  await store.close();
  await expect(openDatabase({ databaseUrl })).rejects.toThrow(NewerDataError);
});

it('reports an unreachable PostgreSQL', async () => {
  await expect(openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(StoreUnusableError);
});

describe('PGlite on disk', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cutaway-data-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('uses a folder with mode 0700', async () => {
    await (await openDatabase({ dataDir, seedFile: await createSeed() })).close();
    expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
  });

  it('refuses a database of a newer version', async () => {
    const seedFile = await createSeed();
    const store = await openDatabase({ dataDir, seedFile });
    await store.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)`, [
      NEWER_MIGRATION,
    ]);
    await store.close();
    await expect(openDatabase({ dataDir })).rejects.toThrow(NewerDataError);
  });

  it('keeps every acknowledged row after kills', async () => {
    const seedFile = await createSeed();
    const killCount = getRounds(3, 20);
    let acknowledgedCount = 0;
    for (let round = 0; round < killCount; round++) {
      const child = startChild('write-rows.ts', [dataDir, seedFile]);
      await child.readLine('row 5');
      await delay(random() * 50);
      await child.kill('SIGKILL');
      acknowledgedCount += child.getLines().filter((line) => line.startsWith('row')).length;
    }
    const store = await openDatabase({ dataDir, seedFile });
    const [row] = await store.db.select({ n: count() }).from(users);
    await store.close();
    // Up to one row per round may be committed without its acknowledgement arriving.
    expect(row!.n).toBeGreaterThanOrEqual(acknowledgedCount);
    expect(row!.n).toBeLessThanOrEqual(acknowledgedCount + killCount);
  });
});

describe('syncing of the write-ahead log', () => {
  it('continues when PostgreSQL recycles segments', async () => {
    const { store, dataDir, close } = await openTestStore();
    const listSegments = async () =>
      (await readdir(join(dataDir, 'database', 'pg_wal'))).filter((name) => /^0/.test(name));
    const [firstSegment] = await listSegments();
    for (let i = 0; i < 60; i++) {
      const name = randomBytes(512 * 1024).toString('hex');
      await store.transaction((tx) => tx.insert(users).values({ name }));
    }
    await store.query('checkpoint', []);
    expect(await listSegments()).not.toContain(firstSegment);
    await store.transaction((tx) => tx.insert(users).values({ name: 'after' }));
    expect(await store.db.$count(users)).toBe(61);
    await close();
  });

  it('is awaited, and shared by concurrent callers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cutaway-sync-'));
    const sync = new FileSync();
    await sync.flush();
    await writeFile(join(folder, 'file'), '');
    sync.noteLogWrite(join(folder, 'file', 'in a file'));
    const flushes = [sync.flush(), sync.flush()];
    // The file cannot be opened, so the failure shows that the sync was tried; the failure is permanent.
    for (const result of await Promise.allSettled(flushes)) expect(result.status).toBe('rejected');
    await expect(sync.flush()).rejects.toThrow('ENOTDIR');
    await rm(folder, { recursive: true });
  });
});
