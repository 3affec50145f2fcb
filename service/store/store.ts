import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The database or a transaction on it, with either engine. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>;

export interface Rows {
  rows: Record<string, unknown>[];
}

/** The only access to the database for the rest of the service. */
export interface Store {
  readonly kind: 'pglite' | 'postgresql';
  /** Inside `transaction`, this is that transaction, at any depth; outside, the database itself. */
  readonly db: Db;
  /**
   * Runs `work` in one transaction and resolves when it is committed and on the disk. A nested transaction is a
   * savepoint. Deadlocks and serialization failures are retried, so `work` may run more than once.
   * @throws StoreReadOnlyError while the disk is full.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Runs one statement with `$1`-style parameters, in the surrounding transaction if there is one. */
  query(text: string, values: readonly unknown[]): Promise<Rows>;
  /**
   * Runs `callback` after the surrounding transaction is on the disk (at once outside of one), or not at all on a
   * rollback.
   */
  afterCommit(callback: () => void): void;
  /** Sends a text to every process that uses the database, this one as well. */
  announce(text: string): Promise<void>;
  /**
   * Calls `listener` with everything that is announced from now on, and with null if announcements may have been
   * missed. Returns a function that stops it.
   */
  onAnnounced(listener: (text: string | null) => void): () => void;
  /** Explains in plain words why nothing can be written now, or returns null. */
  getReadOnlyReason(): string | null;
  /** Resolves when the database answers. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

/** Thrown while nothing can be written; reading still works. HTTP answers 503 with the message. */
export class StoreReadOnlyError extends Error {
  override readonly name = 'StoreReadOnlyError';
}

/** Thrown if the database of the data folder is damaged or can't be reached. */
export class StoreUnusableError extends Error {
  override readonly name = 'StoreUnusableError';
}
