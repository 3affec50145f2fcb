import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';

import type { AccountList } from '#contract/account-calls.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';

import { ApiClient } from '../bridge/api-client.ts';
import { Bridge } from '../bridge/bridge.ts';
import { FakeTransport } from '../bridge/fake-transport.ts';
import { EntityCache } from '../query-cache/query-cache.svelte.ts';
import { Database } from '../storage/database.ts';
import { Accounts } from './accounts.svelte.ts';
import { Channels } from './channels.svelte.ts';
import { Settings } from './settings.svelte.ts';

const createAccountList = (activeId: string): AccountList => ({ active: activeId, accounts: [], keychain: 'none' });
const channelDetails = {
  title: 'Rails',
  custom_url: null,
  channel_id: null,
  subscriber_count: null,
  video_count: null,
  view_count: null,
  description: null,
  country: null,
  default_language: null,
  thumbnails: {},
};
const channelsAnswer = {
  success: true,
  data: [{ id: 3, yt_handle: '@rails', details: channelDetails, scripts_count: 0 }],
  pagination: { current_page: 1, per_page: 100, total: 1, last_page: 1 },
};

it('keeps the channels when the account list changes, and reloads them when the active account changes', async () => {
  const transport = new FakeTransport({
    'api.call': () => ({ kind: 'answer', status: 200, body: channelsAnswer, etag: null }),
  });
  const bridge = new Bridge(transport);
  const cache = new EntityCache(new Database({ indexedDB: new IDBFactory(), IDBKeyRange }), new ApiClient(bridge));
  const accounts = new Accounts(bridge);
  const channels = new Channels(cache, accounts, new Settings(bridge, DEFAULT_SETTINGS, () => undefined));
  const shownIds: (number | null)[] = [];
  const stopEffects = $effect.root(() => {
    $effect(() => channels.open());
    $effect(() => void shownIds.push(channels.currentId));
  });
  await expect.poll(() => channels.currentId).toBe(3);
  expect(transport.calls).toHaveLength(1);

  shownIds.length = 0;
  transport.emit('accounts.changed', createAccountList('local'));
  flushSync();
  transport.emit('accounts.changed', createAccountList('local'));
  flushSync();
  expect(shownIds.every((id) => id === 3)).toBe(true);
  expect(transport.calls).toHaveLength(1);

  transport.emit('accounts.changed', createAccountList('account-2'));
  flushSync();
  expect(transport.calls).toHaveLength(2);
  expect(channels.currentId).toBeNull();
  await expect.poll(() => channels.currentId).toBe(3);
  stopEffects();
});
