import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type * as Files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeDurable } from './durable-file.ts';
import { renameWithRetry } from './rename.ts';

/** Holds the codes that the next renames fail with; after them, renames work. */
const refusals = vi.hoisted(() => ({ codes: [] as string[], asked: 0 }));

vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof Files>();
  const rename: typeof files.rename = (from, to) => {
    refusals.asked += 1;
    const code = refusals.codes.shift();
    return code === undefined ? files.rename(from, to) : Promise.reject(Object.assign(new Error(code), { code }));
  };
  return { ...files, rename };
});

const { platform } = process;
const runOn = (value: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-rename-'));
  refusals.codes = [];
  refusals.asked = 0;
  runOn('win32');
});
afterEach(async () => {
  runOn(platform);
  await rm(folder, { recursive: true, force: true });
});

it.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a saved file arrives although a scanner holds it for a moment (%s)',
  async (code) => {
    refusals.codes = [code, code, code];
    await writeDurable(join(folder, 'a.json'), 'text');
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('text');
    expect(await readdir(folder)).toEqual(['a.json']);
  },
);

it('a file that stays held is reported after two seconds and nine attempts', async () => {
  refusals.codes = Array.from({ length: 1000 }, () => 'EPERM');
  const began = performance.now();
  await expect(renameWithRetry(join(folder, 'a'), join(folder, 'b'))).rejects.toThrow('EPERM');
  expect(performance.now() - began).toBeGreaterThan(1900);
  expect(refusals.asked).toBe(9);
});

it('nothing else is tried again, and nothing on other systems, where no scanner holds files', async () => {
  await writeFile(join(folder, 'a'), '');
  refusals.codes = ['ENOSPC'];
  await expect(renameWithRetry(join(folder, 'a'), join(folder, 'b'))).rejects.toThrow('ENOSPC');
  runOn('linux');
  refusals.codes = ['EACCES'];
  await expect(renameWithRetry(join(folder, 'a'), join(folder, 'b'))).rejects.toThrow('EACCES');
  expect(refusals.asked).toBe(2);
});
