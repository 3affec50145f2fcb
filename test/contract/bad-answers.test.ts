/**
 * Tests that bad answers of a model change neither texts nor balance in any operation, and that people
 * read why. Text runs are in text-runs.test.ts.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { BAD_ANSWERS } from '#test/support/bad-answers.ts';
import { type Misbehaviour, type ServedModel, serveModel } from '#test/support/model.ts';
import { waitForEnd } from '#test/support/wait-for-end.ts';

import { CHANNEL, World } from './support/world.ts';

const BODY = 'My own words, which nobody may touch.';
const OUTLINE = '## 1. Opening (400 message)';
/** Contains characters that no database stores: NUL and half a surrogate pair. */
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

const createScript = (): Promise<number> =>
  world.createScript({ outline: OUTLINE, body: BODY, topic: 'Night trains across the continent' });
const getContent = (id: number) => world.owner.data('scripts.content', { params: { id } });
interface Idea {
  readonly id: number;
  readonly title: string;
  readonly topic: string | null;
}

const params = { id: CHANNEL };
const listIdeas = () => world.owner.data<Idea[]>('ideas.list', { params, query: { per_page: 100 } });

/** Returns the message that people read once the operation has ended; empty if it succeeded. */
async function readFailure(operation: string): Promise<string> {
  const { error, warnings } = await world.waitForOperation(operation);
  return error?.message ?? warnings.join(' ');
}

async function generateIdeas(count = 3): Promise<string> {
  const body = { count };
  return readFailure(
    (await world.owner.data<{ operation_id: string }>('ideas.generate', { params, body })).operation_id,
  );
}

async function changeTopic(): Promise<string> {
  const [first] = await listIdeas();
  const call = { params: { id: first!.id }, body: { topic: 'Rope ferries' } };
  return readFailure((await world.owner.data<{ operation_id: string }>('ideas.changeTopic', call)).operation_id);
}

/** Calls an operation that answers at once and stores nothing; returns the reason of a refusal, or ''. */
async function readRefusal(id: 'local.voices.draft' | 'local.scripts.cuts' | 'local.rewrites.create', call: object) {
  const { status, body } = await world.owner.call(id, call);
  if (status === 200) return '';
  expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'text_model_failed' });
  return String(body['reason']);
}

const OPERATIONS: Readonly<Record<string, () => Promise<string>>> = {
  ideas: () => generateIdeas(),
  'another topic': changeTopic,
  'a voice': () => readRefusal('local.voices.draft', { params, body: { samples: 'So here is the thing.' } }),
  cuts: async () => readRefusal('local.scripts.cuts', { params: { id: await createScript() }, body: SENTENCES }),
  'another wording': () =>
    readRefusal('local.rewrites.create', { body: { action: 'shorten', text: `${BODY} It is late.` } }),
};

describe.each(BAD_ANSWERS)('a bad answer of the model: $misbehaviour', ({ misbehaviour, message }) => {
  test('fails an agent run, which changes no texts and costs nothing', async () => {
    const before = await world.getBalance();
    const id = await createScript();
    model.misbehave(misbehaviour);
    const promptCount = model.prompts.length;
    const input = { params: { id }, body: { model: 'studio-model', research: 'off' } };
    const answer = await world.owner.call('agentRuns.start', input);
    // A server that always fails is noticed before the run starts.
    if (misbehaviour === 'broken') {
      expect(answer.body).toMatchObject({ message: expect.stringContaining('Nothing was charged') as string });
    } else {
      const params = { run_id: Number(answer.body['run_id']) };
      const run = await waitForEnd(() => world.owner.data<Run>('local.agentRuns.get', { params }));
      expect(run).toMatchObject({ status: 'failed' });
      expect(run.error).toMatch(message);
      expect(model.prompts.length).toBe(promptCount + 1);
    }
    expect(await getContent(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await world.getBalance()).toBe(before);
  });

  test.each(Object.entries(OPERATIONS))('changes nothing, costs nothing and says why: %s', async (_, perform) => {
    const before = { ideas: await listIdeas(), balance: await world.getBalance(), prompts: model.prompts.length };
    model.misbehave(misbehaviour);
    expect(await perform()).toMatch(message);
    expect({ ideas: await listIdeas(), balance: await world.getBalance(), prompts: model.prompts.length - 1 }).toEqual(
      before,
    );
  });
});

describe.each<[Misbehaviour, RegExp]>([
  ['refusal', /^The model refused\. It answered: “I’m sorry/],
  ['another question', /wasn’t in the expected format/],
])('an answer that is “%s”', (misbehaviour, message) => {
  const operations = Object.entries(OPERATIONS).filter(([name]) => name !== 'another wording');
  test.each(operations)('changes nothing, costs nothing and is explained: %s', async (_, perform) => {
    const before = { ideas: await listIdeas(), balance: await world.getBalance() };
    model.misbehave(misbehaviour);
    expect(await perform()).toMatch(message);
    expect({ ideas: await listIdeas(), balance: await world.getBalance() }).toEqual(before);
  });
});

test.each(BAD_ANSWERS)(
  'ideas received before a fault are stored, and the missing ones are explained: $misbehaviour',
  async ({ misbehaviour, message }) => {
    const before = await listIdeas();
    const promptCount = model.prompts.length;
    model.misbehave('one idea', misbehaviour);
    expect(await generateIdeas(3)).toMatch(message);
    expect(model.prompts.length).toBe(promptCount + 2);
    const newIdeas = (await listIdeas()).filter(({ id }) => !before.some((idea) => idea.id === id));
    expect(newIdeas.map(({ title }) => title)).toEqual([expect.stringContaining('A rope ferry across river')]);
  },
);

describe('an answer with characters that a database can’t store', () => {
  test.each(Object.entries(OPERATIONS))('is stored without them: %s', async (_, perform) => {
    const promptCount = model.prompts.length;
    model.misbehave('unstorable');
    expect(await perform()).toBe('');
    expect(model.prompts.length).toBe(promptCount + 1);
    expect(JSON.stringify(await listIdeas())).not.toContain('\\u0000');
  });

  const startRun = async (id: number) =>
    (await world.owner.data<{ run_id: string }>('scripts.generateScript', { params: { id } })).run_id;
  const waitForRun = (run_id: string) =>
    waitForEnd(() => world.owner.data<Run>('local.runs.get', { params: { run_id } }));

  test('becomes a script without them, and no prompt is sent twice', async () => {
    const id = await createScript();
    const promptCount = model.prompts.length;
    expect(await waitForRun(await startRun(id))).toMatchObject({ status: 'completed' });
    expect(await getContent(id)).toMatchObject({
      script: expect.stringContaining('The \ufffdferry \ufffd carries post.') as string,
    });
    const [draft, section, ...otherPrompts] = model.prompts.slice(promptCount);
    expect(draft).toContain('Write the whole script');
    expect(section).toContain('Rewrite this section');
    expect(otherPrompts).toEqual([]);
  });

  test('is stored up to where the connection broke, and costs nothing', async () => {
    const before = await world.getBalance();
    const id = await createScript();
    const promptCount = model.prompts.length;
    model.misbehave('half');
    const run_id = await startRun(id);
    expect(await waitForRun(run_id)).toMatchObject({ status: 'failed', credits: 0 });
    expect(await world.owner.data('local.runs.text', { params: { run_id }, query: { from: 0 } })).toMatchObject({
      text: expect.stringContaining('The \ufffdferry \ufffd carries post.') as string,
    });
    expect(await getContent(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await world.getBalance()).toBe(before);
    expect(model.prompts.length).toBe(promptCount + 1);
  });
});
