import type { Announcements } from './announcements.ts';
import type { Db } from './store.ts';

/** The part of a store that differs between PGlite and PostgreSQL. */
export interface Engine {
  readonly kind: 'pglite' | 'postgresql';
  readonly db: Db;
  readonly announcements: Announcements;
  /** @throws StoreReadOnlyError */
  ensureWritable(): Promise<void>;
  /** Resolves when everything committed so far is on the disk. */
  ensureDurable(): Promise<void>;
  getReadOnlyReason(): string | null;
  /** Takes the error of a failed write; returns whether the database is read-only now. */
  noteRefusal(error: unknown): boolean;
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}
