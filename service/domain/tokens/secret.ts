import { createHash, randomBytes } from 'node:crypto';

export interface TokenSecret {
  /** `sk_live_…`; told once. */
  readonly secret: string;
  /** Hex SHA-256 of it, which is all that is kept. */
  readonly hash: string;
  readonly prefix: string;
}

const PREFIX = 'sk_live_';

export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** 256 bits of chance. */
export function newTokenSecret(): TokenSecret {
  const secret = PREFIX + randomBytes(32).toString('base64url');
  return { secret, hash: hashToken(secret), prefix: secret.slice(0, PREFIX.length + 4) };
}
