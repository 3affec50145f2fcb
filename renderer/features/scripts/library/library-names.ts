import type { ChannelListItem } from '#contract/schema/channel.ts';
import type { Library } from '#renderer/library-index/library.svelte.ts';
import { findTextsToFetch } from '#renderer/library-index/cached-texts.ts';
import { channelName } from '#renderer/app-state/channels.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

type Deps = Pick<AppState, 'accounts' | 'api' | 'cache' | 'channels'>;

/** Returns the channel names of all accounts, by `account/channel id`. */
export async function channelNames({ accounts, cache, channels }: Deps): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { id: account, label } of accounts.all) {
    const channelList = account === accounts.activeId ? channels.all : await keptChannels(cache, account);
    for (const channel of channelList) {
      const name = channelName(channel);
      names.set(`${account}/${channel.id}`, account === accounts.activeId ? name : `${name}, ${label}`);
    }
  }
  return names;
}

async function keptChannels(cache: Deps['cache'], account: string): Promise<readonly ChannelListItem[]> {
  return (await cache.entities(account, 'channel')).map(({ value }) => value as unknown as ChannelListItem);
}

const PER_PAGE = 100;
/** Services limit requests per minute, so fetch the whole list only this often, not each time the library is shown. */
const AGAIN_AFTER_MS = 600_000;
const fetchedAt = new Map<string, number>();

/** Fetches all scripts of all channels of the active account, page by page, into the library. */
export async function fetchScripts(
  { accounts, api, cache, channels }: Deps,
  library: Library,
  stopped: () => boolean,
): Promise<void> {
  const account = accounts.activeId;
  if (!library.inMemory && Date.now() - (fetchedAt.get(account) ?? 0) < AGAIN_AFTER_MS) return;
  for (const { id } of channels.all) {
    const listed = new Set<number>();
    for (let page = 1, last = 1; page <= last; page += 1) {
      if (stopped()) return;
      const result = await api.call(account, 'scripts.list', { params: { id }, query: { per_page: PER_PAGE, page } });
      if (!result.ok) return;
      await cache.remember(account, 'scripts.list', result.body);
      await library.know(account, result.body.data);
      for (const script of result.body.data) listed.add(script.id);
      last = result.body.pagination.last_page;
    }
    await cache.noteListed(account, id, listed);
  }
  if (channels.all.length > 0) fetchedAt.set(account, Date.now());
}

/**
 * Limits the texts fetched at a time: a remote service allows only some requests per minute, and the person's own come
 * first.
 */
const TEXTS = { own: 500, elsewhere: 20 } as const;

/** Fetches texts that only the service has, so that the library finds them. Returns whether any arrived. */
export async function fetchTexts(
  { accounts, cache, store }: Pick<AppState, 'accounts' | 'cache' | 'store'>,
  stopped: () => boolean,
): Promise<boolean> {
  const account = accounts.activeId;
  const most = accounts.isLocal ? TEXTS.own : TEXTS.elsewhere;
  let some = false;
  for (const id of await findTextsToFetch(store.database, account, most)) {
    if (stopped()) break;
    const content = cache.query(account, 'scripts.content', { params: { id } });
    await content.refresh();
    if (content.failure) break;
    some = true;
  }
  return some;
}
