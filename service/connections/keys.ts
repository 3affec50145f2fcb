/** Stores provider keys. No answer, log or database ever contains them. */
import { isLoopback } from '#contract/loopback.ts';
import { addSecret } from '#log/redact.ts';
import { type Keychain, KeychainError } from '#platform/keychain.ts';

import { ImageEngineError } from '../engines/image/image-engine.ts';
import { PlatformError } from '../engines/platform/platform.ts';
import { SpeechEngineError } from '../engines/speech/speech-engine.ts';
import { EngineError } from '../engines/text/text-engine.ts';
import { FetchRefusedError } from '../net/fetch-refusal.ts';

/** Maps each keychain entry name to the error its users get if the key cannot be read. */
const UNREADABLE_KEY_ERRORS = {
  'Cutaway model provider': (reason: string) => new EngineError('refused-key', reason),
  'Cutaway search engine': (reason: string) => new FetchRefusedError(reason),
  'Cutaway image model': (reason: string) => new ImageEngineError(reason),
  'Cutaway voice': (reason: string) => new SpeechEngineError(reason),
  'Cutaway platform': (reason: string) => new PlatformError(reason),
};
/** The purpose of a key, which is also the name of its entry in the keychain. */
export type Purpose = keyof typeof UNREADABLE_KEY_ERRORS;

/** Returns whether nobody can read a key in transit: keys go only over https or to this computer. */
export const mayCarryKey = (url: string): boolean => url.startsWith('https:') || isLoopback(new URL(url).hostname);

export class ProviderKeys {
  readonly #keychain: Keychain;
  readonly #installationId: string;
  readonly #purpose: Purpose;
  /** Keeps keys for the life of this process if there is no keychain. */
  readonly #sessionKeys = new Map<number, string>();

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
      this.#sessionKeys.delete(providerId);
      return account;
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      this.#sessionKeys.set(providerId, key);
      return null;
    }
  }

  /** @throws the engine's error, with the keychain's message, if the keychain does not return the key */
  async read(providerId: number, keyRef: string | null): Promise<string | null> {
    if (keyRef === null) return this.#sessionKeys.get(providerId) ?? null;
    try {
      const key = await this.#keychain.get(this.#purpose, keyRef);
      addSecret(key);
      return key;
    } catch (error) {
      throw error instanceof KeychainError ? UNREADABLE_KEY_ERRORS[this.#purpose](error.message) : error;
    }
  }

  /** Deletes the key. An unavailable keychain keeps its entry, but the row that names it is deleted anyway. */
  async remove(providerId: number, keyRef: string | null): Promise<void> {
    this.#sessionKeys.delete(providerId);
    if (keyRef === null) return;
    try {
      await this.#keychain.delete(this.#purpose, keyRef);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
    }
  }

  /** Replaces the key with another one or none; returns the same as `store`. */
  async replace(providerId: number, previous: { readonly key_ref: string | null } | null, key: string | null) {
    if (previous) await this.remove(providerId, previous.key_ref);
    return key === null ? null : this.store(providerId, key);
  }

  /**
   * Updates the key of a changed connection and returns the same as `store`. A key is never sent to another URL than
   * the one it was given for.
   * @throws the error from `refuse`
   */
  async update(
    providerId: number,
    previous: { readonly base_url: string; readonly key_ref: string | null } | null,
    { base_url, api_key }: { readonly base_url: string; readonly api_key?: string | null | undefined },
    refuse: (field: 'base_url', reason: string) => Error,
  ): Promise<string | null> {
    if (/[?#]/.test(base_url)) throw refuse('base_url', 'The address can’t contain ? or #.');
    const keepsKey = api_key === undefined && previous?.base_url === base_url;
    const hasKey = api_key != null || (keepsKey && this.getStorage(providerId, previous.key_ref) !== 'none');
    if (hasKey && !mayCarryKey(base_url)) throw refuse('base_url', 'Keys are only sent over https.');
    return keepsKey ? previous.key_ref : this.replace(providerId, previous, api_key ?? null);
  }

  getStorage(providerId: number, keyRef: string | null): 'keychain' | 'session' | 'none' {
    if (keyRef !== null) return 'keychain';
    return this.#sessionKeys.has(providerId) ? 'session' : 'none';
  }
}
