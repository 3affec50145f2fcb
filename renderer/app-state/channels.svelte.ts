import type { ChannelListItem } from '#contract/schema/channel.ts';

import type { ApiFailure } from '../bridge/api-client.ts';
import type { CachedQuery, EntityCache } from '../query-cache/query-cache.svelte.ts';
import type { Accounts } from './accounts.svelte.ts';
import type { Settings } from './settings.svelte.ts';

export function formatChannelName(channel: ChannelListItem): string {
  const settings = channel['settings'] as { title?: unknown } | undefined;
  const title = typeof settings?.title === 'string' ? settings.title : null;
  return channel.details.title ?? title ?? channel.yt_handle ?? `Channel ${channel.id}`;
}

export class Channels {
  readonly #cache: EntityCache;
  readonly #accounts: Accounts;
  readonly #settings: Settings;
  #query = $state.raw<CachedQuery<'channels.list'> | null>(null);
  /** Titles of channels without a linked platform channel, by id; the list does not include them. */
  #titles = $state.raw<Readonly<Record<number, string>>>({});

  constructor(cache: EntityCache, accounts: Accounts, settings: Settings) {
    this.#cache = cache;
    this.#accounts = accounts;
    this.#settings = settings;
  }

  /** Opens the active account's list; run it in an effect, which repeats it when the account changes. */
  open(): () => void {
    const query = this.#cache.query(this.#accounts.activeId, 'channels.list', { query: { per_page: 100 } });
    this.#query = query;
    return query.open();
  }

  get all(): readonly ChannelListItem[] {
    const query = this.#query;
    const list = query && query.account === this.#accounts.activeId ? (query.value?.data ?? []) : [];
    return list.map((channel) => {
      const title = this.#titles[channel.id];
      return title === undefined ? channel : { ...channel, settings: { title } };
    });
  }

  /** True until there is a cached list or an answer. */
  get isLoading(): boolean {
    return this.#query === null || this.#query.isLoading;
  }

  get failure(): ApiFailure | null {
    return this.#query?.failure ?? null;
  }

  /** Returns the channel last chosen in this account, else its first; null if there is none. */
  get current(): ChannelListItem | null {
    const chosenId = this.#settings.value.channels[this.#accounts.activeId];
    return this.all.find(({ id }) => id === chosenId) ?? this.all[0] ?? null;
  }

  /** Known before the list is loaded, unlike `current`. */
  get currentId(): number | null {
    return this.current?.id ?? this.#settings.value.channels[this.#accounts.activeId] ?? null;
  }

  /** Loads titles missing from the list; run it in an effect. */
  loadTitles(): () => void {
    const detailQueries = (this.#query?.value?.data ?? [])
      .filter(({ details: { title } }) => title === null)
      .map(({ id }) => this.#cache.query(this.#accounts.activeId, 'channels.get', { params: { id } }));
    const cleanups = detailQueries.map((query) => query.open());
    const stopEffect = $effect.root(() => {
      $effect(() => {
        const titles: Record<number, string> = {};
        for (const { value } of detailQueries) {
          const title = value?.data.settings.title;
          if (value && title !== undefined) titles[value.data.id] = title;
        }
        this.#titles = titles;
      });
    });
    return () => {
      stopEffect();
      for (const cleanup of cleanups) cleanup();
    };
  }

  /** The only channel that Home and projects show; null if they show all. */
  get shownId(): number | null {
    return this.#settings.value.one_channel[this.#accounts.activeId] === true ? this.currentId : null;
  }

  /** Chooses what Home and projects show; null means all channels. */
  async show(id: number | null): Promise<void> {
    const { activeId } = this.#accounts;
    const { channels, one_channel } = this.#settings.value;
    await this.#settings.set({
      one_channel: { ...one_channel, [activeId]: id !== null },
      ...(id !== null && { channels: { ...channels, [activeId]: id } }),
    });
  }

  async choose(id: number): Promise<void> {
    const { channels } = this.#settings.value;
    await this.#settings.set({ channels: { ...channels, [this.#accounts.activeId]: id } });
  }

  async refresh(): Promise<void> {
    await this.#query?.refresh();
  }
}
