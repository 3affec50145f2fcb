import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChild } from '#test/support/child.ts';
import { expectMeasured } from '#test/support/expect-measured.ts';
import { FolderLockedError, FolderUnusableError, lockFolder } from './folder-lock.ts';

const isRoot = process.getuid?.() === 0;
let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'cutaway-lock-'));
  folder = join(base, 'studio');
});
afterEach(() => rm(base, { recursive: true, force: true }));

const lockOptions = { purpose: 'this test' };

describe('lockFolder', () => {
  it('creates the folder with mode 0700, and tightens an existing one', async () => {
    const lock = await lockFolder(folder, lockOptions);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await lock.release();
    await chmod(folder, 0o755);
    await (await lockFolder(folder, lockOptions)).release();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('refuses a second process within 1 s and names the owner', async () => {
    const child = startChild('hold-folder.ts', [folder]);
    try {
      await child.readLine('locked');
      const startedAt = performance.now();
      const refusal = await lockFolder(folder, lockOptions).catch((error: unknown) => error);
      expectMeasured(performance.now() - startedAt, 1000);
      expect(refusal).toBeInstanceOf(FolderLockedError);
      expect((refusal as FolderLockedError).owner).toMatchObject({ pid: child.pid, purpose: 'a test' });
      expect((refusal as Error).message).toContain(String(child.pid));
    } finally {
      await child.kill();
    }
  });

  it('refuses a second lock in the same process', async () => {
    const lock = await lockFolder(folder, lockOptions);
    await expect(lockFolder(folder, lockOptions)).rejects.toThrow(FolderLockedError);
    await lock.release();
    await lock.release();
    await (await lockFolder(folder, lockOptions)).release();
  });

  it('is free immediately after its owner is killed', async () => {
    for (let round = 0; round < 5; round++) {
      const child = startChild('hold-folder.ts', [folder]);
      await child.readLine('locked');
      await expect(lockFolder(folder, lockOptions)).rejects.toThrow(FolderLockedError);
      await child.kill('SIGKILL');
      await (await lockFolder(folder, lockOptions)).release();
    }
  });

  it('lets only one of several processes that start together through', async () => {
    const children = Array.from({ length: 4 }, () => startChild('hold-folder.ts', [folder]));
    const outcomes = await Promise.all(
      children.map((child) => Promise.race([child.readLine('locked'), child.readLine('refused')])),
    );
    expect(outcomes.filter((line) => line === 'locked')).toHaveLength(1);
    expect(outcomes.filter((line) => line.startsWith('refused FolderLockedError'))).toHaveLength(3);
    await Promise.all(children.map((child) => child.kill()));
  });

  it('holds even if the owner file is missing or damaged', async () => {
    const lock = await lockFolder(folder, lockOptions);
    await writeFile(join(folder, '.lock-owner.json'), '{"pid":');
    await expect(lockFolder(folder, lockOptions)).rejects.toMatchObject({ name: 'FolderLockedError', owner: null });
    await lock.release();
  });

  it('reports a path that is a file', async () => {
    await writeFile(folder, '');
    await expect(lockFolder(folder, lockOptions)).rejects.toThrow(/is a file, not a folder/);
    await expect(lockFolder(join(folder, 'below'), lockOptions)).rejects.toThrow(FolderUnusableError);
  });

  // Root may write despite the permissions, so that case uses a read-only disk instead.
  if (!isRoot)
    it('reports a folder without write permission', async () => {
      await mkdir(folder, { mode: 0o500 });
      await expect(lockFolder(join(folder, 'below'), lockOptions)).rejects.toThrow(/not allowed to write/);
    });

  if (isRoot && process.platform === 'linux')
    it('reports a read-only disk', async () => {
      await mkdir(folder);
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]).status).toBe(0);
      try {
        await expect(lockFolder(folder, lockOptions)).rejects.toThrow(/can only be read/);
      } finally {
        spawnSync('umount', [folder]);
      }
    });
});
