/** Arranges the items of a board as a tree of frames and groups, and finds where a moved row lands in the stacking. */
import type { Item } from './items.ts';
import { isInFrame } from './layers.ts';

export interface LayerNode {
  readonly key: string;
  /** Null for a group. */
  readonly item: Item | null;
  readonly parent: LayerNode | null;
  /** The items selected with it: the item, or all items of the group. */
  readonly members: readonly Item[];
  /** Its items and those of all nodes below it, from the lowest to the highest. */
  readonly all: readonly Item[];
  /** Sorted from the highest to the lowest. */
  readonly children: readonly LayerNode[];
}

export interface LayerRow {
  readonly node: LayerNode;
  readonly level: number;
  readonly position: number;
  readonly size: number;
  /** Undefined for rows without children. */
  readonly expanded: boolean | undefined;
}

export const groupKey = (group: string): string => `group:${group}`;

/** Returns the topmost frame below an item that contains its centre. */
function findFrame(item: Item, frames: readonly Item[]): Item | undefined {
  return frames.findLast((frame) => frame.z < item.z && isInFrame(frame, item));
}

function groupBy<Item, Key>(items: Iterable<Item>, getKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Returns the items of every group by its key; a group of one item is ignored. */
function findGroups(items: readonly Item[]): Map<string, Item[]> {
  const groups = [...groupBy(items, ({ group }) => group)];
  return new Map(
    groups.flatMap(([group, members]) =>
      group !== null && members.length > 1 ? [[groupKey(group), members] as const] : [],
    ),
  );
}

/** Returns the parent's key of every item and group that has one. */
function findParents(items: readonly Item[], groups: ReadonlyMap<string, readonly Item[]>): Map<string, string> {
  const frames = items.filter(({ kind }) => kind === 'frame');
  const parents = new Map<string, string>();
  for (const item of items) {
    const frame = findFrame(item, frames);
    if (frame) parents.set(item.key, frame.key);
  }
  for (const [group, members] of groups) {
    const keys = new Set(members.map(({ key }) => key));
    // An item in a frame of its own group is shown under that frame.
    const outsideMembers = members.filter(({ key }) => !keys.has(parents.get(key) ?? ''));
    const [frame, ...others] = new Set(outsideMembers.map(({ key }) => parents.get(key)));
    if (frame !== undefined && others.length === 0) parents.set(group, frame);
    for (const { key } of outsideMembers) parents.set(key, group);
  }
  return parents;
}

/** Returns the top of the tree, the highest first. `items` must be sorted from the lowest to the highest. */
export function buildLayerTree(items: readonly Item[]): LayerNode[] {
  const groups = findGroups(items);
  const parents = findParents(items, groups);
  const heights = new Map(items.map(({ key }, index) => [key, index]));
  const getHeight = ({ key }: Item): number => heights.get(key) ?? 0;
  const childKeys = groupBy([...items.map(({ key }) => key), ...groups.keys()], (key) => parents.get(key));
  const itemsByKey = new Map(items.map((item) => [item.key, item]));

  function buildNodes(parent: LayerNode | null): LayerNode[] {
    const nodes = (childKeys.get(parent?.key) ?? []).map((key) => {
      const item = itemsByKey.get(key) ?? null;
      const members = item ? [item] : (groups.get(key) ?? []);
      const node = { key, item, parent, members, all: members, children: [] as LayerNode[] };
      node.children = buildNodes(node);
      const all = new Set([...(item ? members : []), ...node.children.flatMap((child) => child.all)]);
      node.all = [...all].sort((a, b) => getHeight(a) - getHeight(b));
      return node;
    });
    const getTop = ({ all }: LayerNode): number => Math.max(...all.map(getHeight));
    return nodes.sort((a, b) => getTop(b) - getTop(a));
  }
  return buildNodes(null);
}

/** Returns the rows of a tree from top to bottom, without those folded away. */
export function createLayerRows(nodes: readonly LayerNode[], foldedKeys: ReadonlySet<string>, level = 1): LayerRow[] {
  return nodes.flatMap((node, index) => {
    const isExpanded = node.children.length > 0 ? !foldedKeys.has(node.key) : undefined;
    const row = { node, level, position: index + 1, size: nodes.length, expanded: isExpanded };
    return isExpanded ? [row, ...createLayerRows(node.children, foldedKeys, level + 1)] : [row];
  });
}

const NOTHING_FOLDED: ReadonlySet<string> = new Set();

export const isSelected = ({ members }: LayerNode, selection: ReadonlySet<string>): boolean =>
  members.every(({ key }) => selection.has(key));

/** A locked node keeps its height; locked items inside another node move along with it. */
const isLocked = ({ members }: LayerNode): boolean => members.every(({ locked }) => locked);

/** Returns the node that moves when this one is dragged: the selected parent it belongs to, or the node itself. */
export function findMovedNode(node: LayerNode, selection: ReadonlySet<string>): LayerNode | null {
  let movingNode = node;
  for (let current: LayerNode | null = node; current; current = current.parent)
    if (isSelected(current, selection)) movingNode = current;
  return isLocked(movingNode) ? null : movingNode;
}

/** Returns the keys of all items that move with the selection. */
export function getMovedKeys(tree: readonly LayerNode[], selection: ReadonlySet<string>): Set<string> {
  const nodes = createLayerRows(tree, NOTHING_FOLDED).map(({ node }) => node);
  const movingNodes = nodes.filter((node) => isSelected(node, selection) && findMovedNode(node, selection) !== null);
  return new Set(movingNodes.flatMap(({ all }) => all.map(({ key }) => key)));
}

/** A place between the children of one parent. */
export interface Drop {
  /** Number of children above it. */
  readonly gap: number;
  /** Key of the row that shows the place as a line at one of its edges. */
  readonly row: string;
  readonly edge: 'top' | 'bottom';
  readonly level: number;
}

/** Returns the place for a node nearest to a height in the list, in rows from its top. */
export function findDrop(rows: readonly LayerRow[], node: LayerNode, height: number): Drop | null {
  const siblings = rows.flatMap((row, index) => (row.node.parent?.key === node.parent?.key ? [{ row, index }] : []));
  const last = siblings.at(-1)?.row;
  if (!last) return null;
  const { level } = last;
  const end = rows.findLastIndex(({ node }) => {
    for (let ancestor: LayerNode | null = node; ancestor; ancestor = ancestor.parent)
      if (ancestor === last.node) return true;
    return false;
  });
  const edges = [...siblings.map(({ index }) => index), end + 1];
  const gap = edges.reduce((best, edge, index) => {
    return Math.abs(edge - height) < Math.abs((edges[best] ?? 0) - height) ? index : best;
  }, 0);
  const row = siblings[gap]?.row.node.key ?? rows[end]?.node.key ?? last.node.key;
  return { gap, row, edge: gap < siblings.length ? 'top' : 'bottom', level };
}

/**
 * Returns the number of unmoved items that end up below the moved ones; null if they cannot be placed. `items` must
 * be sorted from the lowest to the highest.
 */
export function getStackingIndex(
  items: readonly Item[],
  siblings: readonly LayerNode[],
  movingKeys: ReadonlySet<string>,
  gap: number,
): number | null {
  const unmovedItems = items.filter(({ key }) => !movingKeys.has(key));
  const otherItems = siblings.map(({ all }) => all.filter(({ key }) => !movingKeys.has(key)));
  const top = otherItems
    .slice(gap)
    .find((all) => all.length > 0)
    ?.at(-1);
  if (top) return unmovedItems.indexOf(top) + 1;
  const bottom = otherItems.slice(0, gap).findLast((all) => all.length > 0)?.[0];
  return bottom ? unmovedItems.indexOf(bottom) : null;
}

/** Returns the gap one step above or below the moved children of a parent. */
export function getStepGap(
  siblings: readonly LayerNode[],
  movingKeys: ReadonlySet<string>,
  step: 'up' | 'down',
): number {
  const isMoved = ({ all }: LayerNode): boolean => all.every(({ key }) => movingKeys.has(key));
  return step === 'up' ? Math.max(0, siblings.findIndex(isMoved) - 1) : siblings.findLastIndex(isMoved) + 2;
}
