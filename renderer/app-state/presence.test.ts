import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { BridgeEvent } from '#contract/bridge.ts';

import { Presence } from './presence.svelte.ts';

const GRACE = { id: 2, name: 'Grace' };

type Look = (change: BridgeEvent<'live.changed'>) => void;

function setUp() {
  const told: [string, string | null][] = [];
  const listeners = new Set<Look>();
  const page = new EventTarget();
  const document = Object.assign(page, { hidden: false });
  const call = (account: string, _: string, { body }: { body: { project: string | null } }) => {
    told.push([account, body.project]);
    return Promise.resolve({ ok: true, body: { data: { others: body.project === null ? [] : [GRACE] } } });
  };
  const options = {
    api: { call },
    bridge: { subscribe: (_: string, look: Look) => (listeners.add(look), () => listeners.delete(look)) },
    accounts: { offersAt: (account: string) => account === 'team' },
    document,
  };
  const presence = new Presence(options as unknown as ConstructorParameters<typeof Presence>[0]);
  const tell = (account: string, topics: string[]): void => {
    for (const look of listeners) look({ account, topics, is_guess: false });
  };
  return { presence, told, tell, page: document, listeners };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('presence', () => {
  test('is shared with a team’s server that has it, and never with this computer’s', () => {
    const { presence } = setUp();
    expect(['team', 'other', 'local'].map((account) => presence.isShared(account))).toEqual([true, false, false]);
  });

  test('says what is shown, again and again, and when others come or go', async () => {
    const { presence, told, tell } = setUp();
    presence.show('team', 'project:v1:script:3');
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([['team', 'project:v1:script:3']]);
    expect(presence.others).toEqual([GRACE]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told).toHaveLength(2);
    tell('team', ['ideas']);
    tell('other', ['presence']);
    expect(told).toHaveLength(2);
    tell('team', ['presence']);
    expect(told).toHaveLength(3);
  });

  test('goes from one page to the next without being away, and is away after the last', async () => {
    const { presence, told, listeners } = setUp();
    const leave = presence.show('team', 'project:v1:idea:1');
    leave();
    const leaveNext = presence.show('team', 'project:v1:idea:2');
    await vi.advanceTimersByTimeAsync(1000);
    expect(told.map(([, project]) => project)).toEqual(['project:v1:idea:1', 'project:v1:idea:2']);
    leaveNext();
    expect(presence.others).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.slice(2)).toEqual([['team', null]]);
    expect(listeners.size).toBe(0);
  });

  test('a window that nobody sees is away', async () => {
    const { presence, told, page } = setUp();
    presence.show('team', 'project:v1:idea:1');
    await vi.advanceTimersByTimeAsync(0);
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(told.at(-1)).toEqual(['team', null]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(told.at(-1)).toEqual(['team', 'project:v1:idea:1']);
  });
});
