import { randomBytes } from 'node:crypto';

import { sha256 } from '#platform/sha256.ts';

export interface TokenSecret {
  /** `sk_live_…`, shown only once. */
  readonly secret: string;
  /** The hex SHA-256 of the secret; only this is stored. */
  readonly hash: string;
  readonly prefix: string;
}

const PREFIX = 'sk_live_';

export function hashToken(secret: string): string {
  return sha256(secret);
}

/** Returns the stored form of a secret. */
export const describeToken = (secret: string): Omit<TokenSecret, 'secret'> => ({
  hash: hashToken(secret),
  prefix: secret.slice(0, PREFIX.length + 4),
});

export function createTokenSecret(): TokenSecret {
  const secret = PREFIX + randomBytes(32).toString('base64url');
  return { secret, ...describeToken(secret) };
}
