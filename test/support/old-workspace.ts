/** Writes a workspace of version 0.1, with the migrations it had. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

const MIGRATIONS = fileURLToPath(new URL('../../service/store/migrations', import.meta.url));
const LAST_OF_0_1 = '0013_speech_providers';
const FIXTURE = new URL('../contract/fixtures/workspace-0.1.json.gz', import.meta.url);

export type Row = Readonly<Record<string, unknown>>;
interface Workspace {
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly sequences: Readonly<Record<string, string>>;
}

export const WORKSPACE_0_1 = JSON.parse(gunzipSync(readFileSync(FIXTURE)).toString()) as Workspace;

/** Makes a folder with the migrations that version 0.1 had. */
function copyMigrations01(): string {
  const target = mkdtempSync(join(tmpdir(), 'cutaway-migrations-'));
  cpSync(MIGRATIONS, target, { recursive: true });
  const path = join(target, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex(({ tag }) => tag === LAST_OF_0_1);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return target;
}

/** `data` is the folder of the service; it may not exist yet. */
export async function writeWorkspace01(data: string): Promise<void> {
  mkdirSync(data, { mode: 0o700 });
  const migrationsFolder = copyMigrations01();
  const client = await PGlite.create(join(data, 'database'));
  await migrate(drizzle(client), { migrationsFolder });
  await client.exec('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(WORKSPACE_0_1.tables)) {
    await client.query(
      `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
  }
  for (const [name, value] of Object.entries(WORKSPACE_0_1.sequences))
    await client.query('select setval($1, $2)', [name, value]);
  await client.close();
  rmSync(migrationsFolder, { recursive: true });
}

/** Counts the scripts in a copy of a database. @throws if it has tables of a later version */
export async function countScripts(database: string): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'cutaway-copy-'));
  cpSync(database, copy, { recursive: true });
  const client = await PGlite.create(copy);
  const laterTables = await client.query<{ later: string | null }>(`select to_regclass('jobs')::text as later`);
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from scripts');
  await client.close();
  rmSync(copy, { recursive: true });
  if (laterTables.rows[0]?.later !== null) throw new Error('The database was migrated.');
  return rows[0]?.count ?? 0;
}
