import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { unpackProgram } from './unpack-program.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-program-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function compressProgram(output: string): Promise<string> {
  const file = join(folder, 'ffmpeg.br');
  await writeFile(file, brotliCompressSync(`#!/bin/sh\necho ${output}\n`));
  return file;
}

it('unpacks a program once, executable by its owner', async () => {
  const programs = join(folder, 'programs');
  const file = await unpackProgram(await compressProgram('one'), programs);
  expect(execFileSync(file, { encoding: 'utf8' })).toBe('one\n');
  expect((await stat(file)).mode & 0o777).toBe(0o700);
  const { mtimeMs } = await stat(file);
  expect(await unpackProgram(await compressProgram('one'), programs)).toBe(file);
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
});

it('replaces the program of an earlier version', async () => {
  const programs = join(folder, 'programs');
  await unpackProgram(await compressProgram('one'), programs);
  const file = await unpackProgram(await compressProgram('two'), programs);
  expect(execFileSync(file, { encoding: 'utf8' })).toBe('two\n');
  expect(await readdir(programs)).toHaveLength(1);
});

it('leaves no program behind if the installer’s file is damaged', async () => {
  const file = join(folder, 'ffmpeg.br');
  await writeFile(file, 'not compressed');
  await expect(unpackProgram(file, join(folder, 'programs'))).rejects.toThrow();
  expect(await readdir(join(folder, 'programs'))).toEqual([]);
});
