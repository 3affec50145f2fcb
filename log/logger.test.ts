import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';

import { addLogSink, type LogEntry, logger, logLine } from './logger.ts';
import { addSecret, redact } from './redact.ts';

const entries: LogEntry[] = [];
let stopListening = (): void => undefined;
afterEach(() => {
  stopListening();
  entries.length = 0;
});
const listen = (): void => {
  stopListening = addLogSink((entry) => entries.push(entry));
};

test('entries carry level, scope, message and fields, and logLine writes them as JSON', () => {
  listen();
  logger('jobs').info('job started', { job: 7, parent: undefined });
  expect(entries).toMatchObject([{ level: 'info', scope: 'jobs', message: 'job started', fields: { job: 7 } }]);
  expect(JSON.parse(logLine(entries[0]!, 'host'))).toMatchObject({ source: 'host', scope: 'jobs', job: 7 });
});

test('writes nothing before a sink is added or after it is removed', () => {
  logger('jobs').error('early');
  listen();
  stopListening();
  logger('jobs').error('late');
  expect(entries).toEqual([]);
});

test('logs kind, code and first line of a swallowed error', async () => {
  listen();
  const failure = Object.assign(new Error('no room\nwith details'), { code: 'ENOSPC' });
  await Promise.reject(failure).catch(logger('settings').failure('settings were not saved', { part: 'theme' }));
  expect(entries[0]).toMatchObject({
    level: 'warn',
    message: 'settings were not saved',
    fields: { part: 'theme', error: 'Error', code: 'ENOSPC', detail: 'no room' },
  });
});

test.each([
  ['a token of the service', 'GET /x sk_live_Ab3dEf6hIj9kLmNo failed', 'Ab3dEf6hIj9k'],
  ['a bearer header', 'Authorization: Bearer abc.def-123456', 'abc.def-123456'],
  ['a provider key', 'key sk-proj-AbCdEf0123456789abcdef refused', 'AbCdEf0123456789'],
  ['a Google key', 'AIzaSyA1234567890abcdefghijklmnopqrstu', 'SyA1234567890'],
  ['a password in an address', 'postgres://cutaway:hunter22@db/x', 'hunter22'],
  ['a signature in a query', 'https://h/f.png?expires=1&signature=abc123def&x=1', 'abc123def'],
  ['a ticket in a query', 'http://127.0.0.1:1/?ticket=q1w2e3r4', 'q1w2e3r4'],
  ['a webhook secret', 'whsec_0123456789abcdef01', '0123456789abcdef'],
  ['a JSON field', '{"api_key":"zz-top-secret"}', 'zz-top-secret'],
  ['a JSON web token', 'eyJhbGciOi.eyJzdWIiOiIx.abc-DEF_1', 'eyJzdWIiOiIx'],
  ['a long random value', `x ${'a1B2c3D4e5'.repeat(5)} y`, 'a1B2c3D4e5'],
])('%s never reaches a sink', (_kind, text, secret) => {
  expect(redact(text)).not.toContain(secret);
});

test('does not redact ordinary words, ids and addresses', () => {
  const text = 'run 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b of project:v1:script:12 at https://host.example/a/b?page=2';
  expect(redact(text)).toBe(text);
});

test('redacts a registered secret wherever it appears', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 60 }), fc.string(), fc.string(), (secret, before, after) => {
      addSecret(secret);
      listen();
      logger('x').warn(`${before}${secret}${after}`, { detail: `${after}${secret}` });
      stopListening();
      // Texts without the value are single parts, so the sum is 2.
      const { message, fields } = entries.pop()!;
      expect(message.split(secret).length + String(fields['detail']).split(secret).length).toBe(2);
    }),
  );
});
