import { expect, test } from 'vitest';

import { createDispatch, type Handlers } from './dispatch.ts';

const context = { shell: 'web', windowId: '1' } as const;

/** Implements only the calls a test makes; the compiler checks the app's full table. */
function createTestDispatch(handlers: Partial<Handlers>) {
  const reports: unknown[] = [];
  return { reports, dispatch: createDispatch(handlers as Handlers, (_, error) => reports.push(error)) };
}

test('passes parsed input to the handler and returns validated output', async () => {
  const { dispatch } = createTestDispatch({ 'journal.read': ({ keys }) => ({ entries: [], more: keys }) as never });
  expect(await dispatch('journal.read', { keys: ['draft/a'] }, context)).toEqual({ entries: [] });
});

test.each(['nothing', 'toString', '__proto__', ''])('refuses an unknown call: %s', async (name) => {
  await expect(createTestDispatch({}).dispatch(name, {}, context)).rejects.toMatchObject({ fault: 'unknown_call' });
});

test.each([
  ['journal.read', { keys: ['../../etc'] }],
  ['journal.read', null],
  ['accounts.use', { id: 'Up/..' }],
  ['api.call', { account: 'local', operation: 'nothing' }],
  ['api.call', { account: 'local', operation: 'team.get', url: 'https://example.com' }],
  ['settings.set', { pace: 99 }],
  ['notify.show', { title: 'Told', body: '', route: 'https://example.com/' }],
])('refuses bad input before it reaches the handler: %s %j', async (name, input) => {
  await expect(createTestDispatch({}).dispatch(name, input, context)).rejects.toMatchObject({ fault: 'bad_input' });
});

test('reports output that breaks the schema instead of returning it', async () => {
  const { dispatch, reports } = createTestDispatch({
    'journal.list': () => ({ entries: [{ key: 'secret!' }] }) as never,
  });
  await expect(dispatch('journal.list', {}, context)).rejects.toMatchObject({ fault: 'bad_output' });
  expect(reports).toHaveLength(1);
});

test('reports an internal error in the host and returns a message without details', async () => {
  const { dispatch, reports } = createTestDispatch({
    'journal.list': () => {
      throw new Error('EACCES /home/somebody/secret');
    },
  });
  const failure = await dispatch('journal.list', {}, context).catch((error: unknown) => error as Error);
  expect(failure).toMatchObject({ fault: 'internal' });
  expect((failure as Error).message).not.toContain('secret');
  expect(reports).toHaveLength(1);
});
