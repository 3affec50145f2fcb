import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSeed } from '#test/support/stores.ts';
import { openDatabase } from './database.ts';
import { users } from './schema.ts';
import { type Store, StoreReadOnlyError } from './store.ts';

const MEGABYTE = 1024 * 1024;
let disk: string;
let isMounted: boolean;
let filler: string;

/** Mounts a small disk if possible; else fills the reserve with a file on the real disk. */
beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'cutaway-disk-'));
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', disk]).status === 0;
  filler = join(disk, 'filler');
});
afterEach(async () => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
  await rm(disk, { recursive: true, force: true });
});

const addUser = (store: Store, name: string) => store.transaction((tx) => tx.insert(users).values({ name }));
const countUsers = async (store: Store): Promise<number> => (await store.db.select({ n: count() }).from(users))[0]!.n;

describe('a full disk', () => {
  it('switches to read-only with a message, keeps reading, and recovers without loss', async () => {
    expect(isMounted, 'this test needs to mount a small disk (run as root)').toBe(true);
    const options = { dataDir: join(disk, 'data'), seedFile: await createSeed(), reserveBytes: 32 * MEGABYTE };
    let store = await openDatabase(options);
    for (let i = 0; i < 20; i++) await addUser(store, `before ${i}`);
    expect(store.getReadOnlyReason()).toBeNull();

    await expect(writeFile(filler, Buffer.alloc(120 * MEGABYTE, 1))).rejects.toThrow('ENOSPC');
    await expect(addUser(store, 'refused')).rejects.toThrow(StoreReadOnlyError);
    expect(store.getReadOnlyReason()).toMatch(/disk is full/i);
    expect(await countUsers(store)).toBe(20);
    // The database itself also refuses a write outside of a transaction.
    await expect(store.query('insert into users (name) values ($1)', ['bare'])).rejects.toThrow();
    for (let i = 0; i < 20; i++) await expect(addUser(store, 'refused')).rejects.toThrow(StoreReadOnlyError);

    await rm(filler);
    await vi.waitFor(
      () => {
        expect(store.getReadOnlyReason()).toBeNull();
      },
      { timeout: 60_000 },
    );
    await addUser(store, 'after');
    await store.query('insert into users (name) values ($1)', ['bare']);
    await store.close();
    store = await openDatabase(options);
    expect(await countUsers(store)).toBe(22);
    await store.close();
  });

  it('prevents opening when there is too little space', async () => {
    const refusal = openDatabase({ dataDir: join(disk, 'data'), reserveBytes: Number.MAX_SAFE_INTEGER });
    await expect(refusal).rejects.toThrow(StoreReadOnlyError);
  });
});
