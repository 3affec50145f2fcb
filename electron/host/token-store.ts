/**
 * Where the tokens of accounts are kept: the OS keychain, or this process's memory. Never in a file, and nothing but
 * the API client ever gets one.
 */
import type { Account, KeychainState } from '#contract/bridge.ts';
import type { Keychain } from '#platform/keychain.ts';

/** The name all entries are filed under. */
const SERVICE = 'Cutaway';

export type TokenReading = { token: string } | { token: null; message: string };

export class TokenStore {
  readonly #keychain: Keychain;
  /** Also what was read from the keychain once, so that it is asked once a start. */
  readonly #memory = new Map<string, string>();
  #state: KeychainState = 'none';

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  get keychain(): KeychainState {
    return this.#state;
  }

  /** Finds out whether there is a keychain to use. */
  async probe(): Promise<KeychainState> {
    this.#state = await this.#keychain.probe().catch(() => 'none' as const);
    return this.#state;
  }

  async get(account: string, storage: Account['storage']): Promise<TokenReading> {
    const known = this.#memory.get(account);
    if (known !== undefined) return { token: known };
    if (storage !== 'keychain') {
      return { token: null, message: 'The token was kept for one session only. Sign in again.' };
    }
    try {
      const token = await this.#keychain.get(SERVICE, account);
      if (token === null) return { token: null, message: 'The keychain holds no token any more. Sign in again.' };
      this.#memory.set(account, token);
      return { token };
    } catch {
      const state = await this.probe();
      const message =
        state === 'locked'
          ? 'The keychain is locked. Unlock it and try again.'
          : 'The keychain does not answer, so the token cannot be read. Sign in again.';
      return { token: null, message };
    }
  }

  /** False when the keychain did not take it; then nothing is kept anywhere. */
  async set(account: string, token: string, storage: 'keychain' | 'session'): Promise<boolean> {
    if (storage === 'keychain') {
      try {
        await this.#keychain.set(SERVICE, account, token);
      } catch {
        await this.probe();
        return false;
      }
    } else {
      await this.#keychain.delete(SERVICE, account).catch(() => undefined);
    }
    this.#memory.set(account, token);
    return true;
  }

  /** False when the keychain may still hold it. */
  async delete(account: string, storage: Account['storage']): Promise<boolean> {
    this.#memory.delete(account);
    if (storage !== 'keychain') return true;
    return this.#keychain.delete(SERVICE, account).then(
      () => true,
      () => false,
    );
  }
}
