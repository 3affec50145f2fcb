import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { NewerDataError } from '#platform/data-format.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Engine } from './engine.ts';
import { PostgresEngine } from './postgres.ts';
import * as schema from './schema.ts';
import type { Db } from './store.ts';

/** The folder is next to this file in the source, and next to the bundle in a build. */
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const LOCK_ID = 7_166_241;

interface Journal {
  entries: { when: number }[];
}

function listKnownMigrations(): Journal['entries'] {
  return (JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8')) as Journal).entries;
}

async function readAppliedMigrations(db: Db): Promise<{ count: number; newest: number }> {
  const result = (await db.execute(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
  )) as {
    rows: { migrated: boolean }[];
  };
  if (!result.rows[0]?.migrated) return { count: 0, newest: 0 };
  const { rows } = (await db.execute(
    sql`select count(*)::text as count, max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  )) as { rows: { count: string; newest: string | null }[] };
  return { count: Number(rows[0]?.count), newest: Number(rows[0]?.newest ?? 0) };
}

/**
 * Returns how many migrations a used database has and will have; null if there is nothing to migrate.
 * @throws NewerDataError
 */
export async function findPendingMigration(
  db: Db,
  location: 'data folder' | 'database' = 'data folder',
): Promise<{ from: number; to: number } | null> {
  const migrations = listKnownMigrations();
  const last = Math.max(...migrations.map(({ when }) => when));
  const { count, newest } = await readAppliedMigrations(db);
  if (newest > last) throw new NewerDataError(null, packageJson.version, location);
  return count === 0 || newest === last ? null : { from: count, to: migrations.length };
}

/** Migrates the database to the current schema. On PostgreSQL one process migrates while the others wait. */
export async function migrate(engine: Engine): Promise<void> {
  if (!(engine instanceof PostgresEngine)) {
    await migratePglite(engine.db as unknown as PgliteDatabase<typeof schema>, { migrationsFolder: MIGRATIONS });
    await engine.ensureDurable();
    return;
  }
  const client = await engine.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_ID]);
    await findPendingMigration(engine.db, 'database');
    await migratePostgres(drizzle(client, { schema }), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}
