import { expect, test } from 'vitest';

import type { Item } from './items.ts';
import { type StackMove, computeZ } from './stacking.ts';

/** Three items that overlap in a row, and one apart from them. */
const items = ['low', 'middle', 'high', 'apart'].map((key, z) => {
  return { key, z, x: key === 'apart' ? 900 : 0, y: 0, width: 10, height: 10 } as Item;
});

function listKeysAfter(chosenKeys: readonly string[], move: StackMove): string[] {
  const newHeights = new Map(computeZ(items, new Set(chosenKeys), move));
  const after = items.map((item) => ({ key: item.key, z: newHeights.get(item.key) ?? item.z }));
  return after.sort((a, b) => a.z - b.z).map(({ key }) => key);
}

test('bring to front and send to back keep the order of the selection', () => {
  expect(listKeysAfter(['low', 'middle'], 'front')).toEqual(['high', 'apart', 'low', 'middle']);
  expect(listKeysAfter(['high', 'apart'], 'back')).toEqual(['high', 'apart', 'low', 'middle']);
});

test('one step moves past the next overlapping item, if there is one', () => {
  expect(listKeysAfter(['low'], 'forward')).toEqual(['middle', 'low', 'high', 'apart']);
  expect(listKeysAfter(['high'], 'backward')).toEqual(['low', 'high', 'middle', 'apart']);
  expect(listKeysAfter(['apart'], 'backward')).toEqual(['low', 'middle', 'high', 'apart']);
  expect(
    listKeysAfter(
      items.map(({ key }) => key),
      'front',
    ),
  ).toEqual(['low', 'middle', 'high', 'apart']);
});
