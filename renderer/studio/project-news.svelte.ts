import type { NotificationType, ProjectNotification } from '#contract/schema/project.ts';

import type { CachedQuery } from '../offline/cache.svelte.ts';
import { plural } from '../ui/language.ts';
import { projectPath } from './project-address.ts';
import type { Studio } from './studio.svelte.ts';

/** How people call the kinds. */
const KINDS: Readonly<Record<NotificationType, string>> = {
  script_status_changed: 'Moves',
  project_mentioned: 'Mentions',
  project_commented: 'Comments',
  task_assigned: 'Tasks',
  thumbnail_review_requested: 'Thumbnails to look at',
};
/** A kind that a later service may have is shown as it is. */
export const kindName = (type: string): string => KINDS[type as NotificationType] ?? type.replaceAll('_', ' ');

/** What the system is to show: of each kind one notification, however many have come. */
export function notices(
  arrived: readonly ProjectNotification[],
): readonly { title: string; body: string; route: string }[] {
  return [...new Set(arrived.map(({ type }) => type))].flatMap((type) => {
    const list = arrived.filter((one) => one.type === type);
    const [first] = list;
    if (!first) return [];
    const many = plural(list.length, ['# new', '# new']);
    const body = list.length === 1 ? first.message : `${many}. ${first.message}`;
    return [{ title: kindName(type), body: body.slice(0, 500), route: projectPath(first.project_id) }];
  });
}

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

  #told: ReadonlySet<string> | null = null;

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

  /** What is kept was looked up, or there is nothing to ask for. */
  get looked(): boolean {
    return this.#query.looked || !this.#studio.accounts.offers('projectNotifications.list');
  }

  get all(): readonly ProjectNotification[] {
    return (this.#query.value?.data ?? []).map((one) =>
      this.#read.has(one.id) && one.read_at === null ? { ...one, read_at: new Date().toISOString() } : one,
    );
  }

  /** What is new, but for the kinds a person wants to hear nothing of. */
  get unread(): readonly ProjectNotification[] {
    const { muted } = this.#studio.settings.value;
    return this.all.filter(({ read_at, type }) => read_at === null && !muted.includes(type));
  }

  /** By kind, the kind of the newest one first. */
  get groups(): readonly { readonly type: string; readonly list: readonly ProjectNotification[] }[] {
    const types = [...new Set(this.all.map(({ type }) => type))];
    return types.map((type) => ({ type, list: this.all.filter((one) => one.type === type) }));
  }

  /** What is new since this was asked last; the first time nothing is, as it was told when it came. */
  arrived(): readonly ProjectNotification[] {
    const known = this.#told;
    if (this.#query.value) this.#told = new Set(this.all.map(({ id }) => id));
    return known === null ? [] : this.unread.filter(({ id }) => !known.has(id));
  }

  async setMuted(type: string, muted: boolean): Promise<void> {
    const others = this.#studio.settings.value.muted.filter((one) => one !== type);
    await this.#studio.settings.set({ muted: muted ? [...others, type] : others });
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
