import { overlap } from '#contract/box.ts';
import type { Item } from './items.ts';

export type StackMove = 'front' | 'back' | 'forward' | 'backward';

/** Returns the closest item in a direction that overlaps the selection, or null. */
function findNextOverlapping(
  movingItems: readonly Item[],
  others: readonly Item[],
  move: 'forward' | 'backward',
): Item | null {
  const heights = movingItems.map(({ z }) => z);
  const overlaps = (other: Item): boolean => movingItems.some((item) => overlap(other, item));
  const neighbour =
    move === 'forward'
      ? others.find((other) => other.z > Math.max(...heights) && overlaps(other))
      : others.findLast((other) => other.z < Math.min(...heights) && overlaps(other));
  return neighbour ?? null;
}

/**
 * Returns new z values for the selection, or none if nothing changes. `items` must be sorted from the lowest to the
 * highest.
 */
export function computeZ(items: readonly Item[], chosenKeys: ReadonlySet<string>, move: StackMove): [string, number][] {
  const movingItems = items.filter(({ key }) => chosenKeys.has(key));
  const others = items.filter(({ key }) => !chosenKeys.has(key));
  const [lowest, highest] = [others.at(0), others.at(-1)];
  if (movingItems.length === 0 || !lowest || !highest) return [];
  if (move === 'front') return spreadZ(movingItems, highest.z, highest.z + 1);
  if (move === 'back') return spreadZ(movingItems, lowest.z - 1, lowest.z);
  const neighbour = findNextOverlapping(movingItems, others, move);
  if (!neighbour) return [];
  const { z } = neighbour;
  return move === 'forward'
    ? spreadZ(movingItems, z, others.find((other) => other.z > z)?.z ?? z + 1)
    : spreadZ(movingItems, others.findLast((other) => other.z < z)?.z ?? z - 1, z);
}

/** Spreads items evenly between two heights, in their order. */
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
  // Raise everything above to make room.
  const raisedHeights = others.slice(index).map(({ key, z }): [string, number] => [key, z + 1]);
  return [...spreadZ(movingItems, from, to + 1), ...raisedHeights];
}
