import { describe, expect, test } from 'vitest';

import type { Item } from './items.ts';
import {
  findDrop,
  groupKey,
  createLayerRows,
  buildLayerTree,
  type LayerNode,
  getMovedKeys,
  findMovedNode,
  getStackingIndex,
  getStepGap,
} from './layer-tree.ts';
import { computeZAt } from './stacking.ts';

type PartialItem = Partial<Item> & { readonly key: string };
/** Items from the lowest to the highest; those with `x` below 100 lie in the frame. */
const createStack = (...parts: readonly PartialItem[]): Item[] =>
  parts.map((part, z) => ({ kind: 'image', z, x: 500, y: 0, width: 10, height: 10, group: null, ...part }) as Item);
const FRAME = { kind: 'frame', x: 0, width: 100, height: 100 } as const;

const listNames = (items: readonly Item[], foldedKeys: readonly string[] = []): string[] =>
  createLayerRows(buildLayerTree(items), new Set(foldedKeys)).map(
    ({ node, level }) => '. '.repeat(level - 1) + node.key,
  );

function findNode(items: readonly Item[], key: string): LayerNode {
  return createLayerRows(buildLayerTree(items), new Set()).find(({ node }) => node.key === key)!.node;
}

function orderAfterMove(items: readonly Item[], movingKeys: ReadonlySet<string>, index: number): string[] {
  const heights = new Map(computeZAt(items, movingKeys, index));
  const after = items.map(({ key, z }) => ({ key, z: heights.get(key) ?? z }));
  return after.sort((a, b) => a.z - b.z).map(({ key }) => key);
}

function orderAfterDrop(items: readonly Item[], selection: readonly string[], key: string, at: number): string[] {
  const selectedKeys = new Set(selection);
  const tree = buildLayerTree(items);
  const node = findMovedNode(findNode(items, key), selectedKeys);
  const drop = node && findDrop(createLayerRows(tree, new Set()), node, at);
  if (!node || !drop) return items.map((item) => item.key);
  const movingKeys = getMovedKeys(tree, selectedKeys);
  const siblings = node.parent?.children ?? tree;
  return orderAfterMove(items, movingKeys, getStackingIndex(items, siblings, movingKeys, drop.gap)!);
}

describe('the tree', () => {
  test('shows items under the frame that holds them and under their group, the highest first', () => {
    const items = createStack(
      { key: 'apart' },
      { key: 'frame', ...FRAME },
      { key: 'in', x: 10 },
      { key: 'a', x: 20, group: 'g' },
      { key: 'b', x: 30, group: 'g' },
      { key: 'top' },
    );
    expect(listNames(items)).toEqual(['top', 'frame', '. group:g', '. . b', '. . a', '. in', 'apart']);
    expect(listNames(items, ['frame'])).toEqual(['top', 'frame', 'apart']);
    expect(listNames(items, [groupKey('g')])).toEqual(['top', 'frame', '. group:g', '. in', 'apart']);
  });

  test('an item below a frame is not in it, and the higher of two frames holds an item', () => {
    const items = createStack(
      { key: 'below', x: 10 },
      { key: 'f1', ...FRAME },
      { key: 'f2', ...FRAME },
      { key: 'in', x: 10 },
    );
    expect(listNames(items)).toEqual(['f2', '. in', 'f1', 'below']);
  });

  test('a group across frames is at the top, and may hold a frame with its contents', () => {
    const across = createStack(
      { key: 'frame', ...FRAME },
      { key: 'in', x: 10, group: 'g' },
      { key: 'out', group: 'g' },
    );
    expect(listNames(across)).toEqual(['group:g', '. out', '. in', 'frame']);
    const groupedItems = createStack({ key: 'frame', ...FRAME, group: 'g' }, { key: 'in', x: 10, group: 'g' });
    expect(listNames(groupedItems)).toEqual(['group:g', '. frame', '. . in']);
  });

  test('a single remaining item of a group is shown without it', () => {
    expect(listNames(createStack({ key: 'a', group: 'g' }, { key: 'b' }))).toEqual(['b', 'a']);
  });
});

describe('moving rows', () => {
  const flat = createStack({ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'd' });

  test('a row lands at the nearest gap', () => {
    expect(orderAfterDrop(flat, ['a'], 'a', 0.2)).toEqual(['b', 'c', 'd', 'a']);
    expect(orderAfterDrop(flat, ['d'], 'd', 9)).toEqual(['d', 'a', 'b', 'c']);
    expect(orderAfterDrop(flat, ['d'], 'd', 1.8)).toEqual(['a', 'b', 'd', 'c']);
    expect(orderAfterDrop(flat, ['b'], 'b', 2.1)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('selected rows move together in their order', () => {
    expect(orderAfterDrop(flat, ['a', 'c'], 'a', 0)).toEqual(['b', 'd', 'a', 'c']);
    expect(orderAfterDrop(flat, ['b', 'd'], 'd', 4)).toEqual(['b', 'd', 'a', 'c']);
  });

  test('a frame takes its contents along, and items stay inside their frame', () => {
    const items = createStack({ key: 'frame', ...FRAME }, { key: 'in', x: 10 }, { key: 'in2', x: 10 }, { key: 'top' });
    expect(orderAfterDrop(items, ['frame'], 'frame', 0)).toEqual(['top', 'frame', 'in', 'in2']);
    expect(orderAfterDrop(items, ['top'], 'top', 4)).toEqual(['top', 'frame', 'in', 'in2']);
    expect(orderAfterDrop(items, ['in2'], 'in2', 9)).toEqual(['frame', 'in2', 'in', 'top']);
  });

  test('a group moves as one, from any of its rows', () => {
    const items = createStack({ key: 'a', group: 'g' }, { key: 'b' }, { key: 'c', group: 'g' }, { key: 'd' });
    expect(orderAfterDrop(items, ['a', 'c'], 'a', 0)).toEqual(['b', 'd', 'a', 'c']);
  });

  test('locked rows stay in their place', () => {
    const items = createStack({ key: 'a', locked: true }, { key: 'b' }, { key: 'c' });
    expect(orderAfterDrop(items, ['a'], 'a', 0)).toEqual(['a', 'b', 'c']);
    expect(orderAfterDrop(items, ['a', 'b'], 'b', 0)).toEqual(['a', 'c', 'b']);
  });

  test('the line for a drop below an unfolded row is under its last child', () => {
    const items = createStack({ key: 'frame', ...FRAME }, { key: 'in', x: 10 }, { key: 'top' });
    const rows = createLayerRows(buildLayerTree(items), new Set());
    expect(findDrop(rows, findNode(items, 'top'), 3)).toEqual({ gap: 2, row: 'in', edge: 'bottom', level: 1 });
    expect(findDrop(rows, findNode(items, 'in'), 0)).toEqual({ gap: 0, row: 'in', edge: 'top', level: 2 });
  });

  test('one step moves past the next row and stops at the ends', () => {
    const step = (key: string, direction: 'up' | 'down'): string[] => {
      const tree = buildLayerTree(flat);
      const movingKeys = getMovedKeys(tree, new Set([key]));
      return orderAfterMove(
        flat,
        movingKeys,
        getStackingIndex(flat, tree, movingKeys, getStepGap(tree, movingKeys, direction))!,
      );
    };
    expect(step('b', 'up')).toEqual(['a', 'c', 'b', 'd']);
    expect(step('b', 'down')).toEqual(['b', 'a', 'c', 'd']);
    expect(step('d', 'up')).toEqual(['a', 'b', 'c', 'd']);
    expect(step('a', 'down')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('an item can move between items of the same height', () => {
    const items = createStack({ key: 'a', z: 1 }, { key: 'b', z: 1 }, { key: 'c', z: 1 });
    expect(orderAfterMove(items, new Set(['c']), 1)).toEqual(['a', 'c', 'b']);
  });
});
