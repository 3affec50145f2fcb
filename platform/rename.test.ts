import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type * as Files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeDurable } from './durable-file.ts';
import { renameWithRetry } from './rename.ts';

/** The codes that the next renames fail with; after them, renames work. */
const failingRenames = vi.hoisted(() => ({ codes: [] as string[], attempts: 0 }));

vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof Files>();
  const rename: typeof files.rename = (from, to) => {
    failingRenames.attempts += 1;
    const code = failingRenames.codes.shift();
    return code === undefined ? files.rename(from, to) : Promise.reject(Object.assign(new Error(code), { code }));
  };
  return { ...files, rename };
});

const { platform } = process;
const runOn = (value: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-rename-'));
  failingRenames.codes = [];
  failingRenames.attempts = 0;
  runOn('win32');
});
afterEach(async () => {
  runOn(platform);
  await rm(folder, { recursive: true, force: true });
});

it.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file is saved even if a virus scanner holds it for a moment (%s)',
  async (code) => {
    failingRenames.codes = [code, code, code];
    await writeDurable(join(folder, 'a.json'), 'text');
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('text');
    expect(await readdir(folder)).toEqual(['a.json']);
  },
);

it('gives up on a file that stays open after two seconds and nine attempts', async () => {
  failingRenames.codes = Array.from({ length: 1000 }, () => 'EPERM');
  const startedAt = performance.now();
  await expect(renameWithRetry(join(folder, 'a'), join(folder, 'b'))).rejects.toThrow('EPERM');
  expect(performance.now() - startedAt).toBeGreaterThan(1900);
  expect(failingRenames.attempts).toBe(9);
});

it('does not retry after other errors, or on other systems, where no scanner opens files', async () => {
  await writeFile(join(folder, 'a'), '');
  failingRenames.codes = ['ENOSPC'];
  await expect(renameWithRetry(join(folder, 'a'), join(folder, 'b'))).rejects.toThrow('ENOSPC');
  runOn('linux');
  failingRenames.codes = ['EACCES'];
  await expect(renameWithRetry(join(folder, 'a'), join(folder, 'b'))).rejects.toThrow('EACCES');
  expect(failingRenames.attempts).toBe(2);
});
