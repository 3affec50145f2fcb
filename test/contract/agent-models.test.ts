/** Tests which model names an agent run accepts. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { OWN_KEY_CREDITS } from '#contract/limits.ts';
import type { AgentRunQuote } from '#contract/schema/agent-run.ts';

import type { Client } from './support/client.ts';
import { World } from './support/world.ts';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await World.open('pglite');
  owner = world.owner;
});
afterAll(() => world.service.stop());

test('model names of other services map to connected models at the quoted price', async () => {
  const start = async (model: string) => {
    const id = await world.createScript({ topic: 'The night train and why it came back', length: 900 });
    const quote = await owner.data<AgentRunQuote>('local.agentRuns.quote', { params: { id }, query: { model } });
    return { id, quote, answer: await owner.call('agentRuns.start', { params: { id }, body: { model } }) };
  };
  for (const model of ['gpt-5', 'openai/gpt-5.4-mini', 'deepseek-v3', 'glm-5', 'qwen3-max', 'x-ai/grok-4']) {
    const { answer } = await start(model);
    expect(answer.status, model).toBe(202);
    expect(answer.body).toMatchObject({ model: 'studio-auto', resolved_model: 'composer' });
  }
  for (const [model, provider] of [
    ['anthropic/claude-sonnet-4-6', 'anthropic'],
    ['claude-opus-4-8', 'anthropic'],
    ['google/gemini-3-pro', 'google'],
  ] as const) {
    const { answer } = await start(model);
    const name = model.replace(/^.*\//, '');
    expect(answer.body).toMatchObject({
      error: 'script_agent_byok_required',
      required_provider: provider,
      model: name,
      resolved_model: name,
      reason_code: 'provider_not_connected',
    });
  }
  const body = { kind: 'anthropic', label: 'Mine', base_url: 'http://127.0.0.1:9/v1', model: 'other', active: false };
  const provider = await owner.data<{ id: number }>('local.providers.create', { body: { ...body, api_key: 'a-key' } });
  const { answer, quote } = await start('anthropic/claude-sonnet-4-6');
  expect(quote).toMatchObject({ credits: OWN_KEY_CREDITS });
  expect(answer.body).toMatchObject({ model: 'claude-sonnet-4-6', resolved_model: 'claude-sonnet-4-6' });
  await owner.data('local.providers.delete', { params: { id: provider.id } });
  for (const model of ['nonsense-model', 'anthropic/', 'gpt model']) {
    const { body: refusal, status } = await owner.call('agentRuns.start', {
      params: { id: await world.createScript({ topic: 'The night train and why it came back', length: 900 }) },
      body: { model },
    });
    expect(status).toBe(422);
    expect(refusal['errors']).toMatchObject({ model: [expect.stringContaining('studio-auto') as string] });
  }
});
