import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { markData, NewerDataError, refuseNewerData } from './data-format.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-format-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('refuses data of a newer version and names both versions', async () => {
  await markData(folder, { database: 20, files: 1 }, '0.9.0');
  const refusal = refuseNewerData(folder, { database: 19, files: 1 }, '0.3.0');
  await expect(refusal).rejects.toThrow(NewerDataError);
  await expect(refusal).rejects.toThrow(/made with Cutaway 0\.9\.0.*newer than this one \(0\.3\.0\)/);
});

it('refuses data of a kind that it does not know', async () => {
  await markData(folder, { database: 19, pictures: 1 }, '0.9.0');
  await expect(refuseNewerData(folder, { database: 19 }, '0.3.0')).rejects.toThrow(NewerDataError);
});

it.each(['{"database":18,"files":1,"version":"0.2.0"}', '{"database":19,"version":"0.9.0"}', 'damaged', '[]'])(
  'accepts older, equal and unmarked data: %s',
  async (mark) => {
    await writeFile(join(folder, 'format.json'), mark);
    await refuseNewerData(folder, { database: 19, files: 1 }, '0.3.0');
  },
);

it('keeps the mark of the version that first wrote this format', async () => {
  await markData(folder, { database: 19 }, '0.3.0');
  await markData(folder, { database: 19 }, '0.3.1');
  expect(await readFile(join(folder, 'format.json'), 'utf8')).toContain('0.3.0');
  await markData(folder, { database: 20 }, '0.4.0');
  expect(await readFile(join(folder, 'format.json'), 'utf8')).toContain('0.4.0');
});
