/**
 * Breaks the write of a run's end, after its model has answered: the model is never asked again, and what it wrote
 * becomes the result or stays with the failed run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Board, BoardItem } from '#contract/schema/thumbnail.ts';
import { openDatabase } from '#service/store/database.ts';
import { Client } from '#test/contract/support/client.ts';
import { CHANNEL, World } from '#test/contract/support/world.ts';
import { type ImagesEndpoint, startImagesEndpoint } from '#test/support/images-endpoint.ts';
import { type ServedModel, serveModel } from '#test/support/model.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';

const OUTLINE = '## 1. Opening (400 words)';
const BODY = 'My own words, which nobody may touch.';
const SCRIPT = `## Opening\n\n${'The ferry carries post, and it always has. '.repeat(50)}\n`;

let world: World;
let model: ServedModel;
let painter: ImagesEndpoint;
beforeAll(async () => {
  model = await serveModel({ script: SCRIPT, parts: 8 });
  painter = await startImagesEndpoint({ delayMs: 300 });
  world = await World.open('pglite');
  await world.owner.data('local.providers.create', { body: provider() });
  await world.owner.data('local.images.put', { body: { base_url: painter.base, model: 'painter', size: '300x200' } });
});
afterAll(async () => {
  await world.service.stop();
  model.close();
  painter.close();
});
const provider = () =>
  ({ kind: 'openai-compatible', label: 'M', base_url: model.url, model: 'm', active: true, api_key: 'key' }) as const;

const run = (statement: string) => world.service.store.query(statement, []);
/** Makes the database refuse each new state of a table's rows that meets a condition. */
const refusal = (table: string, condition: string): string[] => [
  `create or replace function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`,
  `create trigger refused before update on ${table} for each row when (${condition}) execute function refuse()`,
];
async function refuse(table: string, condition: string): Promise<void> {
  for (const statement of refusal(table, condition)) await run(statement);
}
const accept = (table: string) => run(`drop trigger if exists refused on ${table}`);
afterEach(async () => {
  world.service.store.fault = null;
  model.resume();
  for (const table of ['jobs', 'runs', 'agent_runs', 'operations', 'board_items']) await accept(table);
});

/** Counts the times that a run could not go on or end. */
const refusals = () => world.service.log.filter((line) => /job end not written|job ended early/.test(line)).length;
const balance = async () =>
  (await world.owner.data<{ credits: { credits_remaining: number } }>('credits.get')).credits.credits_remaining;

interface Started {
  /** Returns the state that the service tells. */
  state(): Promise<string>;
  /** Returns what the person has of the answer. */
  words(): Promise<string>;
}

async function startScript(): Promise<Started> {
  const id = await world.script({ outline: OUTLINE, body: BODY });
  const { run_id } = await world.owner.data<{ run_id: string }>('scripts.generateScript', { params: { id } });
  const read = () => world.owner.data<{ status: string }>('local.runs.get', { params: { run_id } });
  return {
    state: async () => (await read()).status,
    words: async () => {
      if ((await read()).status === 'completed')
        return (await world.owner.data<{ script: string }>('scripts.content', { params: { id } })).script;
      const query = { from: 0 };
      return (await world.owner.data<{ text: string }>('local.runs.text', { params: { run_id }, query })).text;
    },
  };
}

async function startAgent(): Promise<Started> {
  const id = await world.script({ outline: OUTLINE, body: BODY });
  const body = { model: 'studio-model', research: 'off' };
  const run_id = Number((await world.owner.call('agentRuns.start', { params: { id }, body })).body['run_id']);
  const read = () => world.owner.data<{ status: string }>('local.agentRuns.get', { params: { run_id } });
  return {
    state: async () => (await read()).status,
    words: async () => {
      if ((await read()).status === 'completed')
        return (await world.owner.data<{ script: string }>('scripts.content', { params: { id } })).script;
      return JSON.stringify((await run(`select result from agent_run_steps where run_id = ${run_id}`)).rows);
    },
  };
}

async function startIdeas(): Promise<Started> {
  const query = { source_type: 'ai_generated', per_page: 100 };
  const titles = async () =>
    (await world.owner.data<{ title: string }[]>('ideas.list', { params: { id: CHANNEL }, query })).map(
      ({ title }) => title,
    );
  const before = await titles();
  const { operation_id } = await world.owner.data<{ operation_id: string }>('ideas.generate', {
    params: { id: CHANNEL },
    body: { count: 3 },
  });
  const read = () =>
    world.owner.data<{ status: string; error: { message: string } | null }>('operations.get', {
      params: { operation: operation_id },
    });
  return {
    state: async () => (await read()).status,
    words: async () =>
      (await read()).error?.message ?? (await titles()).slice(0, -before.length || undefined).join('\n'),
  };
}

async function startPicture(): Promise<Started> {
  const params = { id: CHANNEL };
  const body = { prompt: 'A ferry at dawn', variations: 1 };
  const { items } = await world.owner.data<{ items: BoardItem[] }>('board.generate', { params, body });
  const read = async () =>
    (await world.owner.data<Board>('board.get', { params })).items.find(({ id }) => id === items[0]!.id)!;
  return { state: async () => (await read()).status, words: async () => (await read()).url ?? '' };
}

interface Kind {
  readonly name: string;
  readonly start: () => Promise<Started>;
  readonly asked: () => number;
  readonly calls: number;
  readonly words: RegExp;
  /** Names the table that takes the result; null if a lost result has no words. */
  readonly refused: string | null;
}
const texts = () => model.prompts.length;
const KINDS: readonly Kind[] = [
  { name: 'a script', start: startScript, asked: texts, calls: 1, words: /The ferry carries post/, refused: 'runs' },
  {
    name: 'an agent run',
    start: startAgent,
    asked: texts,
    calls: 2,
    words: /The ferry carries post/,
    refused: 'agent_runs',
  },
  {
    name: 'ideas',
    start: startIdeas,
    asked: texts,
    calls: 1,
    words: /A rope ferry across river/,
    refused: 'operations',
  },
  { name: 'a picture', start: startPicture, asked: () => painter.requests.length, calls: 1, words: /./, refused: null },
];
const over = (started: Started) => expect.poll(() => started.state()).not.toMatch(/pending|queued|running|generating/);

describe.each(KINDS)('the model of $name is asked once', ({ name, start, asked, calls, words }) => {
  test('if the database refuses every end for a while', async () => {
    const before = asked();
    const refused = refusals();
    await refuse('jobs', 'new.finished_at is not null');
    const started = await start();
    // Two for the result, two for the failure: the job goes back to the queue and runs again.
    await expect.poll(() => refusals() - refused).toBeGreaterThan(6);
    expect(await started.state()).toMatch(/running|generating/);
    await accept('jobs');
    await over(started);
    expect(await started.state()).toMatch(/completed|ready/);
    expect(await started.words()).toMatch(words);
    expect(asked() - before).toBe(calls);
  });

  test('if the disk is full when it has answered', async () => {
    const before = asked();
    const refused = refusals();
    if (name !== 'a picture') model.pauseHalfway();
    const started = await start();
    await expect.poll(() => asked()).toBeGreaterThan(before);
    world.service.store.fault = 'read-only';
    model.resume();
    await expect.poll(() => refusals() - refused).toBeGreaterThan(0);
    world.service.store.fault = null;
    await over(started);
    expect(await started.state()).toMatch(/completed|ready/);
    expect(await started.words()).toMatch(words);
    expect(asked() - before).toBe(calls);
  });
});

const WRITTEN = KINDS.filter(({ refused }) => refused !== null);
test.each(WRITTEN)(
  'what the model of $name wrote is kept if it can never be stored, and costs nothing',
  async (kind) => {
    const before = { asked: kind.asked(), balance: await balance() };
    await refuse(kind.refused ?? '', `new.status = 'completed'`);
    const started = await kind.start();
    await over(started);
    expect(await started.state()).toBe('failed');
    expect(await started.words()).toMatch(kind.words);
    expect({ asked: kind.asked() - kind.calls, balance: await balance() }).toEqual(before);
  },
);

describe('a service that is killed before it could store an answer', () => {
  const children: ServiceProcess[] = [];
  let folder = '';
  afterEach(async () => {
    for (const child of children.splice(0)) if (child.process.exitCode === null) await child.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  async function start() {
    const child = startServiceProcess(['--data', folder, '--port', '0', '--rate-limits', 'off', '--sample']);
    children.push(child);
    const line = await child.ready;
    if (!line) throw new Error(child.stderr());
    return { child, owner: new Client(line.base_url, line.token) };
  }
  async function onDatabase(...statements: string[]): Promise<void> {
    const store = await openDatabase({ dataDir: folder });
    for (const statement of statements) await store.query(statement, []);
    await store.close();
  }

  test('stores it at the next start without asking again, although the key is gone', { timeout: 300_000 }, async () => {
    folder = await mkdtemp(join(tmpdir(), 'cutaway-paid-'));
    await (await start()).child.end();
    await onDatabase(...refusal('jobs', 'new.finished_at is not null'));
    let { child, owner } = await start();
    await owner.data('local.providers.create', { body: provider() });
    const before = model.prompts.length;
    const [script] = await owner.data<{ id: number }[]>('scripts.list', { params: { id: CHANNEL } });
    const { run_id } = await owner.data<{ run_id: string }>('scripts.generateScript', { params: { id: script!.id } });
    await expect.poll(() => child.stderr()).toContain('job end not written');
    await child.end('SIGKILL');
    await onDatabase('drop trigger refused on jobs');
    ({ child, owner } = await start());
    const run = () => owner.data<{ status: string }>('local.runs.get', { params: { run_id } });
    await expect.poll(async () => (await run()).status).toBe('completed');
    expect(model.prompts.length - before).toBe(1);
  });
});
