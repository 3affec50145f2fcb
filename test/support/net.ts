/** Sends outbound requests as in the app, except for the tests' host names and this machine's own address. */
import { readFileSync } from 'node:fs';

import { GuardedFetch } from '#service/net/guarded-fetch.ts';
import { isPublicAddress } from '#service/net/public-address.ts';

const HOSTS: Readonly<Record<string, string>> = {
  'receiver.test': '127.0.0.1',
  'other.test': '127.0.0.1',
  'example.org': '127.0.0.1',
  'hooks.slack.com': '127.0.0.1',
  'discord.com': '127.0.0.1',
  'private.test': '10.0.0.1',
};

const readTlsFile = (name: string): string => readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');
/** Valid for receiver.test and other.test; only `createTestFetch` trusts it. */
export const CERTIFICATE = { cert: readTlsFile('receiver.crt'), key: readTlsFile('receiver.key') };

export function createTestFetch(): GuardedFetch {
  return new GuardedFetch({
    isConnected: () => true,
    ca: CERTIFICATE.cert,
    isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    resolve: (host) => {
      const address = HOSTS[host];
      if (address !== undefined) return Promise.resolve([{ address, family: 4 }]);
      const code = host === 'offline.test' ? 'EAI_AGAIN' : 'ENOTFOUND';
      return Promise.reject(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code }));
    },
  });
}
