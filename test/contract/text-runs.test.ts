/** Tests what a run leaves behind when its model writes, is stopped, or answers badly, through the real service. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { BAD_ANSWERS } from '#test/support/bad-answers.ts';
import { type Misbehaviour, REFUSAL, type ServedModel, serveModel } from '#test/support/model.ts';

import { World } from './support/world.ts';

const BODY = 'My own words, which nobody may touch.';
const OUTLINE = '## 1. Opening (400 words)';
const SCRIPT = `## Opening\n\n${'The ferry carries post, and it always has. '.repeat(50)}`;

type Kind = 'outline' | 'script' | 'humanize';
const STARTS = { outline: 'scripts.generateOutline', script: 'scripts.generateScript', humanize: 'scripts.humanize' };

interface Run {
  readonly status: string;
  readonly error: string | null;
  readonly error_code: string | null;
  readonly credits: number;
}

let world: World;
let model: ServedModel;
let connected: { readonly id: number };
beforeAll(async () => {
  model = await serveModel({ script: SCRIPT, parts: 10 });
  world = await World.open('pglite');
  const body = { kind: 'openai-compatible', label: 'M', base_url: model.url, model: 'm', active: true, api_key: 'key' };
  connected = await world.owner.data('local.providers.create', { body });
});
afterEach(() => {
  model.resume();
  model.misbehave(null);
});
afterAll(async () => {
  await world.service.stop();
  model.close();
});

const written = (): Promise<number> => world.script({ outline: OUTLINE, body: BODY });
const content = (id: number) => world.owner.data('scripts.content', { params: { id } });
const balance = async () =>
  (await world.owner.data<{ credits: { credits_remaining: number } }>('credits.get')).credits.credits_remaining;
const stateOf = (run_id: string) => world.owner.data<Run>('local.runs.get', { params: { run_id } });
const textOf = async (run_id: string, from = 0) =>
  (await world.owner.data<{ text: string }>('local.runs.text', { params: { run_id }, query: { from } })).text;

async function started(kind: Kind, id: number): Promise<string> {
  const operation = STARTS[kind] as 'scripts.generateScript';
  return (await world.owner.data<{ run_id: string }>(operation, { params: { id } })).run_id;
}

async function ended(run_id: string): Promise<Run> {
  for (;;) {
    const run = await stateOf(run_id);
    if (run.status !== 'queued' && run.status !== 'running') return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function begun(run_id: string): Promise<string> {
  for (;;) {
    const text = await textOf(run_id);
    if (text !== '') return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('the words of a run can be read while it writes, from any place on', async () => {
  model.pauseHalfway();
  const id = await written();
  const run_id = await started('script', id);
  const half = await begun(run_id);
  expect(SCRIPT.startsWith(half)).toBe(true);
  expect(half.length).toBeLessThan(SCRIPT.length);
  expect(await textOf(run_id, 11)).toBe((await textOf(run_id)).slice(11));
  expect(await content(id)).toMatchObject({ script: BODY });
  model.resume();
  expect(await ended(run_id)).toMatchObject({ status: 'completed' });
  expect(await textOf(run_id)).toBe(`${SCRIPT.trim()}\n`);
});

test('a run that is stopped keeps what it has written, beside the text, and costs nothing', async () => {
  model.pauseHalfway();
  const before = await balance();
  const id = await written();
  const run_id = await started('script', id);
  const half = await begun(run_id);
  expect(await balance()).toBeLessThan(before);
  await world.owner.data('local.runs.cancel', { params: { run_id } });
  model.resume();
  expect(await ended(run_id)).toMatchObject({ status: 'canceled', credits: 0 });
  expect((await textOf(run_id)).startsWith(half)).toBe(true);
  expect(await content(id)).toMatchObject({ script: BODY, outline: OUTLINE });
  expect(await balance()).toBe(before);
  const poll = await world.owner.data('scripts.poll', { params: { id }, query: { run_id } });
  expect(poll).toMatchObject({ status: 'canceled', script: null });
});

test.each<Misbehaviour>(['half', 'endless'])('a run that ends with “%s” keeps what had arrived', async (how) => {
  model.misbehave(how);
  const before = await balance();
  const id = await written();
  const run_id = await started('script', id);
  expect(await ended(run_id)).toMatchObject({ status: 'failed', credits: 0 });
  expect((await textOf(run_id)).length).toBeGreaterThan(100);
  expect(await content(id)).toMatchObject({ script: BODY, outline: OUTLINE });
  expect(await balance()).toBe(before);
});

describe.each(BAD_ANSWERS)('a model that answers with “$how”', ({ how, code, words }) => {
  test.each<Kind>(['outline', 'script', 'humanize'])('leaves the texts alone and costs nothing: %s', async (kind) => {
    model.misbehave(how);
    const before = await balance();
    const id = await written();
    const run = await ended(await started(kind, id));
    expect(run).toMatchObject({ status: 'failed', error_code: code, credits: 0 });
    expect(run.error).toMatch(words);
    expect(await content(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await balance()).toBe(before);
  });
});

describe.each<[Misbehaviour, RegExp]>([
  ['refusal', new RegExp(`^The model refused\\. It answered: “${REFUSAL}”$`)],
  ['another question', /^The model answered, but not with an? (outline|draft): “Sure! Which tone/],
])('an answer that is “%s”', (how, words) => {
  test.each<Kind>(['outline', 'script'])('is quoted, is no draft, and costs nothing: %s', async (kind) => {
    model.misbehave(how);
    const before = await balance();
    const id = await written();
    const run_id = await started(kind, id);
    const run = await ended(run_id);
    expect(run).toMatchObject({ status: 'failed', error_code: 'no-draft', credits: 0 });
    expect(run.error).toMatch(words);
    expect(await textOf(run_id)).toBe('');
    expect(await content(id)).toMatchObject({ script: BODY, outline: OUTLINE });
    expect(await balance()).toBe(before);
  });
});

test('a model on this computer without a key writes for free, and one with a key does not', async () => {
  const { owner } = world;
  const own = { kind: 'openai-compatible', label: 'L', base_url: model.url, model: 'm', active: true };
  const { id: provider } = await owner.data<{ id: number }>('local.providers.create', { body: own });
  const params = { id: provider };
  const before = await balance();
  const agent = { params: { id: await world.script({ topic: 'Night trains across Europe' }) } };
  const about = async () => (await owner.data<{ text_engine: object }>('local.studio')).text_engine;
  expect(await about()).toMatchObject({ is_language_model: true, pays_provider: false });
  expect(await owner.data('local.agentRuns.quote', agent)).toMatchObject({ credits: 0 });
  expect(await ended(await started('script', await written()))).toMatchObject({ status: 'completed', credits: 0 });
  expect(await balance()).toBe(before);

  for (const change of [
    { api_key: 'key' },
    { api_key: null, model: 'gpt-oss:120b-cloud' },
    { base_url: 'http://192.0.2.7/v1' },
  ]) {
    await owner.data('local.providers.update', { params, body: change });
    expect(await about()).toMatchObject({ pays_provider: true });
    expect(await owner.data('local.agentRuns.quote', agent)).toMatchObject({ credits: 4 });
  }
  await owner.data('local.providers.update', { params, body: { base_url: model.url, model: 'm', api_key: 'key' } });
  const paid = await ended(await started('script', await written()));
  expect(paid).toMatchObject({ status: 'completed', credits: 4, usage: { prompt_tokens: 7, completion_tokens: 3 } });
  await owner.data('local.providers.delete', { params });
  await owner.data('local.providers.update', { params: { id: connected.id }, body: { active: true } });
});

test('a stopped agent run keeps what it was writing', async () => {
  model.pauseHalfway();
  const before = await balance();
  const id = await world.script({ body: BODY, topic: 'Night trains across the continent' });
  const start = { params: { id }, body: { model: 'studio-model', research: 'off' } };
  const { run_id } = await world.owner.data<{ run_id: number }>('agentRuns.start', start);
  const params = { run_id };
  const text = async () => world.owner.data<{ text: string }>('local.agentRuns.text', { params });
  while ((await text()).text === '') await new Promise((resolve) => setTimeout(resolve, 20));
  await world.owner.data('agentRuns.cancel', { params: { id, run_id } });
  model.resume();
  expect(await text()).toMatchObject({ content_type: 'outline', ended: true, text: expect.stringMatching(/^## 1/) });
  expect(await content(id)).toMatchObject({ script: BODY });
  expect(await balance()).toBe(before);
});
