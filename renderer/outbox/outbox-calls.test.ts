import { expect, test } from 'vitest';

import type { ApiFailure } from '#renderer/bridge/api-client.ts';

import { classifyFailure } from './outbox-calls.ts';

const createRefusal = (status: number, code: string): ApiFailure => ({
  kind: 'refused',
  error: { status, code, message: '', fields: {}, retryable: false, body: {} },
});

test.each<[string, ApiFailure, ReturnType<typeof classifyFailure>]>([
  ['a missing token', { kind: 'signed_out', message: '' }, 'later'],
  ['a refused token', createRefusal(401, 'unauthenticated'), 'later'],
  ['an exhausted rate limit', createRefusal(429, 'rate_limited'), 'later'],
  ['a service that is starting', createRefusal(503, 'unavailable'), 'later'],
  ['a full disk of the service', createRefusal(503, 'read_only'), 'later'],
  ['a service that got nothing', { kind: 'unreachable', message: '', sent: 'no' }, 'later'],
  ['a lost connection', { kind: 'unreachable', message: '', sent: 'unclear' }, 'unclear'],
  ['an error of the service', createRefusal(500, 'internal'), 'unclear'],
  ['invalid input', createRefusal(422, 'validation_failed'), 'refused'],
])('after %s, an item waits, is looked up or needs the person', (_name, failure, verdict) => {
  expect(classifyFailure(failure)).toBe(verdict);
});
