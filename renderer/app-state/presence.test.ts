import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { BridgeEvent } from '#contract/bridge.ts';

import { Presence } from './presence.svelte.ts';

const GRACE = { id: 2, name: 'Grace' };

type Listener = (change: BridgeEvent<'live.changed'>) => void;

function setUp() {
  const reports: [string, string | null][] = [];
  const listeners = new Set<Listener>();
  const page = new EventTarget();
  const document = Object.assign(page, { hidden: false });
  const call = (account: string, _: string, { body }: { body: { project: string | null } }) => {
    reports.push([account, body.project]);
    return Promise.resolve({ ok: true, body: { data: { others: body.project === null ? [] : [GRACE] } } });
  };
  const options = {
    api: { call },
    bridge: { subscribe: (_: string, call: Listener) => (listeners.add(call), () => listeners.delete(call)) },
    accounts: { accountOffers: (account: string) => account === 'team' },
    document,
  };
  const presence = new Presence(options as unknown as ConstructorParameters<typeof Presence>[0]);
  const emitChange = (account: string, topics: string[]): void => {
    for (const listener of listeners) listener({ account, topics, is_guess: false });
  };
  return { presence, reports, emitChange, page: document, listeners };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('presence', () => {
  test('is shared with a team’s server that supports it, never with the local service', () => {
    const { presence } = setUp();
    expect(['team', 'other', 'local'].map((account) => presence.isShared(account))).toEqual([true, false, false]);
  });

  test('is reported at once, repeatedly, and when others join or leave', async () => {
    const { presence, reports, emitChange } = setUp();
    presence.show('team', 'project:v1:script:3');
    await vi.advanceTimersByTimeAsync(0);
    expect(reports).toEqual([['team', 'project:v1:script:3']]);
    expect(presence.others).toEqual([GRACE]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reports).toHaveLength(2);
    emitChange('team', ['ideas']);
    emitChange('other', ['presence']);
    expect(reports).toHaveLength(2);
    emitChange('team', ['presence']);
    expect(reports).toHaveLength(3);
  });

  test('reports no absence when moving between projects, and one after the last', async () => {
    const { presence, reports, listeners } = setUp();
    const hideFirst = presence.show('team', 'project:v1:idea:1');
    hideFirst();
    const hideSecond = presence.show('team', 'project:v1:idea:2');
    await vi.advanceTimersByTimeAsync(1000);
    expect(reports.map(([, project]) => project)).toEqual(['project:v1:idea:1', 'project:v1:idea:2']);
    hideSecond();
    expect(presence.others).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reports.slice(2)).toEqual([['team', null]]);
    expect(listeners.size).toBe(0);
  });

  test('reports a hidden window as away', async () => {
    const { presence, reports, page } = setUp();
    presence.show('team', 'project:v1:idea:1');
    await vi.advanceTimersByTimeAsync(0);
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reports.at(-1)).toEqual(['team', null]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(reports.at(-1)).toEqual(['team', 'project:v1:idea:1']);
  });
});
