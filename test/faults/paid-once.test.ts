/**
 * Breaks the write of a run's end, after its model has answered: the model is never asked again, and its answer
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
let imageModel: ImagesEndpoint;
beforeAll(async () => {
  model = await serveModel({ script: SCRIPT, parts: 8 });
  imageModel = await startImagesEndpoint({ delayMs: 300 });
  world = await World.open('pglite');
  await world.owner.data('local.providers.create', { body: createProvider() });
  await world.owner.data('local.images.put', {
    body: { base_url: imageModel.base, model: 'painter', size: '300x200' },
  });
});
afterAll(async () => {
  await world.service.stop();
  model.close();
  imageModel.close();
});
const createProvider = () =>
  ({ kind: 'openai-compatible', label: 'M', base_url: model.url, model: 'm', active: true, api_key: 'key' }) as const;

const execute = (statement: string) => world.service.store.query(statement, []);
/** Returns statements that make the database refuse updates of a table's rows that meet a condition. */
const createRefusalTrigger = (table: string, condition: string): string[] => [
  `create or replace function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`,
  `create trigger refused before update on ${table} for each row when (${condition}) execute function refuse()`,
];
async function refuseUpdates(table: string, condition: string): Promise<void> {
  for (const statement of createRefusalTrigger(table, condition)) await execute(statement);
}
const acceptUpdates = (table: string) => execute(`drop trigger if exists refused on ${table}`);
afterEach(async () => {
  world.service.store.fault = null;
  model.resume();
  for (const table of ['jobs', 'runs', 'agent_runs', 'operations', 'board_items']) await acceptUpdates(table);
});

/** Counts the failed writes of a job's end or progress. */
const countRefusals = () => world.service.log.filter((line) => /job end not written|job ended early/.test(line)).length;
interface StartedRun {
  /** Returns the state that the service reports. */
  getState(): Promise<string>;
  /** Returns the part of the answer that the person gets. */
  getText(): Promise<string>;
}

async function startScript(): Promise<StartedRun> {
  const id = await world.createScript({ outline: OUTLINE, body: BODY });
  const { run_id } = await world.owner.data<{ run_id: string }>('scripts.generateScript', { params: { id } });
  const getRun = () => world.owner.data<{ status: string }>('local.runs.get', { params: { run_id } });
  return {
    getState: async () => (await getRun()).status,
    getText: async () => {
      if ((await getRun()).status === 'completed')
        return (await world.owner.data<{ script: string }>('scripts.content', { params: { id } })).script;
      const query = { from: 0 };
      return (await world.owner.data<{ text: string }>('local.runs.text', { params: { run_id }, query })).text;
    },
  };
}

async function startAgent(): Promise<StartedRun> {
  const id = await world.createScript({ outline: OUTLINE, body: BODY });
  const body = { model: 'studio-model', research: 'off' };
  const run_id = Number((await world.owner.call('agentRuns.start', { params: { id }, body })).body['run_id']);
  const getRun = () => world.owner.data<{ status: string }>('local.agentRuns.get', { params: { run_id } });
  return {
    getState: async () => (await getRun()).status,
    getText: async () => {
      if ((await getRun()).status === 'completed')
        return (await world.owner.data<{ script: string }>('scripts.content', { params: { id } })).script;
      return JSON.stringify((await execute(`select result from agent_run_steps where run_id = ${run_id}`)).rows);
    },
  };
}

async function startIdeas(): Promise<StartedRun> {
  const query = { source_type: 'ai_generated', per_page: 100 };
  const listTitles = async () =>
    (await world.owner.data<{ title: string }[]>('ideas.list', { params: { id: CHANNEL }, query })).map(
      ({ title }) => title,
    );
  const before = await listTitles();
  const { operation_id } = await world.owner.data<{ operation_id: string }>('ideas.generate', {
    params: { id: CHANNEL },
    body: { count: 3 },
  });
  const getRun = () =>
    world.owner.data<{ status: string; error: { message: string } | null }>('operations.get', {
      params: { operation: operation_id },
    });
  return {
    getState: async () => (await getRun()).status,
    getText: async () =>
      (await getRun()).error?.message ?? (await listTitles()).slice(0, -before.length || undefined).join('\n'),
  };
}

async function startPicture(): Promise<StartedRun> {
  const params = { id: CHANNEL };
  const body = { prompt: 'A ferry at dawn', variations: 1 };
  const { items } = await world.owner.data<{ items: BoardItem[] }>('board.generate', { params, body });
  const getRun = async () =>
    (await world.owner.data<Board>('board.get', { params })).items.find(({ id }) => id === items[0]!.id)!;
  return { getState: async () => (await getRun()).status, getText: async () => (await getRun()).url ?? '' };
}

interface Kind {
  readonly name: string;
  readonly start: () => Promise<StartedRun>;
  readonly countRequests: () => number;
  readonly requestCount: number;
  readonly expectedText: RegExp;
  /** The table that stores the result; null if a lost result has no text. */
  readonly resultTable: string | null;
}
const countPrompts = () => model.prompts.length;
const KINDS: readonly Kind[] = [
  {
    name: 'a script',
    start: startScript,
    countRequests: countPrompts,
    requestCount: 1,
    expectedText: /The ferry carries post/,
    resultTable: 'runs',
  },
  {
    name: 'an agent run',
    start: startAgent,
    countRequests: countPrompts,
    requestCount: 2,
    expectedText: /The ferry carries post/,
    resultTable: 'agent_runs',
  },
  {
    name: 'ideas',
    start: startIdeas,
    countRequests: countPrompts,
    requestCount: 1,
    expectedText: /A rope ferry across river/,
    resultTable: 'operations',
  },
  {
    name: 'a picture',
    start: startPicture,
    countRequests: () => imageModel.requests.length,
    requestCount: 1,
    expectedText: /./,
    resultTable: null,
  },
];
const waitForEnd = (run: StartedRun) =>
  expect.poll(() => run.getState()).not.toMatch(/pending|queued|running|generating/);

describe.each(KINDS)(
  'the model of $name is asked once',
  ({ name, start, countRequests, requestCount, expectedText }) => {
    test('if the database refuses to store results for a while', async () => {
      const before = countRequests();
      const refusalsBefore = countRefusals();
      await refuseUpdates('jobs', 'new.finished_at is not null');
      const run = await start();
      // The result and the failure are each tried twice; then the job returns to the queue and runs again.
      await expect.poll(() => countRefusals() - refusalsBefore).toBeGreaterThan(6);
      expect(await run.getState()).toMatch(/running|generating/);
      await acceptUpdates('jobs');
      await waitForEnd(run);
      expect(await run.getState()).toMatch(/completed|ready/);
      expect(await run.getText()).toMatch(expectedText);
      expect(countRequests() - before).toBe(requestCount);
    });

    test('if the disk is full when the answer arrives', async () => {
      const before = countRequests();
      const refusalsBefore = countRefusals();
      if (name !== 'a picture') model.pauseHalfway();
      const run = await start();
      await expect.poll(() => countRequests()).toBeGreaterThan(before);
      world.service.store.fault = 'read-only';
      model.resume();
      await expect.poll(() => countRefusals() - refusalsBefore).toBeGreaterThan(0);
      world.service.store.fault = null;
      await waitForEnd(run);
      expect(await run.getState()).toMatch(/completed|ready/);
      expect(await run.getText()).toMatch(expectedText);
      expect(countRequests() - before).toBe(requestCount);
    });
  },
);

const TEXT_KINDS = KINDS.filter(({ resultTable }) => resultTable !== null);
test.each(TEXT_KINDS)(
  'the answer for $name is kept if its result can never be stored, and costs nothing',
  async (kind) => {
    const before = { requests: kind.countRequests(), balance: await world.getBalance() };
    await refuseUpdates(kind.resultTable ?? '', `new.status = 'completed'`);
    const run = await kind.start();
    await waitForEnd(run);
    expect(await run.getState()).toBe('failed');
    expect(await run.getText()).toMatch(kind.expectedText);
    expect({ requests: kind.countRequests() - kind.requestCount, balance: await world.getBalance() }).toEqual(before);
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
    if (!line) throw new Error(child.getStderr());
    return { child, owner: new Client(line.base_url, line.token) };
  }
  async function runOnDatabase(...statements: string[]): Promise<void> {
    const store = await openDatabase({ dataDir: folder });
    for (const statement of statements) await store.query(statement, []);
    await store.close();
  }

  test(
    'stores it at the next start without another request, although the key is gone',
    { timeout: 300_000 },
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'cutaway-paid-'));
      await (await start()).child.end();
      await runOnDatabase(...createRefusalTrigger('jobs', 'new.finished_at is not null'));
      let { child, owner } = await start();
      await owner.data('local.providers.create', { body: createProvider() });
      const before = model.prompts.length;
      const [script] = await owner.data<{ id: number }[]>('scripts.list', { params: { id: CHANNEL } });
      const { run_id } = await owner.data<{ run_id: string }>('scripts.generateScript', { params: { id: script!.id } });
      await expect.poll(() => child.getStderr()).toContain('job end not written');
      await child.end('SIGKILL');
      await runOnDatabase('drop trigger refused on jobs');
      ({ child, owner } = await start());
      const getRun = () => owner.data<{ status: string }>('local.runs.get', { params: { run_id } });
      await expect.poll(async () => (await getRun()).status).toBe('completed');
      expect(model.prompts.length - before).toBe(1);
    },
  );
});
