import { expect, it } from 'vitest';

import type { ChecklistItem } from '#contract/schema/project.ts';
import type { ApiClient } from '../bridge/api-client.ts';
import { moveEntry, setTaskDone } from './checklist.ts';

const createEntry = (id: number): ChecklistItem => ({
  id,
  title: `Entry ${id}`,
  required: false,
  done: false,
  assignee_id: null,
  due_at: null,
});

/** Answers as a service whose project is changed by somebody else before each of the first `conflicts` writes. */
function fakeService(conflicts: number) {
  let revision = 1;
  const bodies: unknown[] = [];
  const call = (_account: string, operation: string, input: { body?: unknown; ifMatch?: string }): unknown => {
    if (operation === 'projects.production.get')
      return {
        ok: true,
        body: { data: { checklist: [createEntry(1), createEntry(2)] }, meta: { revision: String(revision) } },
      };
    if (revision <= conflicts) revision++;
    if (input.ifMatch !== `"${revision}"`)
      return { ok: false, failure: { kind: 'refused', error: { code: 'revision_conflict' } } };
    bodies.push(input.body);
    return { ok: true };
  };
  const api = { call: (...args: Parameters<typeof call>) => Promise.resolve(call(...args)) };
  return { api: api as unknown as Pick<ApiClient, 'call'>, bodies };
}

const task = { id: 2, project_id: 'project:v1:script:4' };

it('marks one entry as done on the latest revision, and keeps the others', async () => {
  const { api, bodies } = fakeService(2);
  expect(await setTaskDone(api, 'local', task, true)).toBeNull();
  expect(bodies).toEqual([{ checklist: [createEntry(1), { ...createEntry(2), done: true }] }]);
});

it('gives up after three conflicts, and writes nothing about an entry that is gone', async () => {
  const { api, bodies } = fakeService(9);
  expect(await setTaskDone(api, 'local', task, true)).toMatchObject({ error: { code: 'revision_conflict' } });
  expect(await setTaskDone(api, 'local', { ...task, id: 7 }, true)).toBeNull();
  expect(bodies).toEqual([]);
});

it('moves an entry within the list, and changes nothing if it is gone', () => {
  const list = [createEntry(1), createEntry(2), createEntry(3)];
  const moveAndListIds = (id: number, step: number) => moveEntry(list, id, step).map((one) => one.id);
  expect(moveAndListIds(1, 1)).toEqual([2, 1, 3]);
  expect(moveAndListIds(3, -2)).toEqual([3, 1, 2]);
  expect(moveAndListIds(3, 1)).toEqual([1, 2, 3]);
  expect(moveAndListIds(9, 1)).toEqual([1, 2, 3]);
});
