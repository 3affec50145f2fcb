/** Copies the database of a data folder before it is migrated. Only whole copies have a name that counts as a backup. */
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { logger } from '#log/logger.ts';
import { syncFolder } from '#platform/durable-file.ts';
import { renameWithRetry } from '#platform/rename.ts';
import { StoreReadOnlyError } from './store.ts';

const log = logger('backup');

const MAX_BACKUPS = 2;
const PARTIAL = '.partial';
const BACKUP_NAME = /^\d{4}(?:-\d\d){2}T(?:\d\d-){3}\d{3}Z(-from-\d+-to-\d+)$/;
/** How often progress is reported, because a start that stays silent is ended. */
const REPORT_MS = 5_000;

export const getBackupsFolder = (dataDir: string): string => join(dataDir, 'backups');

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const getPath = (entry: (typeof entries)[number]): string =>
    join(entry.parentPath, entry.name).slice(from.length + 1);
  const folders = entries.filter((entry) => entry.isDirectory()).map(getPath);
  for (const name of ['', ...folders.sort()]) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'postmaster.pid').map(getPath);
  let reportedAt = Date.now();
  for (const [done, name] of files.entries()) {
    await copyDurably(join(from, name), join(to, name));
    if (Date.now() - reportedAt < REPORT_MS) continue;
    reportedAt = Date.now();
    log.info('database being backed up', { done, files: files.length });
  }
  for (const name of ['', ...folders]) await syncFolder(join(to, name));
}

/** Removes unfinished backups and all but the newest ones; a repeated backup replaces the earlier one. */
async function pruneBackups(folder: string): Promise<void> {
  const names = (await readdir(folder)).sort().reverse();
  const keptKinds = new Set<string>();
  for (const name of names) {
    const kind = BACKUP_NAME.exec(name)?.[1];
    const isSuperfluous = kind !== undefined && (keptKinds.has(kind) || keptKinds.size >= MAX_BACKUPS);
    if (isSuperfluous || name.endsWith(PARTIAL)) await rm(join(folder, name), { recursive: true, force: true });
    else if (kind !== undefined) keptKinds.add(kind);
  }
}

/**
 * Copies a closed database. `from` and `to` are the numbers of migrations before and after.
 * @throws StoreReadOnlyError if there is no room
 */
export async function backUpDatabase(dataDir: string, { from, to }: { from: number; to: number }): Promise<void> {
  const folder = getBackupsFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(folder));
  await pruneBackups(folder);
  const target = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-from-${from}-to-${to}`);
  try {
    await copyFolder(join(dataDir, 'database'), `${target}${PARTIAL}`);
  } catch (error) {
    await rm(`${target}${PARTIAL}`, { recursive: true, force: true });
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new StoreReadOnlyError(
      'The disk has no room for the backup that Cutaway makes before it updates its database. Free some space and start again. Nothing was changed.',
      { cause: error },
    );
  }
  await renameWithRetry(`${target}${PARTIAL}`, target);
  await syncFolder(folder);
  await pruneBackups(folder);
  log.info('database backed up', { from, to });
}
