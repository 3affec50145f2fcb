/** Where the keys of providers lie. They are answered by nothing and written to no log and no database. */
import { type Keychain, KeychainError } from '#platform/keychain.ts';

import { ImageEngineError } from '../engines/image/image-engine.ts';
import { PlatformError } from '../engines/platform/platform.ts';
import { SpeechEngineError } from '../engines/speech/speech-engine.ts';
import { EngineError } from '../engines/text/text-engine.ts';
import { FetchRefusedError } from '../net/guarded-fetch.ts';

/** What the keychain shows them under, and what their users are told where it does not give them. */
const UNREADABLE = {
  'Cutaway model provider': (why: string) => new EngineError('refused-key', why),
  'Cutaway search engine': (why: string) => new FetchRefusedError(why),
  'Cutaway image model': (why: string) => new ImageEngineError(why),
  'Cutaway voice': (why: string) => new SpeechEngineError(why),
  'Cutaway platform': (why: string) => new PlatformError(why),
};
type Of = keyof typeof UNREADABLE;

const isLoopback = (url: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** Whether a key may be sent to an address: nobody on the way may read it. */
export const mayCarryKey = (url: string): boolean => url.startsWith('https:') || isLoopback(url);

export class ProviderKeys {
  readonly #keychain: Keychain;
  readonly #studioId: string;
  readonly #of: Of;
  /** Keys of this process's life, where there is no keychain. */
  readonly #session = new Map<number, string>();

  /** @param studioId keeps two studios on one machine apart. */
  constructor(keychain: Keychain, studioId: string, of: Of) {
    this.#of = of;
    this.#keychain = keychain;
    this.#studioId = studioId;
  }

  /** Answers the account under which the keychain holds the key; null: only this process knows it. */
  async store(providerId: number, key: string): Promise<string | null> {
    const account = `${this.#studioId}:${providerId}`;
    try {
      await this.#keychain.set(this.#of, account, key);
      this.#session.delete(providerId);
      return account;
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      this.#session.set(providerId, key);
      return null;
    }
  }

  /** @throws its kind's failure, in words, where the keychain does not give it */
  async read(providerId: number, keyRef: string | null): Promise<string | null> {
    if (keyRef === null) return this.#session.get(providerId) ?? null;
    try {
      return await this.#keychain.get(this.#of, keyRef);
    } catch (error) {
      throw error instanceof KeychainError ? UNREADABLE[this.#of](error.message) : error;
    }
  }

  /** A keychain that is away keeps its entry; the row that names it goes all the same. */
  async remove(providerId: number, keyRef: string | null): Promise<void> {
    this.#session.delete(providerId);
    if (keyRef === null) return;
    try {
      await this.#keychain.delete(this.#of, keyRef);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
    }
  }

  /** A key, or none, in the place of the one before; answers as `store` does. */
  async replace(providerId: number, before: { readonly key_ref: string | null } | null, key: string | null) {
    if (before) await this.remove(providerId, before.key_ref);
    return key === null ? null : this.store(providerId, key);
  }

  /**
   * The key of a connection after a change; one never goes to another address than the one it was given for.
   * @throws what `refuse` makes for a field
   */
  async changed(
    providerId: number,
    before: { readonly base_url: string; readonly key_ref: string | null } | null,
    { base_url, api_key }: { readonly base_url: string; readonly api_key?: string | null | undefined },
    refuse: (field: 'base_url', why: string) => Error,
  ): Promise<string | null> {
    if (/[?#]/.test(base_url)) throw refuse('base_url', 'Without ? and #.');
    const stays = api_key === undefined && before?.base_url === base_url;
    const keyed = api_key != null || (stays && this.storage(providerId, before.key_ref) !== 'none');
    if (keyed && !mayCarryKey(base_url)) throw refuse('base_url', 'A key is sent over https alone.');
    return stays ? before.key_ref : this.replace(providerId, before, api_key ?? null);
  }

  storage(providerId: number, keyRef: string | null): 'keychain' | 'session' | 'none' {
    if (keyRef !== null) return 'keychain';
    return this.#session.has(providerId) ? 'session' : 'none';
  }
}
