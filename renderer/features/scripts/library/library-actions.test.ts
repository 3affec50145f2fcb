/** Tests actions on rows that show a script under the id it had before its service gave it one. */
import { expect, test, vi } from 'vitest';

import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { FakeProfile } from '#renderer/drafts/test-window.ts';
import type { Library } from '#renderer/library-index/library.svelte.ts';
import { FakeService, OutboxWindow } from '#renderer/outbox/test-outbox.ts';
import { FakeJournal } from '#renderer/storage/fake-journal.ts';
import { LibraryActions } from './library-actions.ts';

/** Returns what three accounts offer: this computer's, a team's (as editor or admin) and another service. */
function offersAt(account: string, operation: string): boolean {
  if (account === 'local' || account === 'as-admin') return true;
  return account === 'as-editor' && operation !== 'local.scripts.delete';
}

function setUp() {
  const service = new FakeService();
  const window = new OutboxWindow(new FakeProfile(), new FakeJournal(), service);
  const marked: string[] = [];
  const touched: string[] = [];
  const library = {
    mark: (keys: readonly string[]) => {
      marked.push(...keys);
      return Promise.resolve(() => Promise.resolve());
    },
    touch: (keys: readonly string[]) => Promise.resolve(void touched.push(...keys)),
  };
  const toasts = { show: vi.fn(), fault: vi.fn() };
  const accounts = { offersAt };
  const app = { ...window, accounts, toasts } as unknown as AppState;
  const actions = new LibraryActions(app, library as unknown as Library);
  return { window, service, actions, marked, touched };
}

test('a script that was sent since it was shown is moved to the trash under its new id', async () => {
  const { window, actions, marked, touched } = setUp();
  const sent = await window.make('Night trains');
  if (!('item' in sent)) throw new Error('The script was refused.');
  expect(sent.item).toMatchObject({ state: 'done', made: 1 });
  await actions.trash([`local/${sent.item.id}`]);
  await actions.star([`local/${sent.item.id}`], true);
  expect(marked).toEqual(['local/1', 'local/1']);
  // Its former row goes away.
  expect(touched).toContain(`local/${sent.item.id}`);
  await window.kill();
});

test('a script that is being sent is moved to the trash once it has its id', async () => {
  const { window, service, actions, marked } = setUp();
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const answer = service.answer.bind(service);
  window.transport.handle('api.call', async (input) => {
    if (input.operation === 'scripts.create') await arrived;
    return answer(input);
  });
  const making = window.make('Night trains');
  await vi.waitFor(() => expect(window.outbox.open[0]?.state).toBe('sending'));
  const trashing = actions.trash([`local/${window.outbox.open[0]?.id}`]);
  arrive();
  await Promise.all([making, trashing]);
  expect(marked).toEqual(['local/1']);
  await window.kill();
});

test('a script that was never sent is not sent once it is in the trash', async () => {
  const { window, service, actions, marked } = setUp();
  service.mood = 'away';
  await window.make('Night trains');
  await actions.trash([`local/${window.outbox.open[0]?.id}`]);
  expect(window.outbox.open).toEqual([]);
  service.mood = 'well';
  await window.outbox.wake();
  expect([service.arrived, marked]).toEqual([[], []]);
  await window.kill();
});

test('deleting says what becomes of the copies at services', async () => {
  const { window, actions } = setUp();
  expect(actions.copies(['local/14'])).toBe('deleted');
  // One that was never sent is nowhere else.
  expect(actions.copies(['other/-3'])).toBe('deleted');
  expect(actions.copies(['local/14', 'as-admin/3'])).toBe('deleted-for-team');
  expect(actions.copies(['as-admin/3', 'as-editor/3'])).toBe('kept-by-role');
  expect(actions.copies(['local/14', 'other/3'])).toBe('kept-by-service');
  await window.kill();
});
