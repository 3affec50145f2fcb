/** Opens a workspace that version 0.1 wrote: the service of today shows everything that was in it. */
import { mkdtempSync, readFileSync, writeFileSync, mkdirSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Program, SERVICE, startProgram } from '#test/support/program.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

const MIGRATIONS = fileURLToPath(new URL('../../service/store/migrations', import.meta.url));
const LAST_OF_0_1 = '0013_speech_providers';
const FIXTURE = new URL('fixtures/workspace-0.1.json.gz', import.meta.url);

type Row = Readonly<Record<string, unknown>>;
interface Workspace {
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly sequences: Readonly<Record<string, string>>;
}

/** The migrations that version 0.1 had, as a folder of their own. */
function migrationsOf01(folder: string): string {
  const target = join(folder, 'migrations');
  cpSync(MIGRATIONS, target, { recursive: true });
  const path = join(target, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex(({ tag }) => tag === LAST_OF_0_1);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return target;
}

async function writeAs01(data: string, { tables, sequences }: Workspace, migrationsFolder: string): Promise<void> {
  mkdirSync(data, { mode: 0o700 });
  const client = await PGlite.create(join(data, 'database'));
  await migrate(drizzle(client), { migrationsFolder });
  await client.exec('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(tables)) {
    await client.query(
      `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
  }
  for (const [name, value] of Object.entries(sequences)) await client.query('select setval($1, $2)', [name, value]);
  await client.close();
}

describe('a workspace of version 0.1', () => {
  const workspace = JSON.parse(gunzipSync(readFileSync(FIXTURE)).toString()) as Workspace;
  const rows = (table: string): readonly Row[] => workspace.tables[table] ?? [];
  let folder: string;
  let program: Program;
  let base: string;
  let token: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cutaway-upgrade-'));
    const data = join(folder, 'service');
    await writeAs01(data, workspace, migrationsOf01(folder));
    program = startProgram([...SERVICE, '--data', data, '--port', '0']);
    const ready = (await program.ready) as { base_url: string; token: string } | null;
    if (!ready) throw new Error(program.stderr());
    ({ base_url: base, token } = ready);
  }, 120_000);
  afterAll(async () => {
    program.process.kill('SIGTERM');
    await program.ended;
    await removeFolder(folder);
  });

  const get = async (path: string): Promise<Record<string, unknown>> => {
    const response = await fetch(base + path, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status, path).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  };
  const idsOf = (list: unknown): unknown[] => (list as { id: unknown }[]).map(({ id }) => id).sort();
  const idsIn = (table: string, channel: number): unknown[] =>
    idsOf(rows(table).filter(({ channel_id }) => channel_id === channel));

  test.each([1, 2])('has every idea and script of channel %i', async (channel) => {
    const ideas = await get(`/api/v1/channels/${channel}/ideas?per_page=100`);
    expect(idsOf(ideas['data'])).toEqual(idsIn('ideas', channel));
    const scripts = await get(`/api/v1/channels/${channel}/scripts?per_page=100`);
    expect(idsOf(scripts['data'])).toEqual(idsIn('scripts', channel));
  });

  test('has every text, word for word', async () => {
    expect(rows('scripts').length).toBeGreaterThan(5);
    for (const { id, body, outline } of rows('scripts')) {
      const { data } = await get(`/api/v1/scripts/${String(id)}/content`);
      expect(data).toMatchObject({ script: body, outline });
    }
  });

  test('has what was said and planned about a script', async () => {
    const { data } = await get('/api/v1/projects/project:v1:script:8/comments');
    expect(data).toMatchObject([{ body: 'Said before the upgrade' }]);
    const planned = rows('project_production').find(({ publish_at }) => publish_at !== null);
    expect(planned).toBeDefined();
  });

  test('has its bookmarks, credit ledger and video', async () => {
    expect((await get('/api/v1/intel/bookmarks'))['data']).toHaveLength(rows('bookmarks').length);
    expect((await get('/local/v1/credits/ledger'))['data']).toHaveLength(rows('credit_ledger').length);
    const videos = await get('/api/v1/video/projects');
    expect(idsOf(videos['data'])).toEqual(idsOf(rows('video_projects')));
  });

  test('takes new rows after the old ones', async () => {
    const response = await fetch(`${base}/api/v1/channels/1/ideas`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Written after the upgrade' }),
    });
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: { id: number } };
    expect(data.id).toBeGreaterThan(Math.max(...rows('ideas').map(({ id }) => Number(id))));
  });
});
