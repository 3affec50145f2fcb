/** Tests text models against a model server that answers well or badly, through the real service. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { type Misbehaviour, type ServedModel, serveModel } from '#test/support/model.ts';
import { type FakeServer, serveAnswers, SERVERS } from '#test/support/model-servers.ts';

import { World } from './support/world.ts';

const KEY = 'sk-very-secret-0123456789';

let world: World;
let model: ServedModel;
let ollama: FakeServer;
beforeAll(async () => {
  ollama = await serveAnswers(SERVERS.ollama);
  model = await serveModel();
  const modelServers = { ollama: ollama.port, lmstudio: 9, llamacpp: 9, jan: 9 };
  world = await World.open('pglite', { modelServers });
});
afterEach(() => model.misbehave(null));
afterAll(async () => {
  await world.service.stop();
  model.close();
  ollama.close();
});

const compatible = { kind: 'openai-compatible' } as const;

test('model servers of this computer are asked only on request', async () => {
  expect(ollama.requests).toEqual([]);
  expect(await world.owner.data('local.modelServers.list')).toMatchObject([
    { server: 'ollama', models: [{ name: 'llama3.1:8b' }, { name: 'gpt-oss:120b-cloud' }] },
  ]);
  expect(ollama.requests).toContain('GET /api/tags');
});

describe('before a model is connected', () => {
  test('the provider lists its models, and the key is not logged', async () => {
    const body = { ...compatible, base_url: model.url, api_key: KEY };
    expect(await world.owner.data('local.providers.models', { body })).toEqual({
      ok: true,
      message: '',
      code: null,
      models: ['m'],
    });
    expect(world.service.log.join('\n')).not.toContain(KEY);
  });

  test('a tiny request shows that it answers', async () => {
    const before = model.prompts.length;
    const body = { ...compatible, base_url: model.url, model: 'm' };
    const result = await world.owner.data('local.providers.try', { body });
    expect(result).toEqual({ ok: true, message: 'Connected. “m” answered.', code: null });
    expect(model.prompts.slice(before)).toEqual([expect.stringContaining('Say OK.')]);
  });

  test('a model that the provider does not have is reported without a request to it', async () => {
    const before = model.prompts.length;
    const body = { ...compatible, base_url: model.url, model: 'missing' };
    expect(await world.owner.data('local.providers.try', { body })).toMatchObject({
      ok: false,
      message: 'Connected, but there’s no model called “missing”. Choose one from the list.',
    });
    expect(model.prompts.length).toBe(before);
  });

  test.each<[Misbehaviour, string, RegExp]>([
    ['wrong key', 'refused-key', /refused the key/],
    ['busy', 'rate-limited', /too many requests\. Try again in 20 seconds/],
    ['out of quota', 'out-of-quota', /used up/],
    ['broken', 'unreachable', /having problems right now/],
    ['web page', 'bad-answer', /a web page instead of a model/],
    ['garbage', 'bad-answer', /not with|couldn’t be read/],
    ['huge', 'bad-answer', /not with|couldn’t be read/],
  ])('“%s” is explained in plain words', async (misbehaviour, code, words) => {
    model.misbehave(misbehaviour);
    const body = { ...compatible, base_url: model.url, api_key: KEY };
    const result = await world.owner.data<{ message: string }>('local.providers.try', {
      body: { ...body, model: 'm' },
    });
    expect(result).toMatchObject({ ok: false, code });
    expect(result.message).toMatch(words);
    expect(result.message).not.toContain(KEY);
    expect(await world.owner.data('local.providers.models', { body })).toMatchObject({ ok: false, models: [] });
  });

  test('a server that does not run is reported as unreachable', async () => {
    const body = { ...compatible, base_url: 'http://127.0.0.1:9/v1', model: 'm' };
    expect(await world.owner.data('local.providers.try', { body })).toMatchObject({ ok: false, code: 'unreachable' });
  });

  test('a stored key goes only to the address it was stored for', async () => {
    const { owner } = world;
    const provider = { ...compatible, label: 'Kept', base_url: model.url, model: 'm', active: false, api_key: KEY };
    const { id } = await owner.data<{ id: number }>('local.providers.create', { body: provider });
    const other = await serveAnswers({ 'GET /v1/models': { data: [{ id: 'x' }] } });
    const keys: (string | undefined)[] = [];
    other.onKey = (key) => keys.push(key);
    const listModels = (base_url: string) =>
      owner.data('local.providers.models', { body: { ...compatible, base_url, provider_id: id } });
    expect(await listModels(`http://127.0.0.1:${other.port}/v1`)).toMatchObject({ models: ['x'] });
    expect(keys).toEqual([undefined]);
    await owner.data('local.providers.update', {
      params: { id },
      body: { base_url: `http://127.0.0.1:${other.port}/v1` },
    });
    await listModels(`http://127.0.0.1:${other.port}/v1`);
    expect(keys.at(-1)).toBe(`Bearer ${KEY}`);
    other.close();
    await owner.data('local.providers.delete', { params: { id } });
  });
});
