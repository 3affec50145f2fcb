/** Opens databases for tests: PGlite from a seed created once per test run, PostgreSQL from a temporary cluster. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSeed } from '#service/store/build-seed.ts';
import { openDatabase } from '#service/store/database.ts';
import { teams, users } from '#service/store/schema.ts';
import type { Store } from '#service/store/store.ts';
import { createPostgresDatabase } from './postgres.ts';

const MIGRATIONS = fileURLToPath(new URL('../../service/store/migrations', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/cutaway', import.meta.url));

function computeFingerprint(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))) {
    hash.update(readFileSync(join(MIGRATIONS, name)));
  }
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return hash
    .update(readFileSync(join(pglite, '../../package.json')))
    .digest('hex')
    .slice(0, 16);
}

/** Returns the path of a seed with the current schema; creates it if there is none. */
export async function createSeed(): Promise<string> {
  const file = join(CACHE, `${computeFingerprint()}.seed`);
  if (!existsSync(file)) {
    await mkdir(CACHE, { recursive: true });
    await buildSeed(file);
  }
  return file;
}

export interface TestStore {
  store: Store;
  dataDir: string;
  close(): Promise<void>;
}

export async function openTestStore(): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cutaway-store-'));
  const store = await openDatabase({ dataDir, seedFile: await createSeed() });
  return {
    store,
    dataDir,
    close: async () => {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens an empty store on either database; PostgreSQL's has `poolSize` connections. */
export async function openStoreOn(
  kind: Store['kind'],
  poolSize?: number,
): Promise<{ readonly store: Store; close(): Promise<void> }> {
  if (kind === 'pglite') return openTestStore();
  const store = await openDatabase({ databaseUrl: await createPostgresDatabase(), ...(poolSize && { poolSize }) });
  return { store, close: () => store.close() };
}

export function addTeam(store: Store): Promise<number> {
  return store.transaction(async (tx) => {
    const [user] = await tx.insert(users).values({ name: 'Owner' }).returning();
    const [team] = await tx.insert(teams).values({ name: 'Team', owner_id: user!.id }).returning();
    return team!.id;
  });
}
