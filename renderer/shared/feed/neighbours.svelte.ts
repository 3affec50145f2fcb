import type { IntelVideo } from '#contract/schema/intel.ts';

import type { CachedQuery } from '../../query-cache/query-cache.svelte.ts';
import type { AppState } from '../../app-state/app-state.svelte.ts';

const MAX_SHOWN = 7;
/** Search results to choose from; competitors' videos are listed first. */
const MAX_RESULTS = 30;
const MAX_QUERY_LENGTH = 255;

export interface Neighbour {
  readonly video: IntelVideo;
  /** True when its channel is a competitor of this one. */
  readonly isCompetitor: boolean;
}

/**
 * Finds videos with similar titles, competitors' first, and reads them from the cache if the service is unreachable.
 */
export class Neighbours {
  readonly query: string;
  readonly #videos: CachedQuery<'intel.searchVideos'>;
  readonly #competitors: CachedQuery<'competitors.list'>;
  /** Caches the videos shown last for any title, under an empty query that no real search uses. */
  readonly #lastQuery: CachedQuery<'intel.searchVideos'>;
  readonly #ownChannelId: string | null;

  constructor({ cache }: Pick<AppState, 'cache'>, account: string, channel: Channel, title: string) {
    this.query = [...(title.trim() === '' ? channel.title : title.trim())].slice(0, MAX_QUERY_LENGTH).join('');
    this.#ownChannelId = channel.platformId;
    this.#videos = cache.query(account, 'intel.searchVideos', { body: { query: this.query, limit: MAX_RESULTS } });
    this.#lastQuery = cache.query(account, 'intel.searchVideos', { body: { query: '', limit: MAX_RESULTS } });
    this.#competitors = cache.query(account, 'competitors.list', { params: { id: channel.id } });
  }

  open(): () => void {
    const closers = [this.#videos.open(), this.#competitors.open()];
    void this.#lastQuery.showCached();
    return () => {
      for (const close of closers) close();
    };
  }

  /** Returns when the service last answered; null if it has not. */
  get answeredAt(): string | null {
    return this.#videos.lastRefreshed;
  }

  /** Stores the current videos for times when the service is unreachable. Call after the service has answered. */
  remember(): void {
    const { value } = this.#videos;
    if (value && value.data.videos.length > 0) void this.#lastQuery.put(value);
  }

  /** True when the list is an earlier one, because the service did not answer. */
  get isEarlier(): boolean {
    return this.#videos.failure !== null && this.#videos.value === null && this.#lastQuery.value !== null;
  }

  /** True when there is nothing to show, because the service did not answer. */
  get hasFailed(): boolean {
    return this.#videos.failure !== null && this.#videos.value === null && this.#lastQuery.value === null;
  }

  get list(): readonly Neighbour[] {
    const rivals = new Set((this.#competitors.value?.data ?? []).map(({ channel_id }) => channel_id));
    const answer = this.isEarlier ? this.#lastQuery.value : this.#videos.value;
    const neighbours = (answer?.data.videos ?? [])
      .filter(({ channel }) => channel.channel_id !== this.#ownChannelId)
      .map((video) => ({ video, isCompetitor: rivals.has(video.channel.channel_id) }));
    // Keeps the order within both groups: the most similar first.
    return [
      ...neighbours.filter(({ isCompetitor }) => isCompetitor),
      ...neighbours.filter(({ isCompetitor }) => !isCompetitor),
    ].slice(0, MAX_SHOWN);
  }
}

export interface Channel {
  readonly id: number;
  readonly title: string;
  /** Null if no channel of the platform is linked. */
  readonly platformId: string | null;
}
