import { expect, test } from 'vitest';

import { listRemovedIds } from './removal-sync.ts';

test('items removed here are removed at the service, except those a copy still shows', () => {
  const entries = {
    i1: { removed: true },
    i2: { removed: false, x: 4 },
    // Its copy is still on the board.
    i3: { removed: true },
    n3: { kind: 'image', copyOf: 3 },
    // Its only copy was removed as well.
    i4: { removed: true },
    n4: { kind: 'image', copyOf: 4, removed: true },
    // The service has this text as item 5, but not the other.
    n5: { kind: 'text', removed: true },
    n6: { kind: 'text', removed: true },
  } as const;
  expect(listRemovedIds({ entries, bound: { n5: 5 } })).toEqual([1, 4, 5]);
});
