/** Kills an import at random moments: afterwards the workspace is completely the old or completely the new one. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import type { JournalEntry } from '#contract/journal.ts';
import { Journal } from '#electron/host/journal.ts';
import { runReset, deletePlan, readUnfinishedReset } from '#electron/host/workspace-reset.ts';
import { startChild } from '#test/support/child.ts';
import { getRounds } from '#test/support/rounds.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

const STAGED_FOLDER = 'staged-archive';
const DRAFTS = 150;
const ROUNDS = getRounds(3, 20);

const createEntry = (workspace: string, id: number): JournalEntry => ({
  key: `draft/local/${id}/script`,
  rev: 1,
  updated_at: '2026-01-02T03:04:05.000Z',
  value: { text: `${workspace} text ${id}` },
});
const createEntries = (workspace: string): JournalEntry[] =>
  Array.from({ length: DRAFTS }, (_, at) => createEntry(workspace, at + 1));
const throwFault = (sentence: string): void => {
  throw new Error(sentence);
};

let folder = '';
afterEach(() => removeFolder(folder));

/** Creates a workspace with drafts and a picture, and a staged archive of another one. */
async function prepare(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-take-in-'));
  for (const path of ['service/files', `${STAGED_FOLDER}/service`, `${STAGED_FOLDER}/images`])
    mkdirSync(join(folder, path), { recursive: true });
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  write('service/database', 'old');
  write('service/files/a.png', 'old picture');
  write(`${STAGED_FOLDER}/service/database`, 'new');
  write(`${STAGED_FOLDER}/images/a.png`, 'new picture');
  write(
    `${STAGED_FOLDER}/journal.jsonl`,
    `${createEntries('new')
      .map((entry) => JSON.stringify(entry))
      .join('\n')}\n`,
  );
  const journal = await Journal.open(join(folder, 'journal'), throwFault);
  for (let from = 0; from < DRAFTS; from += 50) await journal.write(createEntries('old').slice(from, from + 50));
}

/** Starts the workspace again; returns what a person finds in it. */
async function readAfterStart(): Promise<{ database: string; picture: string; texts: readonly string[] }> {
  const journal = await Journal.open(join(folder, 'journal'), throwFault);
  const plan = await readUnfinishedReset(folder);
  if (plan) {
    await runReset(folder, plan, journal);
    await deletePlan(folder);
  }
  const entries = await journal.read(journal.list().map(({ key }) => key));
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const texts = entries.map(({ value }) => String(value['text'])).sort();
  return { database: read('service/database'), picture: read('service/files/a.png'), texts };
}

const createExpected = (workspace: string) => ({
  database: workspace,
  picture: `${workspace} picture`,
  texts: createEntries(workspace)
    .map(({ value }) => String(value['text']))
    .sort(),
});

test(
  `${ROUNDS} kills during an import leave the old or the imported workspace, never a mix`,
  { timeout: 120_000 },
  async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await prepare();
      const child = startChild('import-archive.ts', [folder, STAGED_FOLDER]);
      await child.readLine(round === 0 ? 'ready' : 'planned');
      // The moments range from immediately to after the end.
      const deadline = performance.now() + round * round * 8;
      while (performance.now() < deadline && !child.getLines().includes('done'))
        await new Promise((next) => setImmediate(next));
      await child.kill();
      const isDone = child.getLines().includes('done');
      const result = await readAfterStart();
      outcomes.add(`${isDone ? 'done' : 'killed'}, ${result.database}`);
      expect(result, `round ${round}`).toEqual(createExpected(result.database));
      // A planned import always completes, and moves away all previous data.
      if (child.getLines().includes('planned')) {
        expect(result.database).toBe('new');
        const [backup = ''] = readdirSync(folder).filter((name) => name.startsWith('journal-before-'));
        expect(readdirSync(join(folder, backup))).toHaveLength(DRAFTS);
      }
      expect(existsSync(join(folder, 'start-over.json'))).toBe(false);
      await removeFolder(folder);
    }
    expect(outcomes).toContain('killed, new');
  },
);

test('control: without the plan on disk, the check finds a half-imported workspace', { timeout: 300_000 }, async () => {
  await prepare();
  const child = startChild('import-archive.ts', [folder, STAGED_FOLDER]);
  await child.readLine('planned');
  while (existsSync(join(folder, STAGED_FOLDER, 'service'))) await new Promise((next) => setImmediate(next));
  await child.kill();
  rmSync(join(folder, 'start-over.json'), { force: true });
  const result = await readAfterStart();
  expect(result).not.toEqual(createExpected(result.database));
});
