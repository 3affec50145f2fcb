import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import type { StoredPart } from '#contract/stored-part.ts';
import { lastResetAt } from './workspace-reset.ts';
import { Storage } from './storage.ts';

const OLDER = '2026-03-01T10-00-00-000Z';
const LATER = '2026-04-01T10-00-00-000Z';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-storage-'));
  const put = (path: string, bytes: number): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), Buffer.alloc(bytes));
  };
  put('settings.json', 9);
  put('service/database/base', 700);
  put('service/files/a/b.png', 300);
  put('journal/1.log', 50);
  put('videos/abc', 4000);
  put('pictures/def', 500);
  put('script-pictures/abc.png', 60);
  put('logs/cutaway.log', 70);
  for (const at of [OLDER, LATER]) {
    put(`service-before-${at}/database/base`, 100);
    put(`journal-before-${at}/1.log`, 10);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sizes = (parts: readonly StoredPart[]) =>
  Object.fromEntries(parts.map(({ part, bytes, files }) => [part, [bytes, files]]));

it('counts bytes and files of each part exactly', async () => {
  expect(sizes(await new Storage(folder).used())).toEqual({
    service: [1000, 2],
    journal: [50, 1],
    script_pictures: [60, 1],
    seen: [4500, 2],
    logs: [70, 1],
    aside: [220, 4],
  });
  expect(sizes(await new Storage(join(folder, 'nowhere')).used())['service']).toEqual([0, 0]);
});

it('clears one part and leaves the others', async () => {
  const storage = new Storage(folder);
  const rest = { service: [1000, 2], journal: [50, 1], script_pictures: [60, 1], logs: [70, 1] };
  expect(sizes(await storage.clear('seen'))).toEqual({ ...rest, seen: [0, 0], aside: [220, 4] });
  expect(sizes(await storage.clear('aside'))).toEqual({ ...rest, seen: [0, 0], aside: [0, 0] });
  expect(readdirSync(folder)).toContain('settings.json');
});

it('still knows the time of the last reset after clearing what it moved aside', async () => {
  const before = await lastResetAt(folder);
  await new Storage(folder).clear('aside');
  expect(before).toBe('2026-04-01T10:00:00.000Z');
  expect(await lastResetAt(folder)).toBe(before);
});

it('clears nothing during a reset', async () => {
  writeFileSync(join(folder, 'start-over.json'), '{}');
  const storage = new Storage(folder);
  await expect(storage.clear('aside')).rejects.toThrow('being reset');
  expect(sizes(await storage.used())['aside']).toEqual([220, 4]);
});

it('keeps folders a person put there, and still knows the time of the last reset', async () => {
  const others = ['service-before-thesis', `service-before-${LATER} (copy)`, 'journal-before-the-move'];
  for (const name of others) mkdirSync(join(folder, name, 'kept'), { recursive: true });
  const before = await lastResetAt(folder);
  await new Storage(folder).clear('aside');
  expect(await lastResetAt(folder)).toBe(before);
  for (const name of others) expect(readdirSync(join(folder, name))).toEqual(['kept']);
});
