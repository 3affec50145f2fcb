/**
 * Stores secrets in the database, sealed (AES-256-GCM) by a key that only the environment knows, so that all servers on
 * the database can read them and a copy of the database reveals nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { and, eq } from 'drizzle-orm';

import { logger } from '#log/logger.ts';
import type { Keychain, KeychainState } from '#platform/keychain.ts';

import { sealed_secrets } from '../store/schema-connections.ts';
import type { Store } from '../store/store.ts';

const log = logger('keys');
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

type SealedRow = typeof sealed_secrets.$inferSelect;

/** Thrown if the stored keys can't be used; the message is a plain sentence. */
export class SealedKeysError extends Error {
  override readonly name = 'SealedKeysError';
}

/** Derives a key for one purpose from the environment's secret; 32 bytes. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'cutaway', purpose, 32));

const deriveSealingKey = (secret: string): Buffer => deriveKey(secret, 'provider keys');

/** Binds a secret to its place, so that nobody can move it to another one. */
const getPlace = (service: string, account: string): Buffer => Buffer.from(JSON.stringify([service, account]));

function seal(key: Buffer, place: Buffer, secret: string): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(place);
  const sealedText = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealedText]);
}

/** Returns null if another key sealed it, or if it was changed. */
function unseal(key: Buffer, place: Buffer, sealedSecret: Uint8Array): string | null {
  const [iv, tag] = [sealedSecret.subarray(0, IV_BYTES), sealedSecret.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(place).setAuthTag(tag);
    const plainSecret = Buffer.concat([decipher.update(sealedSecret.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return plainSecret.toString('utf8');
  } catch {
    // Authenticated decryption has only one kind of failure.
    return null;
  }
}

export interface Secrets {
  readonly secret: string;
  /** The secret before the last change, with which older keys are opened. */
  readonly previousSecret: string | null;
  /** True deletes keys that neither secret opens. */
  readonly deletesUnreadableKeys: boolean;
}

const isSecretOf = ({ service, account }: Pick<SealedRow, 'service' | 'account'>) =>
  and(eq(sealed_secrets.service, service), eq(sealed_secrets.account, account));

export class SealedKeychain implements Keychain {
  readonly persistent = true;
  readonly #store: Store;
  readonly #key: Buffer;

  private constructor(store: Store, key: Buffer) {
    this.#store = store;
    this.#key = key;
  }

  /** Reseals keys of the previous secret. @throws SealedKeysError if some secret can't be opened */
  static async open(store: Store, { secret, previousSecret, deletesUnreadableKeys }: Secrets): Promise<SealedKeychain> {
    const key = deriveSealingKey(secret);
    const previous = previousSecret === null ? null : deriveSealingKey(previousSecret);
    await store.transaction(async (tx) => {
      const rows = await tx.select().from(sealed_secrets).for('update');
      const unreadable: SealedRow[] = [];
      for (const row of rows) {
        const place = getPlace(row.service, row.account);
        if (unseal(key, place, row.sealed) !== null) continue;
        const openedSecret = previous && unseal(previous, place, row.sealed);
        if (openedSecret === null) unreadable.push(row);
        else
          await tx
            .update(sealed_secrets)
            .set({ sealed: seal(key, place, openedSecret) })
            .where(isSecretOf(row));
      }
      if (unreadable.length > 0 && !deletesUnreadableKeys) throw createUnknownSecretError(unreadable.length);
      for (const row of unreadable) await tx.delete(sealed_secrets).where(isSecretOf(row));
      if (unreadable.length > 0) log.warn('keys of providers forgotten', { keys: unreadable.length });
    });
    return new SealedKeychain(store, key);
  }

  probe(): Promise<KeychainState> {
    return Promise.resolve('available');
  }

  async get(service: string, account: string): Promise<string | null> {
    const [row] = await this.#store.db.select().from(sealed_secrets).where(isSecretOf({ service, account }));
    return row ? unseal(this.#key, getPlace(service, account), row.sealed) : null;
  }

  async set(service: string, account: string, secret: string): Promise<void> {
    const sealedSecret = seal(this.#key, getPlace(service, account), secret);
    await this.#store.transaction(async (tx) => {
      await tx
        .insert(sealed_secrets)
        .values({ service, account, sealed: sealedSecret })
        .onConflictDoUpdate({
          target: [sealed_secrets.service, sealed_secrets.account],
          set: { sealed: sealedSecret },
        });
    });
  }

  async delete(service: string, account: string): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx.delete(sealed_secrets).where(isSecretOf({ service, account }));
    });
  }
}

const createUnknownSecretError = (count: number): SealedKeysError =>
  new SealedKeysError(
    `${count === 1 ? 'One key of a provider was' : `${count} keys of providers were`} sealed with another CUTAWAY_SECRET. ` +
      'Set that one, or as CUTAWAY_PREVIOUS_SECRET beside the new one. If it is lost, start once with --forget-keys.',
  );
