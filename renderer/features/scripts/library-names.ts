import type { ChannelListItem } from '#contract/schema/channel.ts';
import type { Library } from '#renderer/offline/library.svelte.ts';
import { textsToSee } from '#renderer/offline/seen-texts.ts';
import { channelName } from '#renderer/studio/channels.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

type Deps = Pick<Studio, 'accounts' | 'api' | 'cache' | 'channels'>;

/** What the channels of all accounts are called, by `account/channel id`. */
export async function channelNames({ accounts, cache, channels }: Deps): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { id: account, label } of accounts.all) {
    const known = account === accounts.activeId ? channels.all : await keptChannels(cache, account);
    for (const channel of known) {
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
/** A service takes so many requests a minute: the whole is asked for now and then, not each time the library is shown. */
const AGAIN_AFTER_MS = 600_000;
const fetchedAt = new Map<string, number>();

/** Asks for all scripts of all channels of the account in use, page by page, so that the library knows them. */
export async function fetchScripts(
  { accounts, api, cache, channels }: Deps,
  library: Library,
  stopped: () => boolean,
): Promise<void> {
  const account = accounts.activeId;
  if (!library.inMemory && Date.now() - (fetchedAt.get(account) ?? 0) < AGAIN_AFTER_MS) return;
  for (const { id } of channels.all) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      if (stopped()) return;
      const result = await api.call(account, 'scripts.list', { params: { id }, query: { per_page: PER_PAGE, page } });
      if (!result.ok) return;
      await cache.remember(account, 'scripts.list', result.body);
      await library.know(account, result.body.data);
      last = result.body.pagination.last_page;
    }
  }
  if (channels.all.length > 0) fetchedAt.set(account, Date.now());
}

/** How many texts are asked for at a time: a service elsewhere takes so many requests a minute, and a person's go first. */
const TEXTS = { own: 500, elsewhere: 20 } as const;

/** Asks for texts that lie on the service alone, so that the library finds them. Answers whether any came. */
export async function fetchTexts(
  { accounts, cache, store }: Pick<Studio, 'accounts' | 'cache' | 'store'>,
  stopped: () => boolean,
): Promise<boolean> {
  const account = accounts.activeId;
  const most = accounts.isLocal ? TEXTS.own : TEXTS.elsewhere;
  let some = false;
  for (const id of await textsToSee(store.database, account, most)) {
    if (stopped()) break;
    const content = cache.query(account, 'scripts.content', { params: { id } });
    await content.refresh();
    if (content.failure) break;
    some = true;
  }
  return some;
}
