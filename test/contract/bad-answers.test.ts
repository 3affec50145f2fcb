/**
 * Tests that a model which answers badly harms neither texts nor balance, whatever it was asked for, and that people
 * read why. Text runs are in text-runs.test.ts.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { BAD_ANSWERS } from '#test/support/bad-answers.ts';
import { type Misbehaviour, type ServedModel, serveModel } from '#test/support/model.ts';

import { CHANNEL, World } from './support/world.ts';

const BODY = 'My own words, which nobody may touch.';
const OUTLINE = '## 1. Opening (400 words)';
/** Holds what no database stores: NUL and half a character. */
const UNSTORABLE = `## Opening\n\nThe \u0000ferry \ud83d carries post. ${'It always has. '.repeat(60)}`;
const SENTENCES = { sentences: ['The ferry carries post.', 'It always has.'], seconds: 4, wanted: 2 };

interface Run {
  readonly status: string;
  readonly error: string | null;
}

let world: World;
let model: ServedModel;
beforeAll(async () => {
  model = await serveModel({ script: UNSTORABLE, parts: 10 });
  world = await World.open('pglite');
  const body = { kind: 'openai-compatible', label: 'M', base_url: model.url, model: 'm', active: true, api_key: 'key' };
  await world.owner.data('local.providers.create', { body });
});
afterEach(() => model.misbehave(null));
afterAll(async () => {
  await world.service.stop();
  model.close();
});

const written = (): Promise<number> =>
  world.script({ outline: OUTLINE, body: BODY, topic: 'Night trains across the continent' });
const content = (id: number) => world.owner.data('scripts.content', { params: { id } });
const balance = async () =>
  (await world.owner.data<{ credits: { credits_remaining: number } }>('credits.get')).credits.credits_remaining;

async function ended(run_id: number): Promise<Run> {
  let run: Run | null = null;
  await expect
    .poll(async () => (run = await world.owner.data<Run>('local.agentRuns.get', { params: { run_id } })).status)
    .not.toMatch(/pending|queued|running/);
  return run!;
}

interface Operation {
  readonly error: { readonly message: string } | null;
  readonly warnings: readonly string[];
}
interface Idea {
  readonly id: number;
  readonly title: string;
  readonly topic: string | null;
}

const params = { id: CHANNEL };
const ideas = () => world.owner.data<Idea[]>('ideas.list', { params, query: { per_page: 100 } });

/** Returns what people read when the work is over; empty if it went well. */
async function read(operation: string): Promise<string> {
  const state = () => world.owner.data<Operation & { status: string }>('operations.get', { params: { operation } });
  await expect.poll(async () => (await state()).status).not.toBe('running');
  const { error, warnings } = await state();
  return error?.message ?? warnings.join(' ');
}

async function generateIdeas(count = 3): Promise<string> {
  const body = { count };
  return read((await world.owner.data<{ operation_id: string }>('ideas.generate', { params, body })).operation_id);
}

async function changeTopic(): Promise<string> {
  const [first] = await ideas();
  const call = { params: { id: first!.id }, body: { topic: 'Rope ferries' } };
  return read((await world.owner.data<{ operation_id: string }>('ideas.changeTopic', call)).operation_id);
}

/** Calls what answers at once; nothing is stored. */
async function answered(id: 'local.voices.draft' | 'local.scripts.cuts' | 'local.rewrites.create', call: object) {
  const { status, body } = await world.owner.call(id, call);
  if (status === 200) return '';
  expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'text_model_failed' });
  return String(body['reason']);
}

const OPERATIONS: Readonly<Record<string, () => Promise<string>>> = {
  ideas: () => generateIdeas(),
  'another topic': changeTopic,
  'a voice': () => answered('local.voices.draft', { params, body: { samples: 'So here is the thing.' } }),
  cuts: async () => answered('local.scripts.cuts', { params: { id: await written() }, body: SENTENCES }),
  'another wording': () =>
    answered('local.rewrites.create', { body: { action: 'shorten', text: `${BODY} It is late.` } }),
};

describe.each(BAD_ANSWERS)('a model that answers with “$how”', ({ how, words }) => {
  test('ends an agent run that leaves the texts alone and costs nothing', async () => {
    const before = await balance();
    const id = await written();
    model.misbehave(how);
    const promptCount = model.prompts.length;
    const start = { params: { id }, body: { model: 'studio-model', research: 'off' } };
    const begun = await world.owner.call('agentRuns.start', start);
    // A server that only fails is found out before the run begins.
    if (how === 'broken') {
      expect(begun.body).toMatchObject({ message: expect.stringContaining('Nothing was charged') as string });
    } else {
      const run = await ended(Number(begun.body['run_id']));
      expect(run).toMatchObject({ status: 'failed' });
      expect(run.error).toMatch(words);
      expect(model.prompts.length).toBe(promptCount + 1);
    }
    expect(await content(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await balance()).toBe(before);
  });

  test.each(Object.entries(OPERATIONS))('changes nothing, costs nothing and says why: %s', async (_, ask) => {
    const before = { ideas: await ideas(), balance: await balance(), asked: model.prompts.length };
    model.misbehave(how);
    expect(await ask()).toMatch(words);
    expect({ ideas: await ideas(), balance: await balance(), asked: model.prompts.length - 1 }).toEqual(before);
  });
});

describe.each<[Misbehaviour, RegExp]>([
  ['refusal', /^The model refused\. It answered: “I’m sorry/],
  ['another question', /wasn’t in the expected format/],
])('an answer that is “%s”', (how, words) => {
  const forms = Object.entries(OPERATIONS).filter(([name]) => name !== 'another wording');
  test.each(forms)('changes nothing, costs nothing and is shown as what it is: %s', async (_, ask) => {
    const before = { ideas: await ideas(), balance: await balance() };
    model.misbehave(how);
    expect(await ask()).toMatch(words);
    expect({ ideas: await ideas(), balance: await balance() }).toEqual(before);
  });
});

test.each(BAD_ANSWERS)('ideas that came before “$how” are kept, and the rest is explained', async ({ how, words }) => {
  const before = await ideas();
  const promptCount = model.prompts.length;
  model.misbehave('one idea', how);
  expect(await generateIdeas(3)).toMatch(words);
  expect(model.prompts.length).toBe(promptCount + 2);
  const made = (await ideas()).filter(({ id }) => !before.some((one) => one.id === id));
  expect(made.map(({ title }) => title)).toEqual([expect.stringContaining('A rope ferry across river')]);
});

describe('an answer with characters that nobody can store', () => {
  test.each(Object.entries(OPERATIONS))('is taken without them: %s', async (_, ask) => {
    const promptCount = model.prompts.length;
    model.misbehave('unstorable');
    expect(await ask()).toBe('');
    expect(model.prompts.length).toBe(promptCount + 1);
    expect(JSON.stringify(await ideas())).not.toContain('\\u0000');
  });

  const started = async (id: number) =>
    (await world.owner.data<{ run_id: string }>('scripts.generateScript', { params: { id } })).run_id;
  const over = async (run_id: string) => {
    const state = () => world.owner.data<Run>('local.runs.get', { params: { run_id } });
    await expect.poll(async () => (await state()).status).not.toMatch(/queued|running/);
    return state();
  };

  test('becomes a script without them, and nothing is asked for twice', async () => {
    const id = await written();
    const promptCount = model.prompts.length;
    expect(await over(await started(id))).toMatchObject({ status: 'completed' });
    expect(await content(id)).toMatchObject({
      script: expect.stringContaining('The \ufffdferry \ufffd carries post.') as string,
    });
    const [draft, section, ...more] = model.prompts.slice(promptCount);
    expect(draft).toContain('Write the whole script');
    expect(section).toContain('Rewrite this section');
    expect(more).toEqual([]);
  });

  test('is kept as far as it came when the connection breaks, and costs nothing', async () => {
    const before = await balance();
    const id = await written();
    const promptCount = model.prompts.length;
    model.misbehave('half');
    const run_id = await started(id);
    expect(await over(run_id)).toMatchObject({ status: 'failed', credits: 0 });
    expect(await world.owner.data('local.runs.text', { params: { run_id }, query: { from: 0 } })).toMatchObject({
      text: expect.stringContaining('The \ufffdferry \ufffd carries post.') as string,
    });
    expect(await content(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await balance()).toBe(before);
    expect(model.prompts.length).toBe(promptCount + 1);
  });
});
