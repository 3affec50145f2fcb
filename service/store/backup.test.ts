import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATA_FORMAT } from '#contract/data-format.ts';
import { startChild } from '#test/support/child.ts';
import { countScripts, WORKSPACE_0_1, writeWorkspace01 } from '#test/support/old-workspace.ts';
import { removeFolder } from '#test/support/remove-folder.ts';
import { testSeed } from '#test/support/stores.ts';
import { backUpDatabase } from './backup.ts';
import { openDatabase } from './database.ts';
import { StoreReadOnlyError } from './store.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-backup-'));
  data = join(folder, 'service');
});
afterEach(() => removeFolder(folder));

const backups = (): string[] => readdirSync(join(data, 'backups')).sort();

/** Writes files that are copied like a database. */
function writeFiles(files: number, bytes: number): void {
  mkdirSync(join(data, 'database', 'base'), { recursive: true });
  for (let i = 0; i < files; i++) writeFileSync(join(data, 'database', 'base', String(i)), randomBytes(bytes));
}

it('counts the migrations in the format of the data folder', () => {
  const journal = readFileSync(new URL('migrations/meta/_journal.json', import.meta.url), 'utf8');
  expect(DATA_FORMAT.database).toBe((JSON.parse(journal) as { entries: unknown[] }).entries.length);
});

describe('a database that is migrated', () => {
  let old: string;
  beforeAll(async () => {
    old = mkdtempSync(join(tmpdir(), 'cutaway-old-'));
    await writeWorkspace01(join(old, 'service'));
  }, 300_000);
  afterAll(() => removeFolder(old));

  it('is backed up as it was, once', async () => {
    cpSync(join(old, 'service'), data, { recursive: true });
    for (let start = 0; start < 2; start++) await (await openDatabase({ dataDir: data })).close();
    expect(backups()).toEqual([expect.stringMatching(`-from-14-to-${DATA_FORMAT.database}$`)]);
    expect(await countScripts(join(data, 'backups', backups()[0] ?? ''))).toBe(WORKSPACE_0_1.tables['scripts']?.length);
  });

  it('is not backed up while there is nothing to migrate', async () => {
    for (let start = 0; start < 2; start++)
      await (await openDatabase({ dataDir: data, seedFile: await testSeed() })).close();
    expect(readdirSync(data)).not.toContain('backups');
  });

  it('stays as it is when the disk has no room for the backup', async () => {
    cpSync(join(old, 'service'), data, { recursive: true });
    const disk = join(data, 'backups');
    mkdirSync(disk);
    const small = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0;
    expect(small, 'this test needs to mount a small disk (run as root)').toBe(true);
    try {
      await expect(openDatabase({ dataDir: data })).rejects.toThrow(StoreReadOnlyError);
      expect(backups()).toEqual([]);
      expect(readdirSync(data)).not.toContain('format.json');
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
    expect(await countScripts(join(data, 'database'))).toBe(WORKSPACE_0_1.tables['scripts']?.length);
  });
});

describe('backups', () => {
  it('are kept for the last two migrations, and a repeated migration replaces its own', async () => {
    writeFiles(3, 100);
    for (const [from, to] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [3, 4],
    ] as const) {
      await backUpDatabase(data, { from, to });
      // Names differ by milliseconds.
      await delay(5);
    }
    expect(backups().map((name) => name.slice(24))).toEqual(['-from-2-to-3', '-from-3-to-4']);
    const [, last = ''] = backups();
    expect(readdirSync(join(data, 'backups', last, 'base'))).toHaveLength(3);
  });

  it('are ignored until they are complete', async () => {
    writeFiles(400, 20_000);
    await backUpDatabase(data, { from: 0, to: 1 });
    const child = startChild('back-up.ts', [data]);
    await child.line('begun');
    await expect.poll(() => backups().some((name) => name.endsWith('.partial'))).toBe(true);
    await child.kill('SIGKILL');
    expect(child.lines()).not.toContain('done');
    expect(backups().filter((name) => !name.endsWith('.partial'))).toHaveLength(1);

    await backUpDatabase(data, { from: 1, to: 2 });
    expect(backups().map((name) => name.slice(24))).toEqual(['-from-0-to-1', '-from-1-to-2']);
    expect(readdirSync(join(data, 'backups', backups()[1] ?? '', 'base'))).toHaveLength(400);
  });
});
