/** Passes short texts to every process that uses a database. */
import type pg from 'pg';

import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';

const log = logger('store');

export type AnnouncementListener = (text: string | null) => void;

export interface Announcements {
  announce(text: string): Promise<void>;
  /** Calls `listener` with null if announcements may have been missed. Returns a function that stops it. */
  on(listener: AnnouncementListener): () => void;
  close(): Promise<void>;
}

/** Serves a database that belongs to one process. */
export class OwnAnnouncements implements Announcements {
  readonly #listeners = new Set<AnnouncementListener>();

  announce(text: string): Promise<void> {
    for (const listener of this.#listeners) listener(text);
    return Promise.resolve();
  }

  on(listener: AnnouncementListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#listeners.clear();
    return Promise.resolve();
  }
}

const CHANNEL = 'cutaway_changes';
const RETRY_MS = { min: 250, max: 5000 } as const;

/** Serves PostgreSQL with NOTIFY, on its own connection, which reconnects when it breaks. */
export class PostgresAnnouncements implements Announcements {
  readonly #pool: pg.Pool;
  readonly #connect: () => pg.Client;
  readonly #listeners = new Set<AnnouncementListener>();
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #retryMs: number = RETRY_MS.min;
  #isClosed = false;

  constructor(pool: pg.Pool, connect: () => pg.Client) {
    this.#pool = pool;
    this.#connect = connect;
  }

  async announce(text: string): Promise<void> {
    await this.#pool.query('select pg_notify($1, $2)', [CHANNEL, text]);
  }

  on(listener: AnnouncementListener): () => void {
    this.#listeners.add(listener);
    if (this.#client === null && this.#timer === undefined) void this.#open(false);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(log.failure('connection for announcements not closed'));
  }

  async #open(isReconnect: boolean): Promise<void> {
    const client = this.#connect();
    this.#client = client;
    client.on('error', (error) => this.#reconnectLater(client, error));
    client.on('end', () => this.#reconnectLater(client, null));
    client.on('notification', ({ payload }) => this.#notify(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#retryMs = RETRY_MS.min;
      if (isReconnect) this.#notify(null);
    } catch (error) {
      this.#reconnectLater(client, error);
    }
  }

  #reconnectLater(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#isClosed) return;
    this.#client = null;
    log.warn('connection for announcements lost', error === null ? {} : describeError(error));
    client.end().catch(() => undefined); // It may be closed already.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#open(true);
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.max);
  }

  #notify(text: string | null): void {
    for (const listener of this.#listeners) listener(text);
  }
}
