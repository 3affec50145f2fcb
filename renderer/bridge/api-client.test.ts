import { describe, expect, it } from 'vitest';

import type { ApiAnswer } from '#contract/bridge.ts';

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

function createClient(status: number, body: unknown) {
  const transport = new FakeTransport({ 'api.call': () => ({ kind: 'answer', status, body, etag: '"1"' }) });
  return { transport, api: new ApiClient(new Bridge(transport)) };
}

describe('ApiClient', () => {
  it('returns a typed body including fields of a newer service', async () => {
    const { api } = createClient(200, { credits: { ...credits, bonus: 5 }, more: true });
    const result = await api.call('local', 'credits.get');
    expect(result).toMatchObject({ ok: true, status: 200, etag: '"1"' });
    expect(result.ok && result.body.credits['bonus']).toBe(5);
  });

  it('omits undefined parameters and sends the rest unchanged', async () => {
    const { api, transport } = createClient(200, {});
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

  it('notifies listeners of refusals until they unsubscribe', async () => {
    const { api } = createClient(503, { error: 'The disk is full.', code: 'read_only' });
    const messages: (string | null)[] = [];
    const stop = api.onRefused(({ code }) => messages.push(code));
    await api.call('local', 'credits.get');
    stop();
    await api.call('local', 'credits.get');
    expect(messages).toEqual(['read_only']);
  });

  it('cancels a request whose signal aborts, once', async () => {
    const transport = new FakeTransport();
    const cancelledCalls: string[] = [];
    let answer = (_answer: ApiAnswer): void => undefined;
    transport.handle('api.call', () => new Promise<ApiAnswer>((resolve) => (answer = resolve)));
    transport.handle('api.cancel', ({ call_id: id }) => {
      cancelledCalls.push(id);
      answer({ kind: 'unreachable', message: 'Cancelled.', sent: 'unclear' });
      return {};
    });
    const controller = new AbortController();
    const call = new ApiClient(new Bridge(transport)).call('local', 'credits.get', { signal: controller.signal });
    controller.abort();
    expect(await call).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    expect(transport.calls[0]?.input).toMatchObject({ call_id: cancelledCalls[0] });
    expect(cancelledCalls).toHaveLength(1);
  });

  it('distinguishes a refusal, an unreadable answer and a lost host', async () => {
    const refusedResult = await createClient(404, {
      error: 'not_found',
      code: 'not_found',
      message: 'Idea not found',
    }).api.call('local', 'ideas.get', { params: { id: 1 } });
    expect(refusedResult).toMatchObject({ ok: false, failure: { kind: 'refused', error: { status: 404 } } });
    const unreadable = await createClient(200, { credits: 'many' }).api.call('local', 'credits.get');
    expect(unreadable).toEqual({ ok: false, failure: { kind: 'unreadable', status: 200 } });
    const { api, transport } = createClient(200, { credits });
    transport.connect('lost');
    expect(await api.call('local', 'credits.get')).toMatchObject({ failure: { kind: 'unreachable', sent: 'no' } });
  });
});
