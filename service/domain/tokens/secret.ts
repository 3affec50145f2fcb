import { createHash, randomBytes } from 'node:crypto';

export interface TokenSecret {
  /** `sk_live_…`, shown only once. */
  readonly secret: string;
  /** The hex SHA-256 of the secret; only this is stored. */
  readonly hash: string;
  readonly prefix: string;
}

const PREFIX = 'sk_live_';

export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns the stored form of a secret. */
export const describeToken = (secret: string): Omit<TokenSecret, 'secret'> => ({
  hash: hashToken(secret),
  prefix: secret.slice(0, PREFIX.length + 4),
});

export function newTokenSecret(): TokenSecret {
  const secret = PREFIX + randomBytes(32).toString('base64url');
  return { secret, ...describeToken(secret) };
}
