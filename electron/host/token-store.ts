/**
 * Stores the tokens of accounts in the OS keychain or in this process's memory. They are never in a file, and only the
 * API client gets one.
 */
import type { Account, KeychainState } from '#contract/account-calls.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { addSecret } from '#log/redact.ts';
import type { Keychain } from '#platform/keychain.ts';

const log = logger('keychain');

const SERVICE = 'Cutaway';

export type TokenReading = { token: string } | { token: null; message: string };

export class TokenStore {
  readonly #keychain: Keychain;
  /** Caches tokens from the keychain too, so that the keychain is read once per start. */
  readonly #memory = new Map<string, string>();
  #state: KeychainState = 'none';

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  get keychain(): KeychainState {
    return this.#state;
  }

  async probe(): Promise<KeychainState> {
    this.#state = await this.#keychain.probe().catch(() => 'none' as const);
    return this.#state;
  }

  async get(account: string, storage: Account['storage']): Promise<TokenReading> {
    const cachedToken = this.#memory.get(account);
    if (cachedToken !== undefined) return { token: cachedToken };
    if (storage !== 'keychain') {
      return { token: null, message: 'The token was only kept for one session. Sign in again.' };
    }
    try {
      const token = await this.#keychain.get(SERVICE, account);
      if (token === null) return { token: null, message: 'The token is no longer in the keychain. Sign in again.' };
      addSecret(token);
      this.#memory.set(account, token);
      return { token };
    } catch (error) {
      const state = await this.probe();
      log.warn('token not read', { account, state, ...describeError(error) });
      const message =
        state === 'locked'
          ? 'The keychain is locked. Unlock it and try again.'
          : 'The keychain isn’t responding, so the token can’t be read. Sign in again.';
      return { token: null, message };
    }
  }

  /** Returns false if the keychain refused the token; it is then stored nowhere. */
  async set(account: string, token: string, storage: 'keychain' | 'session'): Promise<boolean> {
    addSecret(token);
    if (storage === 'keychain') {
      try {
        await this.#keychain.set(SERVICE, account, token);
      } catch (error) {
        log.warn('token not stored', { account, state: await this.probe(), ...describeError(error) });
        return false;
      }
    } else {
      await this.#keychain.delete(SERVICE, account).catch(log.failure('token not deleted', { account }));
    }
    this.#memory.set(account, token);
    return true;
  }

  /** Returns false if the keychain may still contain the token. */
  async delete(account: string, storage: Account['storage']): Promise<boolean> {
    this.#memory.delete(account);
    if (storage !== 'keychain') return true;
    try {
      await this.#keychain.delete(SERVICE, account);
      return true;
    } catch (error) {
      log.warn('token not deleted', { account, ...describeError(error) });
      return false;
    }
  }
}
