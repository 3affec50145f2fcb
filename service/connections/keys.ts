/** Stores provider keys. No answer, log or database ever contains them. */
import { addSecret } from '#log/redact.ts';
import { type Keychain, KeychainError } from '#platform/keychain.ts';

import { ImageEngineError } from '../engines/image/image-engine.ts';
import { PlatformError } from '../engines/platform/platform.ts';
import { SpeechEngineError } from '../engines/speech/speech-engine.ts';
import { EngineError } from '../engines/text/text-engine.ts';
import { FetchRefusedError } from '../net/guarded-fetch.ts';

/** Maps each keychain entry name to the error its users get if the key cannot be read. */
const UNREADABLE = {
  'Cutaway model provider': (why: string) => new EngineError('refused-key', why),
  'Cutaway search engine': (why: string) => new FetchRefusedError(why),
  'Cutaway image model': (why: string) => new ImageEngineError(why),
  'Cutaway voice': (why: string) => new SpeechEngineError(why),
  'Cutaway platform': (why: string) => new PlatformError(why),
};
/** Tells what a key is for, as the keychain shows it. */
export type Purpose = keyof typeof UNREADABLE;

export const isLoopback = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** Returns whether a key may be sent to a URL, so that nobody can read it in transit. */
export const mayCarryKey = (url: string): boolean => url.startsWith('https:') || isLoopback(url);

export class ProviderKeys {
  readonly #keychain: Keychain;
  readonly #installationId: string;
  readonly #purpose: Purpose;
  /** Keeps keys for the life of this process if there is no keychain. */
  readonly #session = new Map<number, string>();

  /** @param installationId keeps two installations on one machine apart. */
  constructor(keychain: Keychain, installationId: string, purpose: Purpose) {
    this.#purpose = purpose;
    this.#keychain = keychain;
    this.#installationId = installationId;
  }

  /** Returns the keychain account that holds the key, or null if only this process knows it. */
  async store(providerId: number, key: string): Promise<string | null> {
    addSecret(key);
    const account = `${this.#installationId}:${providerId}`;
    try {
      await this.#keychain.set(this.#purpose, account, key);
      this.#session.delete(providerId);
      return account;
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      this.#session.set(providerId, key);
      return null;
    }
  }

  /** @throws the error of its kind, in plain words, if the keychain does not return the key */
  async read(providerId: number, keyRef: string | null): Promise<string | null> {
    if (keyRef === null) return this.#session.get(providerId) ?? null;
    try {
      const key = await this.#keychain.get(this.#purpose, keyRef);
      addSecret(key);
      return key;
    } catch (error) {
      throw error instanceof KeychainError ? UNREADABLE[this.#purpose](error.message) : error;
    }
  }

  /** Deletes the key. An unavailable keychain keeps its entry, but the row that names it is deleted anyway. */
  async remove(providerId: number, keyRef: string | null): Promise<void> {
    this.#session.delete(providerId);
    if (keyRef === null) return;
    try {
      await this.#keychain.delete(this.#purpose, keyRef);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
    }
  }

  /** Replaces the key with another one or none; returns the same as `store`. */
  async replace(providerId: number, before: { readonly key_ref: string | null } | null, key: string | null) {
    if (before) await this.remove(providerId, before.key_ref);
    return key === null ? null : this.store(providerId, key);
  }

  /**
   * Returns the key of a changed connection; a key is never sent to another URL than the one it was given for.
   * @throws what `refuse` makes for a field
   */
  async changed(
    providerId: number,
    before: { readonly base_url: string; readonly key_ref: string | null } | null,
    { base_url, api_key }: { readonly base_url: string; readonly api_key?: string | null | undefined },
    refuse: (field: 'base_url', why: string) => Error,
  ): Promise<string | null> {
    if (/[?#]/.test(base_url)) throw refuse('base_url', 'The address can’t contain ? or #.');
    const stays = api_key === undefined && before?.base_url === base_url;
    const keyed = api_key != null || (stays && this.storage(providerId, before.key_ref) !== 'none');
    if (keyed && !mayCarryKey(base_url)) throw refuse('base_url', 'Keys are only sent over https.');
    return stays ? before.key_ref : this.replace(providerId, before, api_key ?? null);
  }

  storage(providerId: number, keyRef: string | null): 'keychain' | 'session' | 'none' {
    if (keyRef !== null) return 'keychain';
    return this.#session.has(providerId) ? 'session' : 'none';
  }
}
