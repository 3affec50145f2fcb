import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openStoreOn } from '#test/support/stores.ts';
import { ensureTeam } from '../sample/bootstrap.ts';
import {
  dump,
  listDumpedTables,
  isSecret,
  EXCLUDED_TABLES,
  MOVED_FROM,
  restore,
  RestoreError,
  RunActiveError,
} from './dump.ts';
import { ideas, model_providers, runs, scripts, settings } from './schema.ts';
import type { Store } from './store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-dump-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const NOW = new Date('2026-03-04T05:06:07.000Z');
const readLines = async (path: string): Promise<string[]> => (await readFile(path, 'utf8')).trim().split('\n');
/** Ignores when built-in templates were updated, because each start writes them again. */
const readRows = async (path: string): Promise<string[]> =>
  (await readLines(path)).map((line) =>
    /"system_key":"/.test(line) ? line.replace(/"updated_at":"[^"]*"/, '"updated_at":null') : line,
  );

describe.each(['pglite', 'postgresql'] as const)('a dump on %s', (kind) => {
  let source: Store;
  let target: Store;
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    for (const assign of [(store: Store) => (source = store), (store: Store) => (target = store)]) {
      const testStore = await openStoreOn(kind);
      assign(testStore.store);
      closers.push(() => testStore.close());
    }
    await ensureTeam(source, true, NOW);
  });
  afterAll(async () => {
    for (const end of closers.splice(0)) await end();
  });

  it.each([
    ['is truncated', (lines: string[]) => lines.slice(0, -1), /damaged/],
    ['lacks a row', (lines: string[]) => lines.toSpliced(3, 1), /damaged/],
    [
      'has a newer version',
      (lines: string[]) => ['{"format":"cutaway-service","version":2}', ...lines.slice(1)],
      /newer/,
    ],
    ['contains an unknown table', (lines: string[]) => lines.toSpliced(1, 0, '{"table":"planets","row":{}}'), /newer/],
    ['is not JSON', (lines: string[]) => lines.toSpliced(2, 1, 'nonsense'), /damaged/],
  ])('is not restored when it %s', async (_name, damage, message) => {
    await dump(source, join(folder, 'a'));
    await writeFile(join(folder, 'a'), `${damage(await readLines(join(folder, 'a'))).join('\n')}\n`);
    await expect(restore(target, join(folder, 'a'))).rejects.toThrow(message);
    expect(await target.db.$count(scripts)).toBe(0);
  });

  it('contains every table except the excluded ones', async () => {
    const { rows: foundRows } = (await target.db.execute(
      sql`select table_name from information_schema.tables where table_schema = 'public'`,
    )) as { rows: { table_name: string }[] };
    const tableNames = foundRows.map(({ table_name }) => table_name).sort();
    expect([...listDumpedTables().map(getTableName), ...EXCLUDED_TABLES].sort()).toEqual(tableNames);
  });

  it('cannot be restored into a workspace with data', async () => {
    await dump(source, join(folder, 'a'));
    await expect(restore(source, join(folder, 'a'))).rejects.toThrow(RestoreError);
  });

  it('restores the same rows into an empty database, and ids continue from there', async () => {
    await dump(source, join(folder, 'a'));
    await restore(target, join(folder, 'a'));
    const restoredTeam = await ensureTeam(target, false, NOW);
    await dump(target, join(folder, 'b'));
    const [sourceHeader, ...sourceRows] = await readRows(join(folder, 'a'));
    expect((await readRows(join(folder, 'b'))).slice(1)).toEqual(sourceRows);
    const { installationId } = await ensureTeam(source, false, NOW);
    expect(restoredTeam.installationId).not.toBe(installationId);
    expect(JSON.parse(sourceHeader!)).toMatchObject({ studio: installationId });
    const [movedFrom] = await target.db.select().from(settings).where(eq(settings.name, MOVED_FROM));
    const lastScript = Math.max(...(await target.db.select().from(scripts)).map(({ id }) => id));
    expect(movedFrom!.value).toEqual({ studio: installationId, last_script_id: lastScript });
    const [firstIdea] = await target.db.select().from(ideas).orderBy(ideas.id);
    const values = {
      team_id: firstIdea!.team_id,
      channel_id: firstIdea!.channel_id,
      title: 'Next',
      source_type: 'user_added',
    };
    const [createdRow] = await target.transaction((tx) =>
      tx
        .insert(ideas)
        .values(values as typeof ideas.$inferInsert)
        .returning(),
    );
    expect(createdRow!.id).toBe(await target.db.$count(ideas));
  });

  it('contains no secret', async () => {
    await source.transaction(async (tx) => {
      const [{ team_id } = { team_id: 1 }] = await tx.select().from(settings).limit(1);
      const row = { team_id, kind: 'anthropic', label: 'A', model: 'm', key_ref: 'studio/secret-key-name' };
      await tx.insert(model_providers).values(row);
    });
    await dump(source, join(folder, 'a'));
    const text = await readFile(join(folder, 'a'), 'utf8');
    expect(text).toContain('"table":"model_providers"');
    expect(text).not.toMatch(/secret-key-name|"tokens"|studio_id/);
  });

  it('is refused during a generation', async () => {
    await source.transaction(async (tx) => {
      const [script] = await tx.select().from(scripts).limit(1);
      await tx.insert(runs).values({ team_id: script!.team_id, script_id: script!.id, kind: 'outline' });
    });
    await expect(dump(source, join(folder, 'a'))).rejects.toThrow(RunActiveError);
  });
});

it('columns with secrets are nullable, so that a dump can omit them', () => {
  for (const table of listDumpedTables()) {
    for (const column of Object.values(getTableColumns(table))) {
      if (isSecret(column)) expect(column.notNull, `${getTableName(table)}.${column.name}`).toBe(false);
    }
  }
});
