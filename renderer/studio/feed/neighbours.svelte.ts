import type { IntelVideo } from '#contract/schema/intel.ts';

import type { CachedQuery } from '../../offline/cache.svelte.ts';
import type { Studio } from '../studio.svelte.ts';

/** What a feed puts beside one video. */
const SHOWN = 7;
/** Of the search: what the channel is compared with comes first among these. */
const LOOKED_AT = 30;
const LONGEST_QUERY = 255;

export interface Neighbour {
  readonly video: IntelVideo;
  /** One of the channels this channel is compared with. */
  readonly competitor: boolean;
}

/** Videos near a title, those of the channel's competitors first; from what is kept where the service is away. */
export class Neighbours {
  readonly query: string;
  readonly limit = LOOKED_AT;
  readonly #videos: CachedQuery<'intel.searchVideos'>;
  readonly #competitors: CachedQuery<'competitors.list'>;
  /** What was shown here last, whatever it stood beside: no search asks for nothing, so that none is mistaken for it. */
  readonly #last: CachedQuery<'intel.searchVideos'>;
  readonly #own: string | null;

  constructor({ cache }: Pick<Studio, 'cache'>, account: string, channel: Channel, title: string) {
    this.query = [...(title.trim() === '' ? channel.title : title.trim())].slice(0, LONGEST_QUERY).join('');
    this.#own = channel.platformId;
    this.#videos = cache.query(account, 'intel.searchVideos', { body: { query: this.query, limit: LOOKED_AT } });
    this.#last = cache.query(account, 'intel.searchVideos', { body: { query: '', limit: LOOKED_AT } });
    this.#competitors = cache.query(account, 'competitors.list', { params: { id: channel.id } });
  }

  open(): () => void {
    const ends = [this.#videos.open(), this.#competitors.open()];
    void this.#last.look();
    return () => {
      for (const end of ends) end();
    };
  }

  /** When the service last answered; null while it has not. */
  get answered(): string | null {
    return this.#videos.lastRefreshed;
  }

  /** Keeps what is shown for a time without the service. To be called when it has answered. */
  remember(): void {
    const { value } = this.#videos;
    if (value && value.data.videos.length > 0) void this.#last.put(value);
  }

  /** Whether what is shown is from another time, as the service did not answer. */
  get earlier(): boolean {
    return this.#videos.failure !== null && this.#videos.value === null && this.#last.value !== null;
  }

  /** Whether there is nothing to show because the service did not answer. */
  get failed(): boolean {
    return this.#videos.failure !== null && this.#videos.value === null && this.#last.value === null;
  }

  get list(): readonly Neighbour[] {
    const rivals = new Set((this.#competitors.value?.data ?? []).map(({ channel_id }) => channel_id));
    const answer = this.earlier ? this.#last.value : this.#videos.value;
    const found = (answer?.data.videos ?? [])
      .filter(({ channel }) => channel.channel_id !== this.#own)
      .map((video) => ({ video, competitor: rivals.has(video.channel.channel_id) }));
    // The order within both stays: the nearest first.
    return [...found.filter(({ competitor }) => competitor), ...found.filter(({ competitor }) => !competitor)].slice(
      0,
      SHOWN,
    );
  }
}

export interface Channel {
  readonly id: number;
  readonly title: string;
  /** At the platform; null where none is linked. */
  readonly platformId: string | null;
}
