import type { ChannelListItem } from '#contract/schema/channel.ts';
import type { Library } from '#renderer/library-index/library.svelte.ts';
import { findTextsToFetch } from '#renderer/library-index/cached-texts.ts';
import { formatChannelName } from '#renderer/app-state/channels.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

type Deps = Pick<AppState, 'accounts' | 'api' | 'cache' | 'channels'>;

/** Returns the channel names of all accounts, by `account/channel id`. */
export async function readChannelNames({ accounts, cache, channels }: Deps): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { id: account, label } of accounts.all) {
    const channelList = account === accounts.activeId ? channels.all : await readCachedChannels(cache, account);
    for (const channel of channelList) {
      const name = formatChannelName(channel);
      names.set(`${account}/${channel.id}`, account === accounts.activeId ? name : `${name}, ${label}`);
    }
  }
  return names;
}

async function readCachedChannels(cache: Deps['cache'], account: string): Promise<readonly ChannelListItem[]> {
  return (await cache.readEntities(account, 'channel')).map(({ value }) => value as unknown as ChannelListItem);
}

const PER_PAGE = 100;
/** Shortest time between fetches of the whole list, because services limit requests per minute. */
const REFETCH_AFTER_MS = 600_000;
const fetchedAt = new Map<string, number>();

/** Fetches all scripts of all channels of the active account, page by page, into the library. */
export async function fetchScripts(
  { accounts, api, cache, channels }: Deps,
  library: Library,
  isStopped: () => boolean,
): Promise<void> {
  const account = accounts.activeId;
  if (!library.inMemory && Date.now() - (fetchedAt.get(account) ?? 0) < REFETCH_AFTER_MS) return;
  for (const { id } of channels.all) {
    const listedIds = new Set<number>();
    for (let page = 1, last = 1; page <= last; page += 1) {
      if (isStopped()) return;
      const result = await api.call(account, 'scripts.list', { params: { id }, query: { per_page: PER_PAGE, page } });
      if (!result.ok) return;
      await cache.remember(account, 'scripts.list', result.body);
      await library.addScripts(account, result.body.data);
      for (const script of result.body.data) listedIds.add(script.id);
      last = result.body.pagination.last_page;
    }
    await cache.noteListed(account, id, listedIds);
  }
  if (channels.all.length > 0) fetchedAt.set(account, Date.now());
}

/**
 * The most texts fetched at a time: a remote service limits requests per minute, and the person's own requests come
 * first.
 */
const MAX_TEXTS = { local: 500, remote: 20 } as const;

/** Fetches texts that only the service has, so that the library's search finds them. Returns whether any arrived. */
export async function fetchTexts(
  { accounts, cache, store }: Pick<AppState, 'accounts' | 'cache' | 'store'>,
  isStopped: () => boolean,
): Promise<boolean> {
  const account = accounts.activeId;
  const limit = accounts.isLocal ? MAX_TEXTS.local : MAX_TEXTS.remote;
  let hasFetched = false;
  for (const id of await findTextsToFetch(store.database, account, limit)) {
    if (isStopped()) break;
    const content = cache.query(account, 'scripts.content', { params: { id } });
    await content.refresh();
    if (content.failure) break;
    hasFetched = true;
  }
  return hasFetched;
}
