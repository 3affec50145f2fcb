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
import { createSeed } from '#test/support/stores.ts';
import { backUpDatabase } from './backup.ts';
import { openDatabase } from './database.ts';
import { StoreReadOnlyError } from './store.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-backup-'));
  dataDir = join(folder, 'service');
});
afterEach(() => removeFolder(folder));

const listBackups = (): string[] => readdirSync(join(dataDir, 'backups')).sort();

/** Writes files that are copied like a database. */
function writeFiles(fileCount: number, bytes: number): void {
  mkdirSync(join(dataDir, 'database', 'base'), { recursive: true });
  for (let i = 0; i < fileCount; i++) writeFileSync(join(dataDir, 'database', 'base', String(i)), randomBytes(bytes));
}

it('the format of the data folder counts the migrations', () => {
  const journal = readFileSync(new URL('migrations/meta/_journal.json', import.meta.url), 'utf8');
  expect(DATA_FORMAT.database).toBe((JSON.parse(journal) as { entries: unknown[] }).entries.length);
});

describe('a database that is migrated', () => {
  let oldFolder: string;
  beforeAll(async () => {
    oldFolder = mkdtempSync(join(tmpdir(), 'cutaway-old-'));
    await writeWorkspace01(join(oldFolder, 'service'));
  }, 300_000);
  afterAll(() => removeFolder(oldFolder));

  it('is backed up as it was, once', async () => {
    cpSync(join(oldFolder, 'service'), dataDir, { recursive: true });
    for (let start = 0; start < 2; start++) await (await openDatabase({ dataDir })).close();
    expect(listBackups()).toEqual([expect.stringMatching(`-from-14-to-${DATA_FORMAT.database}$`)]);
    expect(await countScripts(join(dataDir, 'backups', listBackups()[0] ?? ''))).toBe(
      WORKSPACE_0_1.tables['scripts']?.length,
    );
  });

  it('is not backed up while there is nothing to migrate', async () => {
    for (let start = 0; start < 2; start++)
      await (await openDatabase({ dataDir, seedFile: await createSeed() })).close();
    expect(readdirSync(dataDir)).not.toContain('backups');
  });

  it('stays as it is when the disk has no room for the backup', async () => {
    cpSync(join(oldFolder, 'service'), dataDir, { recursive: true });
    const disk = join(dataDir, 'backups');
    mkdirSync(disk);
    const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0;
    expect(isMounted, 'this test needs to mount a small disk (run as root)').toBe(true);
    try {
      await expect(openDatabase({ dataDir })).rejects.toThrow(StoreReadOnlyError);
      expect(listBackups()).toEqual([]);
      expect(readdirSync(dataDir)).not.toContain('format.json');
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
    expect(await countScripts(join(dataDir, 'database'))).toBe(WORKSPACE_0_1.tables['scripts']?.length);
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
      await backUpDatabase(dataDir, { from, to });
      // Names differ by milliseconds.
      await delay(5);
    }
    expect(listBackups().map((name) => name.slice(24))).toEqual(['-from-2-to-3', '-from-3-to-4']);
    const [, last = ''] = listBackups();
    expect(readdirSync(join(dataDir, 'backups', last, 'base'))).toHaveLength(3);
  });

  it('are ignored until they are complete', async () => {
    writeFiles(400, 20_000);
    await backUpDatabase(dataDir, { from: 0, to: 1 });
    const child = startChild('back-up.ts', [dataDir]);
    await child.readLine('begun');
    await expect.poll(() => listBackups().some((name) => name.endsWith('.partial'))).toBe(true);
    await child.kill('SIGKILL');
    expect(child.getLines()).not.toContain('done');
    expect(listBackups().filter((name) => !name.endsWith('.partial'))).toHaveLength(1);

    await backUpDatabase(dataDir, { from: 1, to: 2 });
    expect(listBackups().map((name) => name.slice(24))).toEqual(['-from-0-to-1', '-from-1-to-2']);
    expect(readdirSync(join(dataDir, 'backups', listBackups()[1] ?? '', 'base'))).toHaveLength(400);
  });
});
