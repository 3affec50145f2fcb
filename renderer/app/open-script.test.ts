import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { CallOutput } from '#contract/bridge.ts';
import { PRELOADED_DRAFT } from '#contract/preloaded-draft.ts';
import { Bridge } from '../bridge/bridge.ts';
import type { FakeTransport } from '../bridge/fake-transport.ts';
import { Database } from '../storage/database.ts';
import { FakeJournal } from '../storage/fake-journal.ts';
import { Journal } from '../storage/journal.ts';
import { MirroredStore } from '../storage/mirrored-store.ts';
import { recall } from '../app-state/remembered.ts';
import { loadedEditor } from './early-editor.ts';
import { openScript } from './open-script.ts';

const KEY = 'draft/local/14/script';
const WRITTEN_AT = '2026-01-02T00:00:00.000Z';

// Loads the module first, because the tests do not measure its loading time.
beforeAll(() => import('../features/scripts/page/early-editor.ts'));
beforeEach(() => {
  document.body.innerHTML = '<div id="frame"><div class="frame-edit"></div></div>';
  loadedEditor.module = null;
  location.hash = '#/scripts/14';
});
afterEach(() => document.body.replaceChildren());

function start({ text = 'Kept.', active = 'local', since = null as string | null, view = 'split' } = {}) {
  const journal = new FakeJournal();
  const value = { text, base_version: null };
  journal.entries.set(KEY, { key: KEY, rev: 1024, updated_at: WRITTEN_AT, value });
  const transport: FakeTransport = journal.connect();
  // Only these fields of the host's answer matter here.
  const info = { accounts: { active, accounts: [], keychain: 'none' }, local_since: since };
  transport.handle('app.info', () => info as unknown as CallOutput<'app.info'>);
  const bridge = new Bridge(transport);
  const database = new Database({ indexedDB: new IDBFactory(), IDBKeyRange });
  const store = new MirroredStore(database, new Journal(bridge));
  const rememberedState = recall({ getItem: () => JSON.stringify({ settings: { editor_view: view } }) });
  return { transport, open: () => openScript({ window, bridge, store, remembered: rememberedState }) };
}

/** Embeds a draft like the host does, with the editor loaded. */
async function preload(text: string, { account = 'local', key = KEY } = {}): Promise<void> {
  const entries = [{ key, rev: 1024, updated_at: WRITTEN_AT, value: { text, base_version: null } }];
  const block = document.createElement('script');
  Object.assign(block, { type: 'application/json', id: PRELOADED_DRAFT });
  block.textContent = JSON.stringify({ account, local_since: null, entries });
  document.body.append(block);
  loadedEditor.module = await import('../features/scripts/page/early-editor.ts');
}

const findContent = (): HTMLElement | null => document.querySelector<HTMLElement>('.cm-content');

describe('a window opened with a script', () => {
  it('shows its text with the cursor in it', async () => {
    const loadedEditor = await start().open();
    const shownContent = document.querySelector('#frame .cm-content');
    expect(shownContent?.textContent).toBe('Kept.');
    expect(document.activeElement).toBe(shownContent);
    loadedEditor?.end();
    expect(document.querySelector('#frame')).toBeNull();
  });

  it('shows a preloaded draft synchronously, without a call to the host', async () => {
    await preload('Preloaded.');
    const { open, transport } = start();
    const opening = open();
    await Promise.resolve();
    expect(findContent()?.textContent).toBe('Preloaded.');
    expect(document.activeElement).toBe(findContent());
    expect(transport.calls).toEqual([]);
    expect(document.getElementById(PRELOADED_DRAFT)).toBeNull();
    (await opening)?.end();
  });

  it.each([
    ['another script', { key: 'draft/local/3/script' }],
    ['another account', { account: 'account-2', key: 'draft/account-2/14/script' }],
  ])('loads its own text if the page contains the draft of %s', async (_owner, options) => {
    await preload('Preloaded.', options);
    const loadedEditor = await start().open();
    expect(findContent()?.textContent).toBe('Kept.');
    loadedEditor?.end();
  });

  it.each([
    ['the host uses another account', { active: 'account-2' }],
    ['the draft is older than the last reset', { since: '2026-02-01T00:00:00.000Z' }],
    ['the draft is empty, since the service may have a text', { text: '' }],
    ['only the preview is shown', { view: 'preview' }],
  ])('leaves the script to the page when %s', async (_why, options) => {
    expect(await start(options).open()).toBeNull();
    expect(findContent()).toBeNull();
    expect(document.querySelector('#frame')).not.toBeNull();
  });

  it('does not wait long for an unresponsive host, and ignores its late answer', async () => {
    const { open, transport } = start();
    let answer: (info: CallOutput<'app.info'>) => void = () => undefined;
    transport.handle('app.info', () => new Promise((resolve) => (answer = resolve)));
    expect(await open()).toBeNull();
    answer({ accounts: { active: 'local' }, local_since: null } as unknown as CallOutput<'app.info'>);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(findContent()).toBeNull();
  });

  it.each(['#/ideas', '#/scripts', '#/scripts/-1780000000000000', '#/scripts/14?version=a'])(
    'asks the host nothing at %s',
    async (hash) => {
      location.hash = hash;
      const { open, transport } = start();
      expect(await open()).toBeNull();
      expect(transport.calls).toEqual([]);
    },
  );
});
