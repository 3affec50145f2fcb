import type { NotificationType, ProjectNotification } from '#contract/schema/project.ts';

import type { CachedQuery } from '../query-cache/query-cache.svelte.ts';
import { plural } from '../ui/language.ts';
import { translateNotification } from './translate-notification.ts';
import { getNotificationPath } from './project-address.ts';
import type { AppState } from '../app-state/app-state.svelte.ts';

const TITLES: Readonly<Record<NotificationType, string>> = {
  script_status_changed: 'Stage changes',
  project_mentioned: 'Mentions',
  project_commented: 'Comments',
  task_assigned: 'Tasks',
  thumbnail_review_requested: 'Thumbnails to review',
  ideas_not_made: 'Ideas',
};
/** A type of a newer service is shown as it is. */
export const getNotificationTitle = (type: string): string =>
  TITLES[type as NotificationType] ?? type.replaceAll('_', ' ');

/** Returns the system notifications to show: one per type, however many have arrived. */
export function toSystemNotifications(
  notifications: readonly ProjectNotification[],
): readonly { title: string; body: string; route: string }[] {
  return [...new Set(notifications.map(({ type }) => type))].flatMap((type) => {
    const list = notifications.filter((one) => one.type === type);
    const [first] = list;
    if (!first) return [];
    const countText = plural(list.length, ['# new', '# new']);
    const text = translateNotification(first);
    const body = list.length === 1 ? text : `${countText}. ${text}`;
    return [{ title: getNotificationTitle(type), body: body.slice(0, 500), route: getNotificationPath(first) ?? '/' }];
  });
}

const MAX_SHOWN = 30;
/** The service does not push notifications, so the window polls. */
const POLL_MS = 90_000;

export class ProjectNews {
  readonly #app: AppState;
  readonly #account: string;
  readonly #query: CachedQuery<'projectNotifications.list'>;
  /** Ids read here; the list shows them as read after its next refresh. */
  #readIds = $state.raw<ReadonlySet<string>>(new Set());

  #notifiedIds: ReadonlySet<string> | null = null;

  constructor(app: AppState, account: string) {
    this.#app = app;
    this.#account = account;
    this.#query = app.cache.query(account, 'projectNotifications.list', { query: { limit: String(MAX_SHOWN) } });
  }

  /** Use it as `$effect(() => news.open())`. */
  open(): () => void {
    if (!this.#app.accounts.offers('projectNotifications.list')) return () => undefined;
    const close = this.#query.open();
    const timer = setInterval(() => void this.#query.refresh(), POLL_MS);
    return () => {
      clearInterval(timer);
      close();
    };
  }

  /** True when the cache was read, or the account offers no notifications. */
  get isCacheRead(): boolean {
    return this.#query.isCacheRead || !this.#app.accounts.offers('projectNotifications.list');
  }

  get all(): readonly ProjectNotification[] {
    return (this.#query.value?.data ?? []).map((one) =>
      this.#readIds.has(one.id) && one.read_at === null ? { ...one, read_at: new Date().toISOString() } : one,
    );
  }

  /** Returns the unread notifications, without the types the user has muted. */
  get unread(): readonly ProjectNotification[] {
    const { muted } = this.#app.settings.value;
    return this.all.filter(({ read_at, type }) => read_at === null && !muted.includes(type));
  }

  /** Groups by type; the type of the newest notification comes first. */
  get groups(): readonly { readonly type: string; readonly list: readonly ProjectNotification[] }[] {
    const types = [...new Set(this.all.map(({ type }) => type))];
    return types.map((type) => ({ type, list: this.all.filter((one) => one.type === type) }));
  }

  /**
   * Returns the notifications that are new since the last call; the first call returns none, because they were
   * announced earlier.
   */
  takeNewNotifications(): readonly ProjectNotification[] {
    const previousIds = this.#notifiedIds;
    if (this.#query.value) this.#notifiedIds = new Set(this.all.map(({ id }) => id));
    return previousIds === null ? [] : this.unread.filter(({ id }) => !previousIds.has(id));
  }

  async setMuted(type: string, isMuted: boolean): Promise<void> {
    const others = this.#app.settings.value.muted.filter((one) => one !== type);
    await this.#app.settings.set({ muted: isMuted ? [...others, type] : others });
  }

  async refresh(): Promise<void> {
    await this.#query.refresh();
  }

  async read(id: string): Promise<void> {
    this.#readIds = new Set([...this.#readIds, id]);
    await this.#app.api.call(this.#account, 'projectNotifications.read', {
      params: { notification: id },
      idempotencyKey: crypto.randomUUID(),
    });
    this.#app.cache.invalidate(this.#account, 'projectNotifications');
  }

  async readAll(): Promise<void> {
    this.#readIds = new Set([...this.#readIds, ...this.all.map(({ id }) => id)]);
    await this.#app.api.call(this.#account, 'projectNotifications.readAll', { idempotencyKey: crypto.randomUUID() });
    this.#app.cache.invalidate(this.#account, 'projectNotifications');
  }
}
