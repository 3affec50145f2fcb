import type { Db, Rows } from './store.ts';

/** What PGlite and PostgreSQL do differently, for SqlStore. */
export interface Engine {
  readonly kind: 'pglite' | 'postgresql';
  readonly db: Db;
  /** @throws StoreReadOnlyError */
  ensureWritable(): Promise<void>;
  /** Resolves when everything committed so far is on the disk. */
  durable(): Promise<void>;
  readOnlyReason(): string | null;
  /** The server refused a write. Answers whether it is read-only now. */
  refused(error: unknown): boolean;
  script(text: string): Promise<Rows>;
  health(): Promise<void>;
  close(): Promise<void>;
}
