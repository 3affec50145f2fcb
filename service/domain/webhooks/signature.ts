import { createHmac, randomBytes } from 'node:crypto';

export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** Returns `sha256=` and the hex HMAC-SHA256 of the raw body (spec 1 §6). */
export function computeSignature(secret: string, payload: string): string {
  return `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`;
}
