import type { Announcements } from './announcements.ts';
import type { Db } from './store.ts';

/** Hides the differences between PGlite and PostgreSQL from SqlStore. */
export interface Engine {
  readonly kind: 'pglite' | 'postgresql';
  readonly db: Db;
  readonly announcements: Announcements;
  /** @throws StoreReadOnlyError */
  ensureWritable(): Promise<void>;
  /** Resolves when everything committed so far is on the disk. */
  durable(): Promise<void>;
  readOnlyReason(): string | null;
  /** Runs with the error of a refused write; returns whether the database is read-only now. */
  refused(error: unknown): boolean;
  health(): Promise<void>;
  close(): Promise<void>;
}
