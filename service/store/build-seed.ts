import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from './database.ts';
import { packSeed } from './seed.ts';
import type { Store } from './store.ts';

/** Builds the seed that a build ships: an empty database with the current schema, to which `prepare` may add. */
export async function buildSeed(seedFile: string, prepare?: (store: Store) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(dirname(seedFile), '.seed-'));
  try {
    const store = await openDatabase({ dataDir: folder });
    try {
      await prepare?.(store);
      await dropTemplates(store);
    } finally {
      await store.close();
    }
    await packSeed(join(folder, 'database'), seedFile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Drops the databases that new ones are copied from: none are created here, and every first start writes half as many
 * files without them.
 */
async function dropTemplates(store: Store): Promise<void> {
  for (const template of ['template0', 'template1']) {
    await store.query(`alter database ${template} is_template false`, []);
    await store.query(`drop database ${template}`, []);
  }
}
