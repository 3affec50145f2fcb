import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newPostgresDatabase } from '#test/support/postgres.ts';
import { openTestStore } from '#test/support/stores.ts';
import { ensureTeam } from '../sample/bootstrap.ts';
import { openDatabase } from './database.ts';
import { dump, dumpedTables, isSecret, LEFT_OUT, restore, RestoreError, RunUnderWayError } from './dump.ts';
import { ideas, model_providers, runs, scripts, settings } from './schema.ts';
import type { Store } from './store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-dump-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KINDS = {
  pglite: openTestStore,
  postgresql: async () => {
    const store = await openDatabase({ databaseUrl: await newPostgresDatabase() });
    return { store, close: () => store.close() };
  },
};

const NOW = new Date('2026-03-04T05:06:07.000Z');
const lines = async (path: string): Promise<string[]> => (await readFile(path, 'utf8')).trim().split('\n');
/** Ignores when built-in templates were updated, because each start writes them again. */
const rows = async (path: string): Promise<string[]> =>
  (await lines(path)).map((line) =>
    /"system_key":"/.test(line) ? line.replace(/"updated_at":"[^"]*"/, '"updated_at":null') : line,
  );

describe.each(['pglite', 'postgresql'] as const)('a dump on %s', (kind) => {
  let from: Store;
  let into: Store;
  const close: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    for (const take of [(store: Store) => (from = store), (store: Store) => (into = store)]) {
      const opened = await KINDS[kind]();
      take(opened.store);
      close.push(() => opened.close());
    }
    await ensureTeam(from, true, NOW);
  });
  afterAll(async () => {
    for (const end of close.splice(0)) await end();
  });

  it.each([
    ['is truncated', (all: string[]) => all.slice(0, -1), /damaged/],
    ['lacks a row', (all: string[]) => all.toSpliced(3, 1), /damaged/],
    ['has a newer version', (all: string[]) => ['{"format":"cutaway-service","version":2}', ...all.slice(1)], /newer/],
    ['contains an unknown table', (all: string[]) => all.toSpliced(1, 0, '{"table":"planets","row":{}}'), /newer/],
    ['is not JSON', (all: string[]) => all.toSpliced(2, 1, 'nonsense'), /damaged/],
  ])('is not restored when it %s', async (_name, bend, words) => {
    await dump(from, join(folder, 'a'));
    await writeFile(join(folder, 'a'), `${bend(await lines(join(folder, 'a'))).join('\n')}\n`);
    await expect(restore(into, join(folder, 'a'))).rejects.toThrow(words);
    expect(await into.db.$count(scripts)).toBe(0);
  });

  it('contains every table except the listed ones', async () => {
    const { rows: found } = (await into.db.execute(
      sql`select table_name from information_schema.tables where table_schema = 'public'`,
    )) as { rows: { table_name: string }[] };
    const there = found.map(({ table_name }) => table_name).sort();
    expect([...dumpedTables().map(getTableName), ...LEFT_OUT].sort()).toEqual(there);
  });

  it('cannot be restored into a workspace with data', async () => {
    await dump(from, join(folder, 'a'));
    await expect(restore(from, join(folder, 'a'))).rejects.toThrow(RestoreError);
  });

  it('restores the same rows into an empty database, and ids continue from there', async () => {
    await dump(from, join(folder, 'a'));
    await restore(into, join(folder, 'a'));
    const studio = await ensureTeam(into, false, NOW);
    await dump(into, join(folder, 'b'));
    expect(await rows(join(folder, 'b'))).toEqual(await rows(join(folder, 'a')));
    expect(studio.installationId).not.toBe((await ensureTeam(from, false, NOW)).installationId);
    const [last] = await into.db.select().from(ideas).orderBy(ideas.id);
    const values = { team_id: last!.team_id, channel_id: last!.channel_id, title: 'Next', source_type: 'user_added' };
    const [made] = await into.transaction((tx) =>
      tx
        .insert(ideas)
        .values(values as typeof ideas.$inferInsert)
        .returning(),
    );
    expect(made!.id).toBe(await into.db.$count(ideas));
  });

  it('contains no secret', async () => {
    await from.transaction(async (tx) => {
      const [{ team_id } = { team_id: 1 }] = await tx.select().from(settings).limit(1);
      const row = { team_id, kind: 'anthropic', label: 'A', model: 'm', key_ref: 'studio/secret-key-name' };
      await tx.insert(model_providers).values(row);
    });
    await dump(from, join(folder, 'a'));
    const text = await readFile(join(folder, 'a'), 'utf8');
    expect(text).toContain('"table":"model_providers"');
    expect(text).not.toMatch(/secret-key-name|"tokens"|studio_id/);
  });

  it('is refused during a generation', async () => {
    await from.transaction(async (tx) => {
      const [script] = await tx.select().from(scripts).limit(1);
      await tx.insert(runs).values({ team_id: script!.team_id, script_id: script!.id, kind: 'outline' });
    });
    await expect(dump(from, join(folder, 'a'))).rejects.toThrow(RunUnderWayError);
  });
});

it('columns with secrets are nullable, so that a dump can omit them', () => {
  for (const table of dumpedTables()) {
    for (const column of Object.values(getTableColumns(table))) {
      if (isSecret(column)) expect(column.notNull, `${getTableName(table)}.${column.name}`).toBe(false);
    }
  }
});
