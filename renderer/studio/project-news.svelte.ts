import type { ProjectNotification } from '#contract/schema/project.ts';

import type { CachedQuery } from '../offline/cache.svelte.ts';
import type { Studio } from './studio.svelte.ts';

const SHOWN = 30;
/** Nobody tells the window that something was said: it asks, now and then. */
const EVERY_MS = 90_000;

/** What the service tells a person about projects. */
export class ProjectNews {
  readonly #studio: Studio;
  readonly #account: string;
  readonly #query: CachedQuery<'projectNotifications.list'>;
  /** Read here; the list says so once it is asked again. */
  #read = $state.raw<ReadonlySet<string>>(new Set());

  constructor(studio: Studio, account: string) {
    this.#studio = studio;
    this.#account = account;
    this.#query = studio.cache.query(account, 'projectNotifications.list', { query: { limit: String(SHOWN) } });
  }

  /** For `$effect(() => news.open())`. */
  open(): () => void {
    if (!this.#studio.accounts.offers('projectNotifications.list')) return () => undefined;
    const close = this.#query.open();
    const timer = setInterval(() => void this.#query.refresh(), EVERY_MS);
    return () => {
      clearInterval(timer);
      close();
    };
  }

  get all(): readonly ProjectNotification[] {
    return (this.#query.value?.data ?? []).map((one) =>
      this.#read.has(one.id) && one.read_at === null ? { ...one, read_at: new Date().toISOString() } : one,
    );
  }

  get unread(): readonly ProjectNotification[] {
    return this.all.filter(({ read_at }) => read_at === null);
  }

  async refresh(): Promise<void> {
    await this.#query.refresh();
  }

  async read(id: string): Promise<void> {
    this.#read = new Set([...this.#read, id]);
    await this.#studio.api.call(this.#account, 'projectNotifications.read', {
      params: { notification: id },
      idempotencyKey: crypto.randomUUID(),
    });
    this.#studio.cache.invalidate(this.#account, 'projectNotifications');
  }

  async readAll(): Promise<void> {
    this.#read = new Set([...this.#read, ...this.all.map(({ id }) => id)]);
    await this.#studio.api.call(this.#account, 'projectNotifications.readAll', { idempotencyKey: crypto.randomUUID() });
    this.#studio.cache.invalidate(this.#account, 'projectNotifications');
  }
}
