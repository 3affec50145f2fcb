import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { DAY_MS } from '#contract/values.ts';
import { FolderAnswers } from './folder-answers.ts';
import { PaidRequests } from './paid-requests.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
async function createFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'cutaway-answers-'));
  folders.push(path);
  return path;
}

test('only one of two concurrent requests begins; its answer survives a restart until settled', async () => {
  const dataDir = await createFolder();
  const requests = new PaidRequests(await FolderAnswers.open(dataDir));
  const begins = await Promise.all([requests.begin('w', 1), requests.begin('w', 1), requests.begin('w', 2)]);
  expect(begins.filter(Boolean)).toHaveLength(2);
  expect(await requests.findAnswer('w', 1)).toBeNull();
  await requests.keep('w', 1, 'a picture');
  const reopenedRequests = new PaidRequests(await FolderAnswers.open(dataDir));
  expect([await reopenedRequests.begin('w', 1), await reopenedRequests.findAnswer('w', 1)]).toEqual([
    false,
    'a picture',
  ]);
  expect([await reopenedRequests.begin('w', 2), await reopenedRequests.findAnswer('w', 2)]).toEqual([false, null]);
  await reopenedRequests.settle('w');
  expect(await readdir(join(dataDir, 'answers'))).toEqual([]);
});

test('deletes answers after 30 days', async () => {
  const dataDir = await createFolder();
  await (await FolderAnswers.open(dataDir)).begin('old', '1');
  await FolderAnswers.open(dataDir, Date.now() + 29 * DAY_MS);
  expect(await readdir(join(dataDir, 'answers'))).toEqual(['old']);
  await FolderAnswers.open(dataDir, Date.now() + 31 * DAY_MS);
  expect(await readdir(join(dataDir, 'answers'))).toEqual([]);
});
