import { expect, test } from 'vitest';

import { KeychainError, SessionKeychain } from '#platform/keychain.ts';

import { TokenStore } from './token-store.ts';

const SERVICE = 'Cutaway';
const TOKEN = 'sk_live_verysecret';

class RefusingKeychain extends SessionKeychain {
  override set(): Promise<void> {
    return Promise.reject(new KeychainError('locked'));
  }
}

test('keeps the token of a session in memory only, and forgets it with the process', async () => {
  const keychain = new SessionKeychain();
  await keychain.set(SERVICE, 'team', 'an earlier token');
  const store = new TokenStore(keychain);
  expect(await store.set('team', TOKEN, 'session')).toBe(true);
  expect(await store.get('team', 'session')).toEqual({ token: TOKEN });
  expect(await keychain.get(SERVICE, 'team')).toBeNull();
  const next = new TokenStore(keychain);
  expect(await next.get('team', 'session')).toMatchObject({
    token: null,
    message: expect.stringMatching(/one session/),
  });
});

test('keeps a token in the keychain for the next start', async () => {
  const keychain = new SessionKeychain();
  expect(await new TokenStore(keychain).set('team', TOKEN, 'keychain')).toBe(true);
  expect(await new TokenStore(keychain).get('team', 'keychain')).toEqual({ token: TOKEN });
});

test('stores a token nowhere if the keychain refuses it', async () => {
  const store = new TokenStore(new RefusingKeychain());
  expect(await store.set('team', TOKEN, 'keychain')).toBe(false);
  expect(await store.get('team', 'keychain')).toMatchObject({ token: null });
});

test.each(['keychain', 'session'] as const)('has no token of an account that was signed out (%s)', async (storage) => {
  const keychain = new SessionKeychain();
  const store = new TokenStore(keychain);
  await store.set('team', TOKEN, storage);
  expect(await store.delete('team', storage)).toBe(true);
  expect(await store.get('team', storage)).toMatchObject({ token: null });
  expect(await keychain.get(SERVICE, 'team')).toBeNull();
});
