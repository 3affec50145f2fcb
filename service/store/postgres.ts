import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { PostgresAnnouncements } from './announcements.ts';
import type { Engine } from './engine.ts';
import * as schema from './schema.ts';
import { findDatabaseError } from './sql-error.ts';
import { type Db, StoreUnusableError } from './store.ts';

const INT8 = 20;
/** How long the reason is kept after the last refused write; the next write tries again anyway. */
const REMEMBER_REFUSAL_MS = 5000;

export interface PostgresOptions {
  databaseUrl: string;
  poolSize?: number;
}

export async function openPostgres({ databaseUrl, poolSize = 10 }: PostgresOptions): Promise<PostgresEngine> {
  // Parses count() and sum() as numbers, as PGlite does.
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, application_name: 'cutaway' });
  // The next query replaces a broken idle connection, but without a listener it would end the process.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreUnusableError(`PostgreSQL isn’t responding: ${reason}`, { cause: error });
  }
  const connect = (): pg.Client => new pg.Client({ connectionString: databaseUrl, application_name: 'cutaway' });
  return new PostgresEngine(pool, new PostgresAnnouncements(pool, connect));
}

export class PostgresEngine implements Engine {
  readonly kind = 'postgresql';
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly announcements: PostgresAnnouncements;
  #refusedAt = -Infinity;
  #reason = '';

  constructor(pool: pg.Pool, announcements: PostgresAnnouncements) {
    this.pool = pool;
    this.announcements = announcements;
    this.db = drizzle(pool, { schema });
  }

  async ensureWritable(): Promise<void> {
    // The server itself refuses writes; see `noteRefusal`.
  }

  async ensureDurable(): Promise<void> {
    // The server answers a commit only when it is durable.
  }

  getReadOnlyReason(): string | null {
    return performance.now() - this.#refusedAt < REMEMBER_REFUSAL_MS ? this.#reason : null;
  }

  noteRefusal(error: unknown): boolean {
    const code = findDatabaseError(error)?.code;
    if (code !== '53100' && code !== '25006') return false;
    this.#refusedAt = performance.now();
    this.#reason =
      code === '53100'
        ? 'The database’s disk is full. You can still read; writing resumes once there’s space.'
        : 'The database isn’t accepting changes right now. You can still read.';
    return true;
  }

  async checkHealth(): Promise<void> {
    await this.db.execute(sql`select 1`);
  }

  async close(): Promise<void> {
    await this.announcements.close();
    await this.pool.end();
  }
}
