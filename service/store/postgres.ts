import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Engine } from './engine.ts';
import * as schema from './schema.ts';
import { databaseError } from './sql-error.ts';
import { type Db, type Rows, StoreUnusableError } from './store.ts';

const INT8 = 20;
/** How long the reason stands after the last refused write; the next write tries again anyway. */
const REMEMBER_REFUSAL_MS = 5000;

export interface PostgresOptions {
  databaseUrl: string;
  poolSize?: number;
}

export async function openPostgres({ databaseUrl, poolSize = 10 }: PostgresOptions): Promise<PostgresEngine> {
  // count() and sum() as numbers, as PGlite is told to answer them.
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, application_name: 'cutaway' });
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreUnusableError(`PostgreSQL does not answer: ${why}`, { cause: error });
  }
  return new PostgresEngine(pool);
}

export class PostgresEngine implements Engine {
  readonly kind = 'postgresql';
  readonly db: Db;
  readonly pool: pg.Pool;
  #refusedAt = -Infinity;
  #reason = '';

  constructor(pool: pg.Pool) {
    this.pool = pool;
    this.db = drizzle(pool, { schema });
  }

  async ensureWritable(): Promise<void> {
    // The server knows; see `refused`.
  }

  async durable(): Promise<void> {
    // A commit is durable when the server answers it.
  }

  readOnlyReason(): string | null {
    return performance.now() - this.#refusedAt < REMEMBER_REFUSAL_MS ? this.#reason : null;
  }

  refused(error: unknown): boolean {
    const code = databaseError(error)?.code;
    if (code !== '53100' && code !== '25006') return false;
    this.#refusedAt = performance.now();
    this.#reason =
      code === '53100'
        ? 'The disk of the database is full. Reading works; writing comes back by itself once there is room.'
        : 'The database takes no writes at the moment. Reading works.';
    return true;
  }

  async script(text: string): Promise<Rows> {
    // Several statements answer an array, which pg's types leave out.
    const answer: pg.QueryResult<Record<string, unknown>> | pg.QueryResult<Record<string, unknown>>[] =
      await this.pool.query<Record<string, unknown>>(text);
    const results = Array.isArray(answer) ? answer : [answer];
    return { rows: results.findLast(({ rows }) => rows.length > 0)?.rows ?? [] };
  }

  async health(): Promise<void> {
    await this.db.execute(sql`select 1`);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
