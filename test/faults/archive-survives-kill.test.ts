/** Kills an import at random moments: afterwards the workspace is the old or the new one, complete. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import type { JournalEntry } from '#contract/journal.ts';
import { Journal } from '#electron/host/journal.ts';
import { runReset, deletePlan, unfinishedReset } from '#electron/host/workspace-reset.ts';
import { startChild } from '#test/support/child.ts';
import { rounds } from '#test/support/rounds.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

const STAGED = 'staged-archive';
const DRAFTS = 150;
const ROUNDS = rounds(3, 20);

const entry = (of: string, id: number): JournalEntry => ({
  key: `draft/local/${id}/script`,
  rev: 1,
  updated_at: '2026-01-02T03:04:05.000Z',
  value: { text: `${of} text ${id}` },
});
const entries = (of: string): JournalEntry[] => Array.from({ length: DRAFTS }, (_, at) => entry(of, at + 1));
const noTrouble = (sentence: string): void => {
  throw new Error(sentence);
};

let folder = '';
afterEach(() => removeFolder(folder));

/** Creates a workspace with drafts and a picture, and a staged archive of another one. */
async function prepare(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-take-in-'));
  for (const path of ['service/files', `${STAGED}/service`, `${STAGED}/images`])
    mkdirSync(join(folder, path), { recursive: true });
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  write('service/database', 'old');
  write('service/files/a.png', 'old picture');
  write(`${STAGED}/service/database`, 'new');
  write(`${STAGED}/images/a.png`, 'new picture');
  write(
    `${STAGED}/journal.jsonl`,
    `${entries('new')
      .map((one) => JSON.stringify(one))
      .join('\n')}\n`,
  );
  const journal = await Journal.open(join(folder, 'journal'), noTrouble);
  for (let from = 0; from < DRAFTS; from += 50) await journal.write(entries('old').slice(from, from + 50));
}

/** Returns the workspace a person finds after the next start. */
async function afterStart(): Promise<{ studio: string; picture: string; texts: readonly string[] }> {
  const journal = await Journal.open(join(folder, 'journal'), noTrouble);
  const plan = await unfinishedReset(folder);
  if (plan) {
    await runReset(folder, plan, journal);
    await deletePlan(folder);
  }
  const found = await journal.read(journal.list().map(({ key }) => key));
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const texts = found.map(({ value }) => String(value['text'])).sort();
  return { studio: read('service/database'), picture: read('service/files/a.png'), texts };
}

const whole = (of: string) => ({
  studio: of,
  picture: `${of} picture`,
  texts: entries(of)
    .map(({ value }) => String(value['text']))
    .sort(),
});

test(
  `${ROUNDS} kills during an import leave the old or the imported workspace, never a mix`,
  { timeout: 120_000 },
  async () => {
    const ends = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await prepare();
      const child = startChild('import-archive.ts', [folder, STAGED]);
      await child.line(round === 0 ? 'ready' : 'planned');
      // Ranges from immediately to after the end.
      const moment = performance.now() + round * round * 8;
      while (performance.now() < moment && !child.lines().includes('done'))
        await new Promise((next) => setImmediate(next));
      await child.kill();
      const done = child.lines().includes('done');
      const found = await afterStart();
      ends.add(`${done ? 'done' : 'killed'}, ${found.studio}`);
      expect(found, `round ${round}`).toEqual(whole(found.studio));
      // A planned import always happens, and the previous data is moved away complete.
      if (child.lines().includes('planned')) {
        expect(found.studio).toBe('new');
        const [aside = ''] = readdirSync(folder).filter((name) => name.startsWith('journal-before-'));
        expect(readdirSync(join(folder, aside))).toHaveLength(DRAFTS);
      }
      expect(existsSync(join(folder, 'start-over.json'))).toBe(false);
      await removeFolder(folder);
    }
    expect(ends).toContain('killed, new');
  },
);

test('control: without the plan on disk, the check finds a half-imported workspace', { timeout: 300_000 }, async () => {
  await prepare();
  const child = startChild('import-archive.ts', [folder, STAGED]);
  await child.line('planned');
  while (existsSync(join(folder, STAGED, 'service'))) await new Promise((next) => setImmediate(next));
  await child.kill();
  rmSync(join(folder, 'start-over.json'), { force: true });
  const found = await afterStart();
  expect(found).not.toEqual(whole(found.studio));
});
