import { overlap } from './geometry.ts';
import type { Item } from './items.ts';

export type Layer = 'front' | 'back' | 'forward' | 'backward';

const heights = (items: readonly Item[]): number[] => items.map(({ z }) => z);

function touching(moving: readonly Item[], rest: readonly Item[], to: 'forward' | 'backward'): Item[] {
  const [high, low] = [Math.max(...heights(moving)), Math.min(...heights(moving))];
  const beyond = rest.filter(({ z }) => (to === 'forward' ? z > high : z < low));
  const touched = beyond.filter((one) => moving.some((item) => overlap(one, item)));
  const next = to === 'forward' ? touched.at(0) : touched.at(-1);
  return next ? [next] : [];
}

/**
 * Returns new z values for the selection, or none if nothing changes. `items` must be sorted from the lowest to the
 * highest.
 */
export function restacked(items: readonly Item[], chosen: ReadonlySet<string>, to: Layer): [string, number][] {
  const moving = items.filter(({ key }) => chosen.has(key));
  const rest = items.filter(({ key }) => !chosen.has(key));
  if (moving.length === 0 || rest.length === 0) return [];
  const next = to === 'front' || to === 'back' ? rest : touching(moving, rest, to);
  if (next.length === 0) return [];
  const up = to === 'front' || to === 'forward';
  const edge = to === 'forward' ? Math.min(...heights(next)) : Math.max(...heights(next));
  const low = Math.min(...heights(next));
  const beyond = heights(rest).filter((z) => (up ? z > edge : z < (to === 'back' ? low : edge)));
  const from = up ? edge : beyond.length > 0 ? Math.max(...beyond) : (to === 'back' ? low : edge) - 1;
  const until = up ? (beyond.length > 0 ? Math.min(...beyond) : edge + 1) : to === 'back' ? low : edge;
  return spread(moving, from, until);
}

function spread(moving: readonly Item[], from: number, until: number): [string, number][] {
  const step = (until - from) / (moving.length + 1);
  return moving.map(({ key }, index) => [key, from + step * (index + 1)]);
}

/** Two heights nearer than this leave no room between them. */
const MIN_GAP = 1e-6;

/**
 * Returns new z values that put some items, in their order, right above the lowest `index` of all others; none if the
 * order stays. `items` must be sorted from the lowest to the highest.
 */
export function restackedAt(items: readonly Item[], keys: ReadonlySet<string>, index: number): [string, number][] {
  const moving = items.filter(({ key }) => keys.has(key));
  const rest = items.filter(({ key }) => !keys.has(key));
  const after = [...rest.slice(0, index), ...moving, ...rest.slice(index)];
  if (after.every((item, at) => item === items[at])) return [];
  const [below, above] = [rest[index - 1], rest[index]];
  const from = below?.z ?? (above?.z ?? 0) - 1;
  const until = above?.z ?? from + 1;
  if (until - from > MIN_GAP) return spread(moving, from, until);
  // Everything above makes room.
  const raised = rest.slice(index).map(({ key, z }): [string, number] => [key, z + 1]);
  return [...spread(moving, from, until + 1), ...raised];
}
