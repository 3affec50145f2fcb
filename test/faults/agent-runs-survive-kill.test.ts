/**
 * Kills the service with SIGKILL at random moments of agent runs, two at a time and each several times: every run
 * completes, its texts, evidence and events are written once, and it is charged once.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { getScriptCredits } from '#contract/limits.ts';
import { openDatabase } from '#service/store/database.ts';
import { readBalance, charge, grant, hold } from '#service/store/ledger.ts';
import { agent_evidence, agent_run_steps, agent_runs } from '#service/store/schema-agent-runs.ts';
import { channels, credit_ledger, model_providers, outbox_events, scripts } from '#service/store/schema.ts';
import type { Store } from '#service/store/store.ts';
import { serveModel, type ServedModel } from '#test/support/model.ts';
import { getRounds } from '#test/support/rounds.ts';
import { createRandom, SEED } from '#test/support/seed.ts';

import { createKillableServices } from './killable-services.ts';
import { giveModelKey } from './model-key.ts';

const random = createRandom(SEED);

/** Each kill of the service hits two runs; the long test has twenty kills. */
const PAIRS = getRounds(1, 4);
const KILLS_PER_PAIR = 5;
const RUNS = 2 * PAIRS;
const RUN_KILLS = RUNS * KILLS_PER_PAIR;
const WORDS = 3600;
/** Each fact occurs once, so that evidence can be counted. */
const TEXTS = Array.from({ length: 10 }, (_, text) =>
  Array.from(
    { length: 30 },
    (_, i) => `Station ${text}${i} of the night line sold ${1000 + text * 100 + i} tickets in its first year.`,
  ).join(' '),
);

const SCRIPT = `## Tickets\n\n${TEXTS.join('\n\n')}\n`;

let model: ServedModel;
beforeAll(async () => {
  model = await serveModel({ script: SCRIPT, parts: 8, pauseMs: 60 });
});
afterAll(() => model.close());

const services = createKillableServices();
const { end, newFolder } = services;

async function start(folder: string) {
  const service = await services.start(folder);
  await giveModelKey(service);
  return service;
}

/** The service's first start creates the team and channel; the scripts are added directly to its database. */
async function prepare(folder: string): Promise<void> {
  const store = await openDatabase({ dataDir: folder });
  await store.transaction(async (tx) => {
    const [channel] = await tx.select().from(channels);
    const { team_id, id: channel_id } = channel!;
    await grant(tx, { team_id, idempotency_key: 'test', reason: 'Test' }, 10_000);
    // Runs of a language model are charged.
    const provider = { kind: 'openai-compatible', label: 'Model', base_url: model.url, model: 'm', active: true };
    await tx.insert(model_providers).values({ team_id, ...provider });
    for (let i = 0; i < RUNS; i++) {
      const text = {
        title: `Script ${i}`,
        topic: 'The night line and its tickets',
        language: 'en',
        research_texts: TEXTS,
      };
      const state = { length: WORDS, script_number: i + 1, production_status: 'planning' };
      await tx.insert(scripts).values({ team_id, channel_id, ...text, ...state });
    }
  });
  await store.close();
}

async function readEffects(store: Store) {
  const rows = [];
  for (const run of await store.db.select().from(agent_runs).orderBy(agent_runs.id)) {
    const [script] = await store.db.select().from(scripts).where(eq(scripts.id, run.script_id));
    const subject = and(eq(credit_ledger.subject_type, 'agent_run'), eq(credit_ledger.subject_id, String(run.id)));
    const isOfScript = sql`${outbox_events.data}->>'script_id' = ${String(run.script_id)}`;
    const sentences = await store.db.select().from(agent_evidence).where(eq(agent_evidence.run_id, run.id));
    rows.push({
      status: run.status,
      charges: await store.db.$count(credit_ledger, and(subject, eq(credit_ledger.kind, 'charge'))),
      texts: [script!.outline_version, script!.content_version],
      announced: await store.db.$count(outbox_events, and(eq(outbox_events.event, 'script.generated'), isOfScript)),
      evidence: sentences.length > 100 && new Set(sentences.map(({ sentence }) => sentence)).size === sentences.length,
      steps: await store.db.$count(agent_run_steps, eq(agent_run_steps.run_id, run.id)),
    });
  }
  return rows;
}

test(
  `completes and charges each of ${RUNS} agent runs once over ${RUN_KILLS} kills`,
  { timeout: 600_000 },
  async () => {
    const folder = await newFolder();
    const first = await start(folder);
    await end(first.child, 'SIGTERM');
    await prepare(folder);

    let service = await start(folder);
    const call = async <T>(method: string, path: string): Promise<T> => {
      const headers = {
        Authorization: `Bearer ${service.token}`,
        ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      };
      const response = await fetch(service.base_url + path, {
        method,
        headers,
        ...(method === 'POST' && { body: '{}' }),
      });
      return (await response.json()) as T;
    };
    const wasRunning: boolean[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const paths: string[] = [];
      for (const script of [2 * pair + 1, 2 * pair + 2]) {
        const { run_id } = await call<{ run_id: number }>('POST', `/api/v1/scripts/${script}/agent/generate`);
        paths.push(`/api/v1/scripts/${script}/agent/runs/${run_id}`);
      }
      const readStatuses = () =>
        Promise.all(paths.map(async (path) => (await call<{ data: { status: string } }>('GET', path)).data.status));
      for (let kill = 0; kill < KILLS_PER_PAIR; kill++) {
        await delay(random() * 200);
        wasRunning.push(...(await readStatuses()).map((status) => !status.startsWith('completed')));
        await end(service.child, 'SIGKILL');
        service = await start(folder);
      }
      await expect.poll(readStatuses, { timeout: 90_000, interval: 50 }).toEqual(['completed', 'completed']);
    }
    expect(await end(service.child, 'SIGTERM')).toBe(0);
    // Some kills must have hit running jobs, or the test proves nothing.
    expect(wasRunning).toHaveLength(RUN_KILLS);
    expect(wasRunning.filter(Boolean).length).toBeGreaterThan(3 * PAIRS);

    const store = await openDatabase({ dataDir: folder });
    const expectedEffects = { status: 'completed', charges: 1, texts: [1, 1], announced: 1, evidence: true, steps: 3 };
    expect(await readEffects(store)).toEqual(Array.from({ length: RUNS }, () => expectedEffects));
    const { available, held } = await readBalance(store.db, 1);
    expect({ available, held }).toEqual({ available: 300 + 10_000 - RUNS * getScriptCredits(WORDS), held: 0 });

    // Negative control: an extra charge is detected.
    await store.transaction(async (tx) => {
      const note = { team_id: 1, reason: 'Careless', subject_type: 'agent_run', subject_id: '1' };
      const extraHold = await hold(tx, { ...note, idempotency_key: 'careless:hold' }, 1);
      await charge(tx, { ...note, idempotency_key: 'careless' }, extraHold.id);
    });
    expect((await readEffects(store))[0]).toMatchObject({ charges: 2 });
    await store.close();
  },
);
