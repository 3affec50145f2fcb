import { beforeEach, expect, it, vi } from 'vitest';

import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { FakeProfile } from '#renderer/drafts/test-window.ts';
import { FakeService, OutboxWindow } from '#renderer/outbox/test-outbox.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { ScriptResearch } from '../research/script-research.svelte.ts';
import { OpenScript } from './open-script.svelte.ts';

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});

const emptyQuery = { open: () => () => undefined, show: () => undefined, value: null };

/** The test reads and writes every store of its windows, which is slow on a busy machine. */
const SLOW = { timeout: 60_000 };

function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

/** Opens the script's page in a window, without runs or data of the service. */
function openScriptIn({ outbox, drafts, versions }: OutboxWindow, account: string, id: number): OpenScript {
  const deps = {
    outbox,
    drafts,
    versions,
    cache: { query: () => emptyQuery },
    runs: { listForScript: () => [], onEnd: () => () => undefined },
    accounts: { accountOffers: () => false },
    bridge: { invoke: () => Promise.resolve({}) },
  };
  return new OpenScript(deps as unknown as AppState, account, id);
}

it('a script opened while it is being sent switches to its new id once all its data has moved', SLOW, async () => {
  const service = new FakeService();
  service.state = 'unreachable';
  const window = new OutboxWindow(new FakeProfile(), new FakeJournal(), service);
  const creation = await window.submitItem('Written on the train');
  if (!('item' in creation)) throw new Error('It was refused.');
  const { account, id } = creation.item;
  const researchBefore = new ScriptResearch({ forms: window.forms, account, scriptId: id });
  const unlink = researchBefore.link();
  researchBefore.add({ kind: 'note', title: '', url: null, text: 'Ask the keeper' });
  unlink();
  const readStoredItems = async (): Promise<unknown> => {
    const form = await window.forms.open(account, `research-${id}`);
    await form.close();
    return form.value['items'];
  };
  await expect.poll(readStoredItems).toHaveLength(1);

  // Pauses the outbox after it gave the drafts their new id and before it moves the rest.
  const [renamedGate, moveGate] = [createGate(), createGate()];
  const rename = window.drafts.rename.bind(window.drafts);
  window.drafts.rename = async (...args) => {
    await rename(...args);
    renamedGate.open();
    await moveGate.opened;
  };
  service.state = 'working';
  const find = window.outbox.find.bind(window.outbox);
  let sendingItems: Promise<unknown> = Promise.resolve();
  window.outbox.find = async (...args) => {
    const item = await find(...args);
    sendingItems = window.outbox.wake();
    await renamedGate.opened;
    return item;
  };
  const openedScript = openScriptIn(window, account, id);
  await openedScript.open(() => undefined);
  expect(openedScript.id).toBe(id);
  moveGate.open();
  await sendingItems;
  expect(openedScript.id).toBe(1);
  const researchAfter = new ScriptResearch({ forms: window.forms, account, scriptId: openedScript.id });
  researchAfter.link();
  await expect.poll(() => researchAfter.items.map(({ text }) => text)).toEqual(['Ask the keeper']);
  openedScript.close();
  await window.kill();
});
