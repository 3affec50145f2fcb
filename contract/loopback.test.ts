import { expect, test } from 'vitest';

import { isLoopback } from './loopback.ts';

test('accepts the addresses of this machine and no look-alikes', () => {
  for (const host of ['127.0.0.1', '127.8.8.8', 'localhost', 'LOCALHOST', '[::1]', '::1'])
    expect(isLoopback(host), host).toBe(true);
  const others = ['127.0.0.1.nip.io', 'localhost.example.com', 'a.localhost', '1270.0.0.1', '::2', '', '0.0.0.0'];
  for (const host of others) expect(isLoopback(host), host).toBe(false);
});
