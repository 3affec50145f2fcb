/**
 * Gives a folder a single owner. The lock is the kernel's, on an open file: it ends with the process however that dies,
 * so no stale lock is left behind. A second file names the owner, for the message only.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { access, chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';

import { getErrorCode } from './error-code.ts';

export interface FolderLock {
  readonly folder: string;
  release(): Promise<void>;
}

export interface FolderOwner {
  pid: number;
  purpose: string;
  /** In ISO 8601. */
  since: string;
}

export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
  readonly folder: string;
  /** Null if the owner has not written its name yet. */
  readonly owner: FolderOwner | null;
  constructor(folder: string, owner: FolderOwner | null) {
    const ownerText = owner ? `${owner.purpose}, process ${owner.pid}, since ${owner.since}` : 'another process';
    super(`The folder ${folder} is in use already (${ownerText}). Close that one first, or choose another folder.`);
    this.folder = folder;
    this.owner = owner;
  }
}

export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError';
  readonly folder: string;
  constructor(folder: string, reason: string, cause?: unknown) {
    super(`The folder ${folder} cannot be used: ${reason}`, { cause });
    this.folder = folder;
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'it is not allowed to write there. Change its permissions or choose another folder.',
  EPERM: 'it is not allowed to write there. Change its permissions or choose another folder.',
  EROFS: 'its disk can only be read. Choose another folder.',
  ENOTDIR: 'a part of the path is a file, not a folder. Choose another folder.',
  EEXIST: 'it is a file, not a folder. Choose another folder.',
  ENOSPC: 'its disk is full. Free some space and try again.',
  ENAMETOOLONG: 'its name is too long. Choose another folder.',
  ELOOP: 'its links go round in a circle. Choose another folder.',
};

function createUnusableError(folder: string, error: unknown): FolderUnusableError {
  return new FolderUnusableError(folder, REASONS[getErrorCode(error) ?? ''] ?? String(error), error);
}

/** Creates the folder if needed and makes it readable and writable for its owner only. */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(folder);
  const isOwnFolder = process.getuid === undefined || process.getuid() === uid;
  if (isOwnFolder && process.platform !== 'win32' && (mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/**
 * Creates the folder if needed and checks that this process can use it, without locking it.
 * @throws FolderUnusableError
 */
export async function prepareFolder(path: string): Promise<void> {
  const folder = resolve(path);
  try {
    await prepare(folder);
  } catch (error) {
    throw createUnusableError(folder, error);
  }
}

const getOwnerFile = (folder: string): string => join(folder, '.lock-owner.json');

async function readOwner(folder: string): Promise<FolderOwner | null> {
  try {
    const { pid, purpose, since } = JSON.parse(await readFile(getOwnerFile(folder), 'utf8')) as Partial<FolderOwner>;
    const isComplete = typeof pid === 'number' && typeof purpose === 'string' && typeof since === 'string';
    return isComplete ? { pid, purpose, since } : null;
  } catch {
    return null; // the file is missing or half written
  }
}

/** Waits a moment for a better message, because the owner writes its name right after locking. */
async function awaitOwner(folder: string): Promise<FolderOwner | null> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const owner = await readOwner(folder);
    if (owner) return owner;
    await delay(50);
  }
  return null;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
}

/** Returns the folder's owner as it named itself, if it still runs. Takes no lock, which could fail another start. */
export async function findRunningOwner(path: string): Promise<FolderOwner | null> {
  const owner = await readOwner(resolve(path));
  return owner && isRunning(owner.pid) ? owner : null;
}

/**
 * Locks the folder for this process until `release` or the end of the process.
 * @throws FolderLockedError, FolderUnusableError
 */
export async function lockFolder(path: string, { purpose }: { purpose: string }): Promise<FolderLock> {
  const folder = resolve(path);
  const ownerFile = getOwnerFile(folder);
  let descriptor: number;
  try {
    await prepare(folder);
    descriptor = openSync(join(folder, '.lock'), 'a+', 0o600);
  } catch (error) {
    throw createUnusableError(folder, error);
  }
  let isLocked: boolean;
  try {
    isLocked = tryLock(descriptor);
    if (isLocked) {
      const owner: FolderOwner = { pid: process.pid, purpose, since: new Date().toISOString() };
      await writeFile(ownerFile, JSON.stringify(owner), { mode: 0o600 });
    }
  } catch (error) {
    closeSync(descriptor);
    throw createUnusableError(folder, error);
  }
  if (!isLocked) {
    closeSync(descriptor);
    throw new FolderLockedError(folder, await awaitOwner(folder));
  }
  let isReleased = false;
  return {
    folder,
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      await rm(ownerFile, { force: true });
      closeSync(descriptor);
    },
  };
}
