/** Tests text runs through the real service: completed, stopped, and with bad answers of the model. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { BAD_ANSWERS } from '#test/support/bad-answers.ts';
import { type Misbehaviour, REFUSAL, type ServedModel, serveModel } from '#test/support/model.ts';
import { waitForEnd } from '#test/support/wait-for-end.ts';

import { World } from './support/world.ts';

const BODY = 'My own words, which nobody may touch.';
const OUTLINE = '## 1. Opening (400 words)';
const SCRIPT = `## Opening\n\n${'The ferry carries post, and it always has. '.repeat(50)}`;

type Kind = 'outline' | 'script' | 'humanize';
const START_OPERATIONS = {
  outline: 'scripts.generateOutline',
  script: 'scripts.generateScript',
  humanize: 'scripts.humanize',
};

interface Run {
  readonly status: string;
  readonly error: string | null;
  readonly error_code: string | null;
  readonly credits: number;
}

let world: World;
let model: ServedModel;
let provider: { readonly id: number };
beforeAll(async () => {
  model = await serveModel({ script: SCRIPT, parts: 10 });
  world = await World.open('pglite');
  const body = { kind: 'openai-compatible', label: 'M', base_url: model.url, model: 'm', active: true, api_key: 'key' };
  provider = await world.owner.data('local.providers.create', { body });
});
afterEach(() => {
  model.resume();
  model.misbehave(null);
});
afterAll(async () => {
  await world.service.stop();
  model.close();
});

const createScript = (): Promise<number> => world.createScript({ outline: OUTLINE, body: BODY });
const getContent = (id: number) => world.owner.data('scripts.content', { params: { id } });
const waitForRun = (run_id: string) =>
  waitForEnd(() => world.owner.data<Run>('local.runs.get', { params: { run_id } }));
const readText = async (run_id: string, from = 0) =>
  (await world.owner.data<{ text: string }>('local.runs.text', { params: { run_id }, query: { from } })).text;

async function startRun(kind: Kind, id: number): Promise<string> {
  const operation = START_OPERATIONS[kind] as 'scripts.generateScript';
  return (await world.owner.data<{ run_id: string }>(operation, { params: { id } })).run_id;
}

async function waitForText(run_id: string): Promise<string> {
  for (;;) {
    const text = await readText(run_id);
    if (text !== '') return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('the text of a run can be read while it writes, from any offset', async () => {
  model.pauseHalfway();
  const id = await createScript();
  const run_id = await startRun('script', id);
  const partialText = await waitForText(run_id);
  expect(SCRIPT.startsWith(partialText)).toBe(true);
  expect(partialText.length).toBeLessThan(SCRIPT.length);
  expect(await readText(run_id, 11)).toBe((await readText(run_id)).slice(11));
  expect(await getContent(id)).toMatchObject({ script: BODY });
  model.resume();
  expect(await waitForRun(run_id)).toMatchObject({ status: 'completed' });
  expect(await readText(run_id)).toBe(`${SCRIPT.trim()}\n`);
});

test('a stopped run stores its partial text beside the script, and costs nothing', async () => {
  model.pauseHalfway();
  const before = await world.getBalance();
  const id = await createScript();
  const run_id = await startRun('script', id);
  const partialText = await waitForText(run_id);
  expect(await world.getBalance()).toBeLessThan(before);
  await world.owner.data('local.runs.cancel', { params: { run_id } });
  model.resume();
  expect(await waitForRun(run_id)).toMatchObject({ status: 'canceled', credits: 0 });
  expect((await readText(run_id)).startsWith(partialText)).toBe(true);
  expect(await getContent(id)).toMatchObject({ script: BODY, outline: OUTLINE });
  expect(await world.getBalance()).toBe(before);
  const poll = await world.owner.data('scripts.poll', { params: { id }, query: { run_id } });
  expect(poll).toMatchObject({ status: 'canceled', script: null });
});

test.each<Misbehaviour>(['half', 'endless'])(
  'a run whose answer breaks off or never ends stores the text received so far: %s',
  async (misbehaviour) => {
    model.misbehave(misbehaviour);
    const before = await world.getBalance();
    const id = await createScript();
    const run_id = await startRun('script', id);
    expect(await waitForRun(run_id)).toMatchObject({ status: 'failed', credits: 0 });
    expect((await readText(run_id)).length).toBeGreaterThan(100);
    expect(await getContent(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await world.getBalance()).toBe(before);
  },
);

describe.each(BAD_ANSWERS)('a bad answer of the model: $misbehaviour', ({ misbehaviour, code, message }) => {
  test.each<Kind>(['outline', 'script', 'humanize'])('changes no texts and costs nothing: %s', async (kind) => {
    model.misbehave(misbehaviour);
    const before = await world.getBalance();
    const id = await createScript();
    const run = await waitForRun(await startRun(kind, id));
    expect(run).toMatchObject({ status: 'failed', error_code: code, credits: 0 });
    expect(run.error).toMatch(message);
    expect(await getContent(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await world.getBalance()).toBe(before);
  });
});

describe.each<[Misbehaviour, RegExp]>([
  ['refusal', new RegExp(`^The model refused\\. It answered: “${REFUSAL}”$`)],
  ['another question', /^The model answered, but not with an? (outline|draft): “Sure! Which tone/],
])('an answer without a draft: %s', (misbehaviour, message) => {
  test.each<Kind>(['outline', 'script'])('is quoted, creates no draft and costs nothing: %s', async (kind) => {
    model.misbehave(misbehaviour);
    const before = await world.getBalance();
    const id = await createScript();
    const run_id = await startRun(kind, id);
    const run = await waitForRun(run_id);
    expect(run).toMatchObject({ status: 'failed', error_code: 'no-draft', credits: 0 });
    expect(run.error).toMatch(message);
    expect(await readText(run_id)).toBe('');
    expect(await getContent(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await world.getBalance()).toBe(before);
  });
});

test('a model on this computer without a key writes for free, and one with a key does not', async () => {
  const { owner } = world;
  const keylessModel = { kind: 'openai-compatible', label: 'L', base_url: model.url, model: 'm', active: true };
  const { id } = await owner.data<{ id: number }>('local.providers.create', { body: keylessModel });
  const params = { id };
  const before = await world.getBalance();
  const agentInput = { params: { id: await world.createScript({ topic: 'Night trains across Europe' }) } };
  const getTextEngine = async () => (await owner.data<{ text_engine: object }>('local.studio')).text_engine;
  expect(await getTextEngine()).toMatchObject({ is_language_model: true, pays_provider: false });
  expect(await owner.data('local.agentRuns.quote', agentInput)).toMatchObject({ credits: 0 });
  expect(await waitForRun(await startRun('script', await createScript()))).toMatchObject({
    status: 'completed',
    credits: 0,
  });
  expect(await world.getBalance()).toBe(before);

  for (const change of [
    { api_key: 'key' },
    { api_key: null, model: 'gpt-oss:120b-cloud' },
    { base_url: 'http://192.0.2.7/v1' },
  ]) {
    await owner.data('local.providers.update', { params, body: change });
    expect(await getTextEngine()).toMatchObject({ pays_provider: true });
    expect(await owner.data('local.agentRuns.quote', agentInput)).toMatchObject({ credits: 4 });
  }
  await owner.data('local.providers.update', { params, body: { base_url: model.url, model: 'm', api_key: 'key' } });
  const paidRun = await waitForRun(await startRun('script', await createScript()));
  expect(paidRun).toMatchObject({ status: 'completed', credits: 4, usage: { prompt_tokens: 7, completion_tokens: 3 } });
  await owner.data('local.providers.delete', { params });
  await owner.data('local.providers.update', { params: { id: provider.id }, body: { active: true } });
});

test('a stopped agent run stores its partial text', async () => {
  model.pauseHalfway();
  const before = await world.getBalance();
  const id = await world.createScript({ body: BODY, topic: 'Night trains across the continent' });
  const input = { params: { id }, body: { model: 'studio-model', research: 'off' } };
  const { run_id } = await world.owner.data<{ run_id: number }>('agentRuns.start', input);
  const params = { run_id };
  const readAgentText = async () => world.owner.data<{ text: string }>('local.agentRuns.text', { params });
  while ((await readAgentText()).text === '') await new Promise((resolve) => setTimeout(resolve, 20));
  await world.owner.data('agentRuns.cancel', { params: { id, run_id } });
  model.resume();
  expect(await readAgentText()).toMatchObject({
    content_type: 'outline',
    ended: true,
    text: expect.stringMatching(/^## 1/),
  });
  expect(await getContent(id)).toMatchObject({ script: BODY });
  expect(await world.getBalance()).toBe(before);
});
