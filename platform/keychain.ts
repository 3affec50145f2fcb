/**
 * Stores secrets in the OS's keychain. On Linux only the Secret Service is used: the default would silently fall back
 * to the kernel's keyring, which forgets everything at a reboot. Every call has a time limit, because a keychain may
 * wait for a person to type a password.
 */
import { randomUUID } from 'node:crypto';
import { AsyncEntry } from '@napi-rs/keyring';

export type KeychainState = 'available' | 'locked' | 'none';

/** Stores one secret per service and account. */
export interface Keychain {
  /** True if secrets outlive the process. */
  readonly persistent: boolean;
  /** `locked`: a keychain exists but does not answer or refuses; `none`: this machine has none. */
  probe(): Promise<KeychainState>;
  /** @throws KeychainError */
  get(service: string, account: string): Promise<string | null>;
  /** @throws KeychainError */
  set(service: string, account: string, secret: string): Promise<void>;
  /** Resolves even if there is no such secret. @throws KeychainError */
  delete(service: string, account: string): Promise<void>;
}

export class KeychainError extends Error {
  override readonly name = 'KeychainError';
  readonly state: Exclude<KeychainState, 'available'>;
  constructor(state: KeychainError['state'], cause?: unknown) {
    const message =
      state === 'locked'
        ? 'The keychain of this computer is locked or does not answer. Unlock it and try again.'
        : 'There is no keychain on this computer.';
    super(message, { cause });
    this.state = state;
  }
}

const TIMEOUT_MS = 3000;
const PROBE_SERVICE = 'app.cutaway.probe';

class TimeoutError extends Error {}

async function withTimeout<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort.abort();
      reject(new TimeoutError('The keychain does not answer.'));
    }, ms);
  });
  try {
    return await Promise.race([call(abort.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Matches the messages of Secret Service, Windows and macOS for a keychain that exists but is locked. */
const LOCKED_ERROR = /lock|dismiss|prompt|denied|cancell?ed|interaction/i;

function getState(error: unknown): KeychainError['state'] {
  if (error instanceof TimeoutError) return 'locked';
  const message = error instanceof Error ? error.message : String(error);
  return LOCKED_ERROR.test(message) ? 'locked' : 'none';
}

export class OsKeychain implements Keychain {
  readonly persistent = true;
  readonly #timeoutMs: number;

  constructor({ timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}) {
    this.#timeoutMs = timeoutMs;
  }

  /** Writes, reads and removes a secret of its own, because reading alone does not detect a locked keychain. */
  async probe(): Promise<KeychainState> {
    const account = randomUUID();
    try {
      return await withTimeout(this.#timeoutMs, async () => {
        await this.set(PROBE_SERVICE, account, account);
        const storedSecret = await this.get(PROBE_SERVICE, account);
        await this.delete(PROBE_SERVICE, account);
        return storedSecret === account ? 'available' : 'none';
      });
    } catch (error) {
      return error instanceof KeychainError ? error.state : getState(error);
    }
  }

  get(service: string, account: string): Promise<string | null> {
    return this.#call(service, account, (entry, signal) => entry.getPassword(signal));
  }

  async set(service: string, account: string, secret: string): Promise<void> {
    await this.#call(service, account, (entry, signal) => entry.setPassword(secret, signal));
  }

  async delete(service: string, account: string): Promise<void> {
    await this.#call(service, account, (entry, signal) => entry.deletePassword(signal));
  }

  async #call<T>(
    service: string,
    account: string,
    call: (entry: AsyncEntry, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      return await withTimeout(this.#timeoutMs, (signal) =>
        call(new AsyncEntry(service, account, { linux: { store: 'secret-service' } }), signal),
      );
    } catch (error) {
      throw new KeychainError(getState(error), error);
    }
  }
}

/** Keeps secrets only in this process, for machines without a keychain. */
export class SessionKeychain implements Keychain {
  readonly persistent = false;
  readonly #secrets = new Map<string, string>();

  probe(): Promise<KeychainState> {
    return Promise.resolve('available');
  }

  get(service: string, account: string): Promise<string | null> {
    return Promise.resolve(this.#secrets.get(JSON.stringify([service, account])) ?? null);
  }

  set(service: string, account: string, secret: string): Promise<void> {
    this.#secrets.set(JSON.stringify([service, account]), secret);
    return Promise.resolve();
  }

  delete(service: string, account: string): Promise<void> {
    this.#secrets.delete(JSON.stringify([service, account]));
    return Promise.resolve();
  }
}
