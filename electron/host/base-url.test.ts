import { expect, test } from 'vitest';

import { readBaseUrl } from './base-url.ts';

test.each([
  ['https://studio.example.com', 'https://studio.example.com'],
  [' https://studio.example.com/ ', 'https://studio.example.com'],
  ['https://studio.example.com/api/v1/', 'https://studio.example.com'],
  ['https://studio.example.com/content/api/v1', 'https://studio.example.com/content'],
  ['studio.example.com', 'https://studio.example.com'],
  ['HTTPS://Studio.Example.com:8443/', 'https://studio.example.com:8443'],
  ['http://127.0.0.1:4100/', 'http://127.0.0.1:4100'],
  ['http://localhost:4100', 'http://localhost:4100'],
  ['http://[::1]:4100', 'http://[::1]:4100'],
])('reads %s as %s', (typedUrl, url) => {
  expect(readBaseUrl(typedUrl)).toEqual({ ok: true, url });
});

test.each([
  '',
  'http://studio.example.com',
  'http://127.0.0.1.example.com',
  'http://10.0.0.1',
  'ftp://studio.example.com',
  'file:///etc/passwd',
  'https://user:secret@studio.example.com',
  'https://studio.example.com/?token=1',
  'https://studio.example.com/#a',
  'https://',
  'not an address',
])('rejects %s', (typedUrl) => {
  expect(readBaseUrl(typedUrl)).toMatchObject({ ok: false, message: expect.stringMatching(/address/i) });
});
