import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { bundleProgram } from '#test/support/bundled.ts';
import { isLongRun, getRounds } from '#test/support/rounds.ts';
import { Journal } from './journal.ts';

const KILLS = getRounds(10, 100);

let folder = '';
let problems: string[] = [];
const open = (): Promise<Journal> => Journal.open(folder, (sentence) => problems.push(sentence));
const createEntry = (key: string, rev: number, text = `text ${rev}`) => ({
  key,
  rev,
  updated_at: '2026-01-01T00:00:00.000Z',
  value: { text },
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-journal-'));
  problems = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('keeps entries across a restart and lists them without their values', async () => {
  const key = 'draft/local/14/script';
  expect(await (await open()).write([createEntry(key, 3)])).toEqual({ ok: true, stale: [] });
  const reopenedJournal = await open();
  expect(reopenedJournal.list()).toEqual([{ key, rev: 3, updated_at: '2026-01-01T00:00:00.000Z' }]);
  expect(await reopenedJournal.read([key, 'draft/local/15/script'])).toEqual([createEntry(key, 3)]);
});

test('rejects an older rev and reports it as stale', async () => {
  const journal = await open();
  await journal.write([createEntry('draft/a/1', 5)]);
  expect(await journal.write([createEntry('draft/a/1', 4), createEntry('draft/a/2', 1)])).toEqual({
    ok: true,
    stale: ['draft/a/1'],
  });
  expect((await journal.read(['draft/a/1']))[0]?.rev).toBe(5);
});

test('rejects an older rev that arrives while a newer one is being written', async () => {
  const journal = await open();
  const newer = journal.write([createEntry('draft/a/1', 9)]);
  expect(await journal.write([createEntry('draft/a/1', 8)])).toEqual({ ok: true, stale: ['draft/a/1'] });
  await newer;
  expect((await (await open()).read(['draft/a/1']))[0]?.rev).toBe(9);
});

test('a read waits for the writes that came before it', async () => {
  const journal = await open();
  void journal.write([createEntry('draft/a/1', 1)]);
  expect((await journal.read(['draft/a/1']))[0]?.rev).toBe(1);
  void journal.write([createEntry('draft/a/1', 2)]);
  void journal.write([createEntry('draft/a/1', 3)]);
  expect((await journal.read(['draft/a/1']))[0]?.rev).toBe(3);
});

test('stores the last of many concurrent writes of one key and answers every caller', async () => {
  const journal = await open();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => journal.write([createEntry('draft/a/1', i)])),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect((await (await open()).read(['draft/a/1']))[0]?.rev).toBe(199);
});

test('stores keys that differ in case or are very long in separate files', async () => {
  const keys = ['draft/a/Xy', 'draft/a/xY', 'draft/a/xy', `draft/${'l'.repeat(290)}`, `draft/${'l'.repeat(289)}m`];
  await (await open()).write(keys.map((key, i) => createEntry(key, i)));
  const names = readdirSync(folder).map((name) => name.toLowerCase());
  expect(new Set(names).size).toBe(keys.length);
  const read = await (await open()).read(keys);
  expect(read.map(({ key, rev }) => [key, rev])).toEqual(keys.map((key, i) => [key, i]));
});

test('removes entries whose rev matches, and none written since', async () => {
  const journal = await open();
  await journal.write([createEntry('outbox/a/1', 1), createEntry('outbox/a/2', 2)]);
  const removal = journal.remove([
    { key: 'outbox/a/1', rev: 1 },
    { key: 'outbox/a/2', rev: 1 },
    { key: 'outbox/a/3', rev: 1 },
  ]);
  // Both start in the same tick; the write is queued after the removal.
  const write = journal.write([createEntry('outbox/a/1', 5)]);
  await removal;
  expect(await write).toEqual({ ok: true, stale: [] });
  const toText = ({ key, rev }: { key: string; rev: number }): string => `${key} ${rev}`;
  expect((await open()).list().map(toText).sort()).toEqual(['outbox/a/1 5', 'outbox/a/2 2']);
  await journal.remove([{ key: 'outbox/a/1', rev: 5 }]);
  expect(journal.list().map(toText)).toEqual(['outbox/a/2 2']);
  expect((await open()).list().map(toText)).toEqual(['outbox/a/2 2']);
});

test('removes an entry while the same rev is being written again', async () => {
  const journal = await open();
  await journal.write([createEntry('outbox/a/1', 1)]);
  const rewriting = journal.write([createEntry('outbox/a/1', 1)]);
  await journal.remove([{ key: 'outbox/a/1', rev: 1 }]);
  expect(await rewriting).toEqual({ ok: true, stale: [] });
  expect(journal.list()).toEqual([]);
  expect((await open()).list()).toEqual([]);
});

test('moves a damaged file aside and reports it, loads the rest and deletes temporary files', async () => {
  await (await open()).write([createEntry('draft/a/1', 1), createEntry('draft/a/2', 1)]);
  writeFileSync(join(folder, 'draft~a~1.json'), '{"key":"draft/a/1","rev":1,"upd');
  writeFileSync(join(folder, '.draft~a~2.json.0123.tmp'), 'half');
  const journal = await open();
  expect(journal.list().map((head) => head.key)).toEqual(['draft/a/2']);
  expect(problems).toHaveLength(1);
  const names = readdirSync(folder);
  expect(names.filter((name) => name.includes('corrupt'))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('reports a write that the folder refuses', async () => {
  const journal = await open();
  await journal.write([createEntry('draft/a/1', 1)]);
  rmSync(folder, { recursive: true });
  const answer = await journal.write([createEntry('draft/a/1', 2)]);
  expect(answer).toEqual({ ok: false, message: expect.stringMatching(/can’t be written/) });
});

test('moves one account’s entries aside and leaves the others', async () => {
  const journal = await open();
  await journal.write([createEntry('draft/local/1', 1), createEntry('draft/other/1', 1)]);
  await journal.moveAside((key) => key.startsWith('draft/local/'), join(folder, 'aside'));
  expect(journal.list().map((head) => head.key)).toEqual(['draft/other/1']);
  expect(readdirSync(join(folder, 'aside'))).toEqual(['draft~local~1.json']);
});

test(`keeps every acknowledged entry whole after ${KILLS} kills at random moments`, { timeout: 300_000 }, async () => {
  const writer = bundleProgram('test/support/children/journal-writer.ts');
  let acknowledgedRevs = new Map<string, number>();
  let roundsWithWrites = 0;
  for (let round = 0; round < KILLS; round++) {
    const child = fork(writer, [folder, String(round * 100_000)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exit = new Promise((resolve) => child.once('exit', resolve));
    const firstMessage = new Promise<void>((resolve) =>
      child.on('message', ([key, rev]: [string, number]) => {
        acknowledgedRevs.set(key, rev);
        resolve();
      }),
    );
    await firstMessage;
    const delayMs = (round * 37) % 23;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    child.kill('SIGKILL');
    await exit;
    const journal = await open();
    const storedEntries = new Map((await journal.read([...acknowledgedRevs.keys()])).map((e) => [e.key, e]));
    for (const [key, rev] of acknowledgedRevs) {
      expect(storedEntries.has(key), key).toBe(true);
      const storedEntry = storedEntries.get(key)!;
      expect(storedEntry.rev).toBeGreaterThanOrEqual(rev);
      expect((storedEntry.value['text'] as string).length).toBe(120_000);
    }
    roundsWithWrites += acknowledgedRevs.size > 0 ? 1 : 0;
  }
  expect(problems).toEqual([]);
  expect(roundsWithWrites).toBe(KILLS);
  acknowledgedRevs = new Map();
});

test.runIf(isLongRun)('writes 120 KB in under 50 ms (median)', async () => {
  const journal = await open();
  const times: number[] = [];
  for (let rev = 0; rev < 60; rev++) {
    const start = performance.now();
    await journal.write([createEntry('draft/a/1', rev, 'x'.repeat(120_000))]);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length * 0.5)]).toBeLessThan(50);
});
