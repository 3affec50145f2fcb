import { expect, it } from 'vitest';

import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';

import { FakeProfile, TestWindow } from '../drafts/test-window.ts';
import type { CopiedWorkspace } from '../outbox/copy-workspace.ts';
import { FakeJournal } from '../storage/fake-journal.ts';
import { getBaseKey, draftKey } from '../storage/keys.ts';
import { MovedWorkspaces } from './moved-workspaces.ts';

const AT = '2026-02-01T00:00:00.000Z';
const LAST_SCRIPT = 20;

interface Service {
  readonly id: string;
  readonly moved_from: { readonly studio: string; readonly last_script_id: number } | null;
}

function setUp(services: Map<string, Service>) {
  const window = new TestWindow(new FakeProfile(), new FakeJournal());
  const copies: [string, CopiedWorkspace][] = [];
  const settings = {
    value: { ...DEFAULT_SETTINGS, channels: { local: 3 } },
    set: (changes: object) => {
      Object.assign(settings.value, changes);
      return Promise.resolve();
    },
  };
  const calls: string[] = [];
  const open = () =>
    new MovedWorkspaces({
      store: window.store,
      api: {
        call: (account: string) => {
          calls.push(account);
          return Promise.resolve({ ok: true, body: { data: services.get(account) } });
        },
      },
      accounts: {
        get all() {
          return [...services.keys()].map((id) => ({ id, state: 'ready' }));
        },
        accountOffers: () => true,
      },
      settings,
      copyLock: (copy: () => unknown) => copy(),
      onCopied: (from: string, copiedWorkspace: CopiedWorkspace) => copies.push([from, copiedWorkspace]),
    } as unknown as ConstructorParameters<typeof MovedWorkspaces>[0]);
  const write = (key: string, value: Record<string, unknown>) =>
    window.store.put({ key, rev: 1, updated_at: AT, value });
  const readText = async (key: string) => (await window.store.get(key))?.value['text'];
  return { window, open, copies, settings, calls, write, readText };
}

const createLocalService = (moved_from: Service['moved_from'] = null, id = 'L1'): [string, Service] => [
  'local',
  { id, moved_from },
];
const server: [string, Service] = ['s', { id: 'S1', moved_from: { studio: 'L1', last_script_id: LAST_SCRIPT } }];

it('copies local drafts once to a server that imported the local workspace’s archive', async () => {
  const { window, open, copies, settings, calls, write, readText } = setUp(new Map([createLocalService(), server]));
  await window.versions.keepWriting(
    { account: 'local', scriptId: 7, kind: 'script', text: 'An earlier text' },
    'writing',
    AT,
  );
  await write(getBaseKey('local', 7, 'script'), { text: '', version: 4, sent: [] });
  await write(draftKey('local', 7, 'script'), { text: 'The draft', base_version: 4 });
  await write(draftKey('local', LAST_SCRIPT + 1, 'script'), { text: 'Made after the archive' });
  await write(draftKey('local', -5, 'script'), { text: 'Made offline' });
  await write('mark/local/7/script', { star: true });
  await write('outbox/local/5', { state: 'waiting' });

  const movedWorkspaces = open();
  await movedWorkspaces.check();
  await movedWorkspaces.check();
  expect(calls).toEqual(['local', 's']);
  expect(copies).toEqual([['local', { drafts: 1, versions: 1 }]]);
  expect(await readText(draftKey('s', 7, 'script'))).toBe('The draft');
  expect((await window.store.get(getBaseKey('s', 7, 'script')))?.value).toMatchObject({ text: '', version: 4 });
  expect((await window.store.get('mark/s/7/script'))?.value).toEqual({ star: true });
  expect((await window.versions.list('s', 7)).map(({ text }) => text)).toEqual(['An earlier text']);
  expect(await readText(draftKey('local', 7, 'script'))).toBe('The draft');
  for (const key of [draftKey('s', LAST_SCRIPT + 1, 'script'), draftKey('s', -5, 'script'), 'outbox/s/5'])
    expect(await window.store.get(key)).toBeNull();
  expect(settings.value.channels).toEqual({ local: 3, s: 3 });

  await write(draftKey('local', 7, 'script'), { text: 'Written later in the local workspace' });
  await open().check();
  expect(copies).toHaveLength(1);
  expect(await readText(draftKey('s', 7, 'script'))).toBe('The draft');
  await window.kill();
});

it('keeps the account’s own draft, and adds the other text as a version', async () => {
  const { window, open, write, readText } = setUp(new Map([createLocalService(), server]));
  await write(draftKey('local', 7, 'script'), { text: 'From the local workspace' });
  await write(draftKey('s', 7, 'script'), { text: 'Written at the server' });
  await open().check();
  expect(await readText(draftKey('s', 7, 'script'))).toBe('Written at the server');
  const versions = await window.versions.list('s', 7);
  expect(versions).toMatchObject([{ text: 'From the local workspace', reason: 'archive' }]);
  await window.kill();
});

it('copies drafts back to a local workspace that imported the server’s archive', async () => {
  const services = new Map([server, createLocalService()]);
  const { window, open, copies, write, readText } = setUp(services);
  const movedWorkspaces = open();
  await movedWorkspaces.check();
  await write(draftKey('s', 7, 'script'), { text: 'Written at the server' });
  services.set(...createLocalService({ studio: 'S1', last_script_id: LAST_SCRIPT }, 'L2'));
  movedWorkspaces.recheck('local');
  await movedWorkspaces.check();
  expect(copies).toEqual([['s', { drafts: 1, versions: 0 }]]);
  expect(await readText(draftKey('local', 7, 'script'))).toBe('Written at the server');
  await window.kill();
});

it('copies nothing to a server that imported someone else’s archive', async () => {
  const { window, open, copies, write } = setUp(new Map([createLocalService(null, 'L9'), server]));
  await write(draftKey('local', 7, 'script'), { text: 'Mine' });
  await open().check();
  expect(copies).toEqual([]);
  expect(await window.store.get(draftKey('s', 7, 'script'))).toBeNull();
  await window.kill();
});
