/** Looks up people of a team by their ids, for the avatars of all pages. */
import { untrack } from 'svelte';

import type { PersonPicture } from '#contract/schema/people.ts';

import type { Bridge } from '../bridge/bridge.ts';
import type { CachedQuery, EntityCache } from '../query-cache/query-cache.svelte.ts';
import type { Accounts } from './accounts.svelte.ts';

/** The id of a person, or the window's own person. */
export type PersonId = number | 'you';

interface PeopleOptions {
  readonly cache: Pick<EntityCache, 'query'>;
  readonly bridge: Pick<Bridge, 'invoke'>;
  readonly accounts: Pick<Accounts, 'accountOffers'>;
}

type Members = CachedQuery<'local.members.list'>;

export class People {
  readonly #options: PeopleOptions;
  /** The lists of members, by account. */
  #lists = $state.raw<Readonly<Record<string, Members>>>({});
  /** By account: how many avatars show its people, and the function that closes its list. */
  readonly #uses = new Map<string, { count: number; readonly close: () => void }>();
  /** Sources of images, by account and hash. */
  #sources = $state.raw<Readonly<Record<string, string>>>({});
  readonly #loadingAccounts = new Set<string>();

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** True when an account's service lists its people. */
  areListed(account: string): boolean {
    return this.#options.accounts.accountOffers(account, 'local.members.list');
  }

  /** Keeps an account's people up to date until the returned function is called: for `$effect`. */
  open(account: string): () => void {
    return untrack(() => {
      const use = this.#uses.get(account) ?? { count: 0, close: this.#getList(account).open() };
      use.count++;
      this.#uses.set(account, use);
      return () => {
        if (--use.count > 0) return;
        this.#uses.delete(account);
        use.close();
      };
    });
  }

  /**
   * Loads a person's picture if it isn't loaded yet; call it in an effect, which repeats it when the picture changes.
   */
  load(account: string, id: PersonId): void {
    const picture = this.#findPicture(account, id);
    if (picture) untrack(() => void this.#load(account, picture.sha256));
  }

  /** Returns the source of a person's picture; null if there is no picture, or it is not loaded yet. */
  getPicture(account: string, id: PersonId): string | null {
    const picture = this.#findPicture(account, id);
    return picture ? (this.#sources[getKey(account, picture.sha256)] ?? null) : null;
  }

  #findPicture(account: string, id: PersonId): PersonPicture | null {
    const { data = [], former = [] } = this.#lists[account]?.value ?? {};
    const person = id === 'you' ? data.find(({ you }) => you) : [...data, ...former].find((one) => one.id === id);
    return person?.picture ?? null;
  }

  #getList(account: string): Members {
    const list = this.#lists[account] ?? this.#options.cache.query(account, 'local.members.list');
    if (!(account in this.#lists)) this.#lists = { ...this.#lists, [account]: list };
    return list;
  }

  async #load(account: string, sha256: string): Promise<void> {
    const key = getKey(account, sha256);
    if (key in this.#sources || this.#loadingAccounts.has(key)) return;
    this.#loadingAccounts.add(key);
    try {
      const answer = await this.#options.bridge.invoke('pictures.read', { account, person_picture: sha256 });
      if (answer.ok) this.#sources = { ...this.#sources, [key]: `data:${answer.mime};base64,${answer.base64}` };
    } catch {
      // Initials are shown; the next answer of the service tries again.
    } finally {
      this.#loadingAccounts.delete(key);
    }
  }
}

const getKey = (account: string, sha256: string): string => `${account}/${sha256}`;
