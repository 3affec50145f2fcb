import { expect, it } from 'vitest';

import { mergeFields } from './merge.ts';

const base = { title: 'a', topic: 'b', kids: false };

it('merges the changes of both sides, and reports fields that both changed differently', () => {
  expect(mergeFields(base, { ...base, title: 'mine' }, { ...base, topic: 'theirs' })).toEqual({
    fields: { title: 'mine', topic: 'theirs', kids: false },
    conflicting: [],
  });
  expect(mergeFields(base, { ...base, title: 'same', kids: true }, { ...base, title: 'same' })).toEqual({
    fields: { title: 'same', topic: 'b', kids: true },
    conflicting: [],
  });
  expect(mergeFields(base, { ...base, title: 'mine' }, { ...base, title: 'theirs', kids: true })).toEqual({
    fields: { title: 'mine', topic: 'b', kids: true },
    conflicting: ['title'],
  });
});
