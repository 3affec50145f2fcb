/** Tests actions on rows that still show a script under its id from before it was sent. */
import { expect, test, vi } from 'vitest';

import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { FakeProfile } from '#renderer/drafts/test-window.ts';
import type { Library } from '#renderer/library-index/library.svelte.ts';
import { FakeService, OutboxWindow } from '#renderer/outbox/test-outbox.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { LibraryActions } from './library-actions.ts';

/** Returns what three accounts offer: this computer's, a team's (as editor or admin) and another service. */
function accountOffers(account: string, operation: string): boolean {
  if (account === 'local' || account === 'as-admin') return true;
  return account === 'as-editor' && operation !== 'local.scripts.delete';
}

function setUp() {
  const service = new FakeService();
  const window = new OutboxWindow(new FakeProfile(), new FakeJournal(), service);
  const markedKeys: string[] = [];
  const touchedKeys: string[] = [];
  const library = {
    mark: (keys: readonly string[]) => {
      markedKeys.push(...keys);
      return Promise.resolve(() => Promise.resolve());
    },
    touch: (keys: readonly string[]) => Promise.resolve(void touchedKeys.push(...keys)),
  };
  const toasts = { show: vi.fn(), showFault: vi.fn() };
  const accounts = { accountOffers };
  const app = { ...window, accounts, toasts } as unknown as AppState;
  const actions = new LibraryActions(app, library as unknown as Library);
  return { window, service, actions, markedKeys, touchedKeys };
}

test('moves a script to the trash under its new id when it was sent after its row was shown', async () => {
  const { window, actions, markedKeys, touchedKeys } = setUp();
  const creation = await window.submitItem('Night trains');
  if (!('item' in creation)) throw new Error('The script was refused.');
  expect(creation.item).toMatchObject({ state: 'done', made: 1 });
  await actions.moveToTrash([`local/${creation.item.id}`]);
  await actions.setStarred([`local/${creation.item.id}`], true);
  expect(markedKeys).toEqual(['local/1', 'local/1']);
  // The row of its former id is removed.
  expect(touchedKeys).toContain(`local/${creation.item.id}`);
  await window.kill();
});

test('moves a script that is being sent to the trash once it has its id', async () => {
  const { window, service, actions, markedKeys } = setUp();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const answer = service.answer.bind(service);
  window.transport.handle('api.call', async (input) => {
    if (input.operation === 'scripts.create') await gate;
    return answer(input);
  });
  const creation = window.submitItem('Night trains');
  await vi.waitFor(() => expect(window.outbox.open[0]?.state).toBe('sending'));
  const trashing = actions.moveToTrash([`local/${window.outbox.open[0]?.id}`]);
  release();
  await Promise.all([creation, trashing]);
  expect(markedKeys).toEqual(['local/1']);
  await window.kill();
});

test('does not send a queued script that is in the trash', async () => {
  const { window, service, actions, markedKeys } = setUp();
  service.state = 'unreachable';
  await window.submitItem('Night trains');
  await actions.moveToTrash([`local/${window.outbox.open[0]?.id}`]);
  expect(window.outbox.open).toEqual([]);
  service.state = 'working';
  await window.outbox.wake();
  expect([service.arrivedTitles, markedKeys]).toEqual([[], []]);
  await window.kill();
});

test('describes the effect of deleting on the copies at services', async () => {
  const { window, actions } = setUp();
  expect(actions.describeCopies(['local/14'])).toBe('deleted');
  // A script that was never sent has no other copy.
  expect(actions.describeCopies(['other/-3'])).toBe('deleted');
  expect(actions.describeCopies(['local/14', 'as-admin/3'])).toBe('deleted-for-team');
  expect(actions.describeCopies(['as-admin/3', 'as-editor/3'])).toBe('kept-by-role');
  expect(actions.describeCopies(['local/14', 'other/3'])).toBe('kept-by-service');
  await window.kill();
});
