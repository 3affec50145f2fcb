import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The database or a transaction on it, whichever engine is below. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>;

export interface Rows {
  rows: Record<string, unknown>[];
}

/** What the rest of the service knows of its database. */
export interface Store {
  readonly kind: 'pglite' | 'postgresql';
  /** Inside `transaction` this is that transaction, anywhere below it; outside, the database itself. */
  readonly db: Db;
  /**
   * Runs `work` in one transaction and resolves when it is committed and on the disk. A transaction inside another
   * one is a savepoint of it. Deadlocks and serialization failures are tried again, so `work` may run more than once.
   * @throws StoreReadOnlyError while the disk is full.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** One statement with `$1`-style parameters, in the surrounding transaction if there is one. */
  query(text: string, values: readonly unknown[]): Promise<Rows>;
  /** Several statements without parameters, outside of any transaction; answers the last one's rows. */
  script(text: string): Promise<Rows>;
  /** Runs `then` after the surrounding transaction is on the disk (at once outside of one); dropped on a rollback. */
  afterCommit(then: () => void): void;
  /** Plain words why nothing can be written now, or null. */
  readOnlyReason(): string | null;
  /** Resolves when the database answers. */
  health(): Promise<void>;
  close(): Promise<void>;
}

/** Nothing can be written at the moment; reading works. HTTP answers 503 with the message. */
export class StoreReadOnlyError extends Error {
  override readonly name = 'StoreReadOnlyError';
}

/** The database of the data folder is damaged or belongs to a newer version. */
export class StoreUnusableError extends Error {
  override readonly name = 'StoreUnusableError';
}
