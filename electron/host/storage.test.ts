import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { StoredPart } from '#contract/stored-part.ts';
import { readLastResetTime } from './workspace-reset.ts';
import { Storage } from './storage.ts';

const OLDER = '2026-03-01T10-00-00-000Z';
const LATER_STAMP = '2026-04-01T10-00-00-000Z';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-storage-'));
  const writeBytes = (path: string, bytes: number): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), Buffer.alloc(bytes));
  };
  writeBytes('settings.json', 9);
  writeBytes('service/database/base', 700);
  writeBytes('service/files/a/b.png', 300);
  writeBytes('journal/1.log', 50);
  writeBytes('videos/abc', 4000);
  writeBytes('pictures/def', 500);
  writeBytes('script-pictures/abc.png', 60);
  writeBytes('logs/cutaway.log', 70);
  for (const time of [OLDER, LATER_STAMP]) {
    writeBytes(`service-before-${time}/database/base`, 100);
    writeBytes(`journal-before-${time}/1.log`, 10);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const toSizes = (parts: readonly StoredPart[]) =>
  Object.fromEntries(parts.map(({ part, bytes, files }) => [part, [bytes, files]]));

it('counts bytes and files of each part exactly', async () => {
  expect(toSizes(await new Storage(folder).measure())).toEqual({
    service: [1000, 2],
    journal: [50, 1],
    script_pictures: [60, 1],
    seen: [4500, 2],
    logs: [70, 1],
    aside: [220, 4],
  });
  expect(toSizes(await new Storage(join(folder, 'nowhere')).measure())['service']).toEqual([0, 0]);
});

it('clears one part and leaves the others', async () => {
  const storage = new Storage(folder);
  const unchangedParts = { service: [1000, 2], journal: [50, 1], script_pictures: [60, 1], logs: [70, 1] };
  expect(toSizes(await storage.clear('seen'))).toEqual({ ...unchangedParts, seen: [0, 0], aside: [220, 4] });
  expect(toSizes(await storage.clear('aside'))).toEqual({ ...unchangedParts, seen: [0, 0], aside: [0, 0] });
  expect(readdirSync(folder)).toContain('settings.json');
});

it('still knows the time of the last reset after its backup is deleted', async () => {
  const timeBefore = await readLastResetTime(folder);
  await new Storage(folder).clear('aside');
  expect(timeBefore).toBe('2026-04-01T10:00:00.000Z');
  expect(await readLastResetTime(folder)).toBe(timeBefore);
});

it('clears nothing during a reset', async () => {
  writeFileSync(join(folder, 'start-over.json'), '{}');
  const storage = new Storage(folder);
  await expect(storage.clear('aside')).rejects.toThrow('being reset');
  expect(toSizes(await storage.measure())['aside']).toEqual([220, 4]);
});

it('keeps a person’s own folders, and still knows the time of the last reset', async () => {
  const otherFolders = ['service-before-thesis', `service-before-${LATER_STAMP} (copy)`, 'journal-before-the-move'];
  for (const name of otherFolders) mkdirSync(join(folder, name, 'kept'), { recursive: true });
  const timeBefore = await readLastResetTime(folder);
  await new Storage(folder).clear('aside');
  expect(await readLastResetTime(folder)).toBe(timeBefore);
  for (const name of otherFolders) expect(readdirSync(join(folder, name))).toEqual(['kept']);
});
