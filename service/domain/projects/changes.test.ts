import { expect, test } from 'vitest';

import { listChanges, listChecklistChanges } from './changes.ts';

test('names each changed field with its value before and after', () => {
  const before = {
    ...{ title: 'Night trains', topic: null as string | null, tags: ['a'], kids: false },
    publish_at: null as Date | null,
  };
  const after = {
    ...before,
    topic: 'Beds',
    tags: ['a', 'b'],
    publish_at: new Date('2026-12-01T09:00:00Z'),
    kids: true,
  };
  expect(listChanges(before, after, ['title', 'topic', 'tags', 'publish_at', 'kids'])).toEqual([
    { field: 'topic', from: null, to: 'Beds' },
    { field: 'tags', from: 'a', to: 'a, b' },
    { field: 'publish_at', from: null, to: '2026-12-01T09:00:00.000Z' },
    { field: 'kids', from: 'false', to: 'true' },
  ]);
});

test('treats an empty text or list as null', () => {
  const changes = listChanges({ tags: [] as string[], text: 'a' }, { tags: ['rail'], text: '' }, ['tags', 'text']);
  expect(changes).toEqual([
    { field: 'tags', from: null, to: 'rail' },
    { field: 'text', from: 'a', to: null },
  ]);
});

test('cuts long texts between characters and still notices changes behind the cut', () => {
  const [change] = listChanges({ text: '🚂'.repeat(300) }, { text: `${'🚂'.repeat(300)}!` }, ['text']);
  expect(change).toEqual({ field: 'text', from: `${'🚂'.repeat(200)}…`, to: `${'🚂'.repeat(200)}…` });
});

test('reports done, renamed, reopened, added and removed entries of a checklist', () => {
  const before = [
    { id: 1, title: 'Call', done: false },
    { id: 2, title: 'Pack', done: true },
    { id: 3, title: 'Film', done: false },
  ];
  const after = [
    { id: 1, title: 'Call them', done: true },
    { id: 2, title: 'Pack', done: false },
    { title: 'Cut', done: false },
  ];
  expect(listChecklistChanges(before, after)).toEqual([
    { field: 'checklist_done', from: 'Call them', to: 'Call them' },
    { field: 'checklist_renamed', from: 'Call', to: 'Call them' },
    { field: 'checklist_reopened', from: 'Pack', to: 'Pack' },
    { field: 'checklist_added', from: null, to: 'Cut' },
    { field: 'checklist_removed', from: 'Film', to: null },
  ]);
});
