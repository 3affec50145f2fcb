import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import type { Engine } from './engine.ts';
import { PostgresEngine } from './postgres.ts';
import * as schema from './schema.ts';
import { type Db, StoreUnusableError } from './store.ts';

/** The folder is next to this file in the source, and next to the bundle in a build. */
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const LOCK = 7_166_241;

interface Journal {
  entries: { when: number }[];
}

async function refuseNewer(db: Db): Promise<void> {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as Journal;
  const known = Math.max(...journal.entries.map((entry) => entry.when));
  const found = (await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`)) as {
    rows: { migrated: boolean }[];
  };
  if (!found.rows[0]?.migrated) return;
  const newest = (await db.execute(sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`)) as {
    rows: { at: string | null }[];
  };
  if (Number(newest.rows[0]?.at ?? 0) > known) {
    throw new StoreUnusableError('The data was written by a newer version of Cutaway. Start that version.');
  }
}

/** Migrates the database to the current schema. On PostgreSQL one process migrates while the others wait. */
export async function migrate(engine: Engine): Promise<void> {
  if (!(engine instanceof PostgresEngine)) {
    await refuseNewer(engine.db);
    await migratePglite(engine.db as unknown as PgliteDatabase<typeof schema>, { migrationsFolder: MIGRATIONS });
    await engine.durable();
    return;
  }
  const client = await engine.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await refuseNewer(engine.db);
    await migratePostgres(drizzle(client, { schema }), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}
