/** Tests that changes of others reach the window: from the real service, and after a lost connection. */
import { afterEach, expect, test, vi } from 'vitest';

import type { AccountList } from '#contract/account-calls.ts';
import type { BridgeEvent } from '#contract/bridge.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { startTestService, type TestService } from '#test/support/service.ts';
import { ApiClient } from './api-client.ts';
import { LiveConnection } from './live.ts';

type Listen = (account: string, onData: (data: string) => void, signal: AbortSignal) => Promise<boolean>;

const createAccount = (id: string, operations: string[] | null, state = 'ready') => ({
  id,
  kind: 'remote',
  state,
  operations,
});

function setUp(listen: Listen, { operations = ['local.sessions.list'] as string[] | null, pollMs = 60_000 } = {}) {
  const list = { active: 'team-1', accounts: [createAccount('team-1', operations), createAccount('team-2', null)] };
  const changes: BridgeEvent<'live.changed'>[] = [];
  const accounts = {
    list: () => list as unknown as AccountList,
    listen: (id: string, path: string, onData: (data: string) => void, signal: AbortSignal) => {
      expect(path).toBe(LIVE_PATH);
      return listen(id, onData, signal);
    },
  };
  const connection = new LiveConnection(
    accounts,
    (name, payload) => {
      if (name === 'live.changed') changes.push(payload as BridgeEvent<'live.changed'>);
    },
    pollMs,
  );
  connections.push(connection);
  return { list, live: connection, changes };
}

const connections: LiveConnection[] = [];
const services: TestService[] = [];
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.stop();
  for (const service of services.splice(0)) await service.stop();
});

const waitForAbort = (signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(true), { once: true }));

test('sends a change at the real service to the window, with all changes it caused', async () => {
  const service = await startTestService('pglite');
  services.push(service);
  const response = await fetch(`${service.baseUrl}/local/v1/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'editor' }),
  });
  const { code } = ((await response.json()) as { data: { code: string } }).data;
  const editorToken = `sk_live_${'e'.repeat(43)}`;
  const target = { baseUrl: service.baseUrl, token: editorToken, local: true, budget: null };
  const client = new ApiClient();
  const body = { code, secret: editorToken, name: 'Grace', device: 'Laptop' };
  expect(await client.send(target, { operation: 'local.join', body })).toMatchObject({ status: 201 });
  const { live, changes } = setUp((_, onData, signal) => client.listen(target, LIVE_PATH, onData, signal));
  live.follow();
  const owner = { ...target, token: service.token };
  const idea = { operation: 'ideas.create', params: { id: 1 }, body: { title: 'Seen' } } as const;
  await vi.waitFor(
    async () => {
      await client.send(owner, idea);
      expect(changes.flatMap(({ topics }) => topics)).toContain('ideas');
    },
    { timeout: 60_000, interval: 300 },
  );
  expect(new Set(changes.map((change) => change.account))).toEqual(new Set(['team-1']));
});

test('announces changes at most every 1.2 s while many people write, and at once after a pause', async () => {
  vi.useFakeTimers();
  try {
    let announce: (topic: string) => void = () => undefined;
    const { live, changes } = setUp((_, onData, signal) => {
      announce = onData;
      return waitForAbort(signal);
    });
    live.follow();
    for (let change = 0; change < 60; change++) {
      announce(change % 2 === 0 ? 'scripts' : 'ideas');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(changes.length).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(5000);
    const before = changes.length;
    announce('projects');
    await vi.advanceTimersByTimeAsync(200);
    expect(changes.slice(before)).toMatchObject([{ topics: ['projects'] }]);
  } finally {
    vi.useRealTimers();
  }
});

test('reloads everything after a lost connection', async () => {
  let tries = 0;
  const { live, changes } = setUp((_, _onData, signal) =>
    ++tries === 1 ? Promise.resolve(true) : waitForAbort(signal),
  );
  live.follow();
  await vi.waitFor(() => expect(changes).toEqual([{ account: 'team-1', topics: ['*'], is_guess: false }]), {
    timeout: 60_000,
  });
  expect(tries).toBe(2);
});

test('follows the active account, and keeps no connection to a service without a stream', async () => {
  const listening: string[] = [];
  const { list, live } = setUp((id, _onData, signal) => {
    listening.push(id);
    return waitForAbort(signal).finally(() => listening.splice(listening.indexOf(id), 1));
  });
  live.follow();
  live.follow();
  expect(listening).toEqual(['team-1']);
  list.active = 'team-2';
  live.follow();
  await vi.waitFor(() => expect(listening).toEqual([]));
  let attempts = 0;
  const streamless = setUp(() => (attempts++, Promise.resolve(false)));
  streamless.live.follow();
  await vi.waitFor(() => expect(attempts).toBe(1));
  streamless.live.follow();
  await vi.waitFor(() => expect(attempts).toBe(2));
});

test('polls a service without a stream', async () => {
  const { live, changes } = setUp(() => Promise.reject(new Error('There is no stream.')), {
    operations: null,
    pollMs: 10,
  });
  live.follow();
  live.follow();
  await vi.waitFor(() => expect(changes.length).toBeGreaterThan(2), { timeout: 60_000 });
  expect(changes[0]).toEqual({ account: 'team-1', topics: ['*'], is_guess: true });
  live.stop();
  const count = changes.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(changes).toHaveLength(count);
});

test('tells other windows about a change made in one', () => {
  const events: unknown[] = [];
  const accounts = { list: () => ({ active: 'local', accounts: [] }), listen: () => Promise.resolve(false) };
  const connection = new LiveConnection(accounts as never, (...event) => events.push(event));
  connection.notifyOtherWindows('local', 'ideas.create', 'web-1');
  connection.notifyOtherWindows('local', 'ideas.list', 'web-1');
  expect(events).toEqual([['live.changed', { account: 'local', topics: ['ideas'], is_guess: false }, 'web-1']]);
});
