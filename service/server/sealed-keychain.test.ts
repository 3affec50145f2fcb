import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestStore, type TestStore } from '#test/support/stores.ts';

import { sealed_secrets } from '../store/schema-connections.ts';
import { SealedKeychain, SealedKeysError } from './sealed-keychain.ts';

const FIRST = 'the first secret of this server ...';
const SECOND = 'the second secret of this server ..';
const KEY = 'sk-of-a-provider-0123456789';
const PURPOSE = 'Cutaway image model';

let testStore: TestStore;
beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());

const open = (secret: string, previousSecret: string | null = null, deletesUnreadableKeys = false) =>
  SealedKeychain.open(testStore.store, { secret, previousSecret, deletesUnreadableKeys });
const readRows = () => testStore.store.db.select().from(sealed_secrets);

describe('sealed keys', () => {
  test('are read again, are not in the database in clear, and open only under their own account', async () => {
    const keychain = await open(FIRST);
    await keychain.set(PURPOSE, 'studio:1', KEY);
    expect(await keychain.get(PURPOSE, 'studio:1')).toBe(KEY);
    expect(await (await open(FIRST)).get(PURPOSE, 'studio:1')).toBe(KEY);
    const [row] = await readRows();
    expect(Buffer.from(row!.sealed).toString('latin1')).not.toContain(KEY.slice(0, 8));

    await testStore.store.transaction((tx) => tx.insert(sealed_secrets).values({ ...row!, account: 'studio:2' }));
    expect(await keychain.get(PURPOSE, 'studio:2')).toBeNull();
    await keychain.delete(PURPOSE, 'studio:2');
    expect(await keychain.get(PURPOSE, 'studio:3')).toBeNull();
  });

  test('are replaced', async () => {
    const keychain = await open(FIRST);
    await keychain.set(PURPOSE, 'studio:1', 'another key');
    expect(await keychain.get(PURPOSE, 'studio:1')).toBe('another key');
    await keychain.set(PURPOSE, 'studio:1', KEY);
    expect(await readRows()).toHaveLength(1);
  });

  test('need the secret that sealed them; a new secret reseals them', async () => {
    await expect(open(SECOND)).rejects.toThrow(SealedKeysError);
    await expect(open(SECOND)).rejects.toThrow(/^One key of a provider was sealed with another CUTAWAY_SECRET/);
    expect(await (await open(FIRST)).get(PURPOSE, 'studio:1')).toBe(KEY);

    expect(await (await open(SECOND, FIRST)).get(PURPOSE, 'studio:1')).toBe(KEY);
    await expect(open(FIRST)).rejects.toThrow(SealedKeysError);
    expect(await (await open(SECOND)).get(PURPOSE, 'studio:1')).toBe(KEY);
  });

  test('are deleted if the secret is lost and the owner says so', async () => {
    await (await open(SECOND)).set(PURPOSE, 'studio:9', KEY);
    const keychain = await open(FIRST, null, true);
    expect(await readRows()).toEqual([]);
    expect(await keychain.get(PURPOSE, 'studio:9')).toBeNull();
  });
});
