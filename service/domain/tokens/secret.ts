import { createHash, randomBytes } from 'node:crypto';

export interface TokenSecret {
  /** Holds `sk_live_…`, which is shown only once. */
  readonly secret: string;
  /** Holds the hex SHA-256 of the secret; only this is stored. */
  readonly hash: string;
  readonly prefix: string;
}

const PREFIX = 'sk_live_';

export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns what is stored of a secret that somebody else made. */
export const describeToken = (secret: string): Omit<TokenSecret, 'secret'> => ({
  hash: hashToken(secret),
  prefix: secret.slice(0, PREFIX.length + 4),
});

export function newTokenSecret(): TokenSecret {
  const secret = PREFIX + randomBytes(32).toString('base64url');
  return { secret, ...describeToken(secret) };
}
