import { overlap } from '#contract/box.ts';
import type { Item } from './items.ts';

export type StackMove = 'front' | 'back' | 'forward' | 'backward';

const listZ = (items: readonly Item[]): number[] => items.map(({ z }) => z);

function findNextTouching(movingItems: readonly Item[], others: readonly Item[], move: 'forward' | 'backward'): Item[] {
  const [high, low] = [Math.max(...listZ(movingItems)), Math.min(...listZ(movingItems))];
  const beyond = others.filter(({ z }) => (move === 'forward' ? z > high : z < low));
  const touchedItems = beyond.filter((other) => movingItems.some((item) => overlap(other, item)));
  const next = move === 'forward' ? touchedItems.at(0) : touchedItems.at(-1);
  return next ? [next] : [];
}

/**
 * Returns new z values for the selection, or none if nothing changes. `items` must be sorted from the lowest to the
 * highest.
 */
export function computeZ(items: readonly Item[], chosenKeys: ReadonlySet<string>, move: StackMove): [string, number][] {
  const movingItems = items.filter(({ key }) => chosenKeys.has(key));
  const others = items.filter(({ key }) => !chosenKeys.has(key));
  if (movingItems.length === 0 || others.length === 0) return [];
  const next = move === 'front' || move === 'back' ? others : findNextTouching(movingItems, others, move);
  if (next.length === 0) return [];
  const isUp = move === 'front' || move === 'forward';
  const edge = move === 'forward' ? Math.min(...listZ(next)) : Math.max(...listZ(next));
  const low = Math.min(...listZ(next));
  const beyond = listZ(others).filter((z) => (isUp ? z > edge : z < (move === 'back' ? low : edge)));
  const from = isUp ? edge : beyond.length > 0 ? Math.max(...beyond) : (move === 'back' ? low : edge) - 1;
  const to = isUp ? (beyond.length > 0 ? Math.min(...beyond) : edge + 1) : move === 'back' ? low : edge;
  return spreadZ(movingItems, from, to);
}

function spreadZ(movingItems: readonly Item[], from: number, to: number): [string, number][] {
  const step = (to - from) / (movingItems.length + 1);
  return movingItems.map(({ key }, index) => [key, from + step * (index + 1)]);
}

/** Heights closer than this leave no room between them. */
const MIN_Z_GAP = 1e-6;

/**
 * Returns new z values that put some items, in their order, right above the lowest `index` of all others; none if the
 * order stays. `items` must be sorted from the lowest to the highest.
 */
export function computeZAt(items: readonly Item[], keys: ReadonlySet<string>, index: number): [string, number][] {
  const movingItems = items.filter(({ key }) => keys.has(key));
  const others = items.filter(({ key }) => !keys.has(key));
  const reorderedItems = [...others.slice(0, index), ...movingItems, ...others.slice(index)];
  if (reorderedItems.every((item, index) => item === items[index])) return [];
  const [itemBelow, itemAbove] = [others[index - 1], others[index]];
  const from = itemBelow?.z ?? (itemAbove?.z ?? 0) - 1;
  const to = itemAbove?.z ?? from + 1;
  if (to - from > MIN_Z_GAP) return spreadZ(movingItems, from, to);
  // Everything above makes room.
  const raisedHeights = others.slice(index).map(({ key, z }): [string, number] => [key, z + 1]);
  return [...spreadZ(movingItems, from, to + 1), ...raisedHeights];
}
