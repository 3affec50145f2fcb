import { describe, expect, it } from 'vitest';

import { ApiClient } from './api-client.ts';
import { Bridge } from './bridge.ts';
import { FakeTransport } from './fake-transport.ts';

const credits = {
  current_credits: 300,
  plan_credits: 300,
  credits_used_this_period: 64,
  credits_remaining: 236,
  credits_expire_at: '2026-12-01T00:00:00Z',
  next_credit_refresh: null,
};

function answering(status: number, body: unknown) {
  const transport = new FakeTransport({ 'api.call': () => ({ kind: 'answer', status, body, etag: '"1"' }) });
  return { transport, api: new ApiClient(new Bridge(transport)) };
}

describe('ApiClient', () => {
  it('answers a typed body, with what a newer service adds to it', async () => {
    const { api } = answering(200, { credits: { ...credits, bonus: 5 }, more: true });
    const result = await api.call('local', 'credits.get');
    expect(result).toMatchObject({ ok: true, status: 200, etag: '"1"' });
    expect(result.ok && result.body.credits['bonus']).toBe(5);
  });

  it('leaves out what was not given and sends the rest as it is', async () => {
    const { api, transport } = answering(200, {});
    await api.call('local', 'ideas.list', {
      params: { id: 3 },
      query: { page: 2, search: undefined } as { page: number },
    });
    expect(transport.calls[0]?.input).toEqual({
      account: 'local',
      operation: 'ideas.list',
      params: { id: 3 },
      query: { page: 2 },
    });
  });

  it('tells who listens of every refusal, until they stop', async () => {
    const { api } = answering(503, { error: 'The disk is full.', code: 'read_only' });
    const heard: (string | null)[] = [];
    const stop = api.onRefused(({ code }) => heard.push(code));
    await api.call('local', 'credits.get');
    stop();
    await api.call('local', 'credits.get');
    expect(heard).toEqual(['read_only']);
  });

  it('tells a refusal, an unreadable answer, and an engine that is gone apart', async () => {
    const refused = await answering(404, { error: 'not_found', code: 'not_found', message: 'Idea not found' }).api.call(
      'local',
      'ideas.get',
      { params: { id: 1 } },
    );
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused', error: { status: 404 } } });
    const unreadable = await answering(200, { credits: 'many' }).api.call('local', 'credits.get');
    expect(unreadable).toEqual({ ok: false, failure: { kind: 'unreadable', status: 200 } });
    const { api, transport } = answering(200, { credits });
    transport.connect('lost');
    expect(await api.call('local', 'credits.get')).toMatchObject({ failure: { kind: 'unreachable', sent: 'no' } });
  });
});
