/**
 * Kills the service with SIGKILL at random moments of script runs: every run completes, is charged once and announced
 * once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { getScriptCredits } from '#contract/limits.ts';
import { openDatabase } from '#service/store/database.ts';
import { readBalance, grant } from '#service/store/ledger.ts';
import { channels, credit_ledger, model_providers, outbox_events, runs, scripts } from '#service/store/schema.ts';
import type { Store } from '#service/store/store.ts';
import { serveModel, type ServedModel } from '#test/support/model.ts';
import { getRounds } from '#test/support/rounds.ts';
import { createRandom, SEED } from '#test/support/seed.ts';
import { type ReadyLine, type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';

import { giveModelKey } from './model-key.ts';

const random = createRandom(SEED);

const ROUNDS = getRounds(5, 20);
const WORDS = 20_000;
const OUTLINE = Array.from(
  { length: 40 },
  (_, i) => `## Part ${i + 1} (500 words)\n\n- A point about part ${i + 1}\n`,
).join('\n');

const SCRIPT = `## Part 1\n\n${'The ferry carries post, and it always has. '.repeat(WORDS / 8)}\n`;

const folders: string[] = [];
let model: ServedModel;
beforeAll(async () => {
  model = await serveModel({ script: SCRIPT, parts: 10, pauseMs: 60 });
});
afterAll(() => model.close());
const children: ServiceProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) if (child.process.exitCode === null) await child.end('SIGKILL');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-kill-'));
  folders.push(folder);
  return folder;
}

/** Returns each script's charges, texts and announcements. */
async function readEffects(store: Store) {
  const rows = [];
  for (const { id, content_version, regenerations_used } of await store.db.select().from(scripts).orderBy(scripts.id)) {
    const charges = await store.db
      .select({ id: credit_ledger.id })
      .from(credit_ledger)
      .where(
        and(
          eq(credit_ledger.kind, 'charge'),
          sql`(${credit_ledger.subject_id} in (select id::text from runs where script_id = ${id}) or ${credit_ledger.subject_id} = ${String(id)})`,
        ),
      );
    const announcedCount = await store.db.$count(
      outbox_events,
      and(eq(outbox_events.event, 'script.generated'), sql`${outbox_events.data}->>'script_id' = ${String(id)}`),
    );
    rows.push({
      charges: charges.length,
      texts: content_version,
      announced: announcedCount,
      regenerations: regenerations_used,
    });
  }
  return rows;
}

async function start(folder: string): Promise<{ child: ServiceProcess; line: ReadyLine }> {
  const child = startServiceProcess(['--data', folder, '--port', '0', '--rate-limits', 'off']);
  children.push(child);
  const line = await child.ready;
  if (!line) throw new Error(child.getStderr());
  await giveModelKey(line);
  return { child, line };
}

async function prepare(folder: string, count: number): Promise<void> {
  const store = await openDatabase({ dataDir: folder });
  await store.transaction(async (tx) => {
    const [channel] = await tx.select().from(channels);
    const { team_id, id: channel_id } = channel!;
    await grant(tx, { team_id, idempotency_key: 'test', reason: 'Test' }, 10_000);
    // Drafts of a language model are charged.
    const provider = { kind: 'openai-compatible', label: 'Model', base_url: model.url, model: 'm', active: true };
    await tx.insert(model_providers).values({ team_id, ...provider });
    for (let i = 0; i < count; i++) {
      const fields = { title: `Script ${i}`, topic: 'Killed while it is written', language: 'en', outline: OUTLINE };
      const state = { length: WORDS, script_number: i + 1, production_status: 'planning' };
      await tx.insert(scripts).values({ team_id, channel_id, ...fields, ...state });
    }
  });
  await store.close();
}

test(`writes and charges each of ${ROUNDS} scripts once over ${ROUNDS} kills`, { timeout: 600_000 }, async () => {
  const folder = await createFolder();
  const first = await start(folder);
  await first.child.end();
  await prepare(folder, ROUNDS + 1);

  let { child, line } = await start(folder);
  const call = async (method: string, path: string) => {
    const response = await fetch(line.base_url + path, { method, headers: { Authorization: `Bearer ${line.token}` } });
    return (await response.json()) as {
      data: { run_id: string; status: string; finished_at: string }[] & { run_id: string };
    };
  };
  const startRun = async (script: number): Promise<string> =>
    (await call('POST', `/api/v1/scripts/${script}/script/generate`)).data.run_id;
  /** Waits for completion and returns its time, in ms. */
  const waitForCompletion = async (run_id: string): Promise<number> => {
    const findRun = async () => (await call('GET', '/local/v1/runs')).data.find((run) => run.run_id === run_id);
    await expect.poll(async () => (await findRun())?.status, { timeout: 90_000, interval: 50 }).toBe('completed');
    return Date.parse((await findRun())!.finished_at);
  };
  // Measures the duration on this machine with a run that is not killed.
  const startedAt = Date.now();
  let duration = (await waitForCompletion(await startRun(ROUNDS + 1))) - startedAt;

  let hitCount = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = Date.now();
    const run_id = await startRun(round + 1);
    // Spreads the kills over the whole duration.
    await delay(((round + random()) / ROUNDS) * duration);
    const killedAt = Date.now();
    await child.end('SIGKILL');
    ({ child, line } = await start(folder));
    const completedAt = await waitForCompletion(run_id);
    if (completedAt > killedAt) hitCount++;
    // Runs are shorter than assumed, so the next ones are killed earlier.
    else duration = Math.min(duration, completedAt - startedAt);
  }
  expect(await child.end()).toBe(0);
  // Some kills must have hit running jobs, or the test proves nothing.
  expect(hitCount).toBeGreaterThan(ROUNDS / 5);

  const store = await openDatabase({ dataDir: folder });
  const expectedEffects = { charges: 1, texts: 1, announced: 1, regenerations: 0 };
  expect(await readEffects(store)).toEqual(Array.from({ length: ROUNDS + 1 }, () => expectedEffects));
  const { available, held } = await readBalance(store.db, 1);
  expect({ available, held }).toEqual({ available: 300 + 10_000 - (ROUNDS + 1) * getScriptCredits(WORDS), held: 0 });
  await store.close();
});

test('control: a careless worker charges twice, and the check detects it', { timeout: 300_000 }, async () => {
  const folder = await createFolder();
  const first = await start(folder);
  await first.child.end();
  await prepare(folder, 1);
  const store = await openDatabase({ dataDir: folder });
  await store.transaction((tx) => tx.insert(runs).values({ team_id: 1, script_id: 1, kind: 'script' }));
  await store.close();

  const careless = startServiceProcess([folder], 'test/support/children/careless-runs.ts');
  children.push(careless);
  await careless.ready;
  await careless.end('SIGKILL');
  const secondWorker = startServiceProcess([folder], 'test/support/children/careless-runs.ts');
  children.push(secondWorker);
  await expect.poll(() => secondWorker.stdout.at(-1), { timeout: 90_000 }).toContain('done');
  await secondWorker.end('SIGKILL');

  const storeAfter = await openDatabase({ dataDir: folder });
  const [script] = await readEffects(storeAfter);
  expect(script).toMatchObject({ charges: 2, texts: 1 });
  await storeAfter.close();
});
