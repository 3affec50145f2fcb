import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findFfmpeg } from './find.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-ffmpeg-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeProgram(name: string, lines: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${lines}\n`);
  await chmod(file, 0o755);
  return file;
}

test('finds the installed ffmpeg and its encoders', async () => {
  const ffmpeg = await findFfmpeg();
  expect(ffmpeg.version).toMatch(/\d/);
  expect([ffmpeg.video, ffmpeg.audio]).toEqual(['libx264', 'aac']);
});

test('reports an ffmpeg that is missing, outdated, incomplete or crashes', async () => {
  await expect(findFfmpeg({ path: join(folder, 'nothing') })).rejects.toMatchObject({
    fault: 'missing',
    retryable: false,
  });
  const outdatedProgram = await writeProgram('old', 'echo "ffmpeg version 2.8.17 Copyright"');
  await expect(findFfmpeg({ path: outdatedProgram })).rejects.toMatchObject({
    fault: 'old',
    message: expect.stringContaining('2.8.17'),
  });
  const incomplete = await writeProgram('bare', 'echo "ffmpeg version 6.1 Copyright"');
  await expect(findFfmpeg({ path: incomplete })).rejects.toMatchObject({
    fault: 'old',
    message: expect.stringContaining('ebur128'),
  });
  const crashing = await writeProgram('dies', 'kill -9 $$');
  await expect(findFfmpeg({ path: crashing })).rejects.toMatchObject({ fault: 'died' });
});
