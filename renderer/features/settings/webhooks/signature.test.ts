import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import { computeSignature } from './signature.ts';

test.each([
  ['whsec_a', '{"event":"idea.created"}'],
  ['ß🚂', '{"title":"Größe"}'],
  ['s', ''],
])('signs with %j like any HMAC-SHA256', async (secret, body) => {
  const expectedSignature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  expect(await computeSignature(secret, body)).toBe(expectedSignature);
});
