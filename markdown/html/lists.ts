import { type Content, createElement, type Element, isBlank, isElement, getProperty } from './hast.ts';

/** An item of a list, wherever the page has it. */
interface Entry {
  /** Counts from 1. */
  level: number;
  /** True if the page says the level, instead of showing it by nesting. */
  readonly hasOwnLevel: boolean;
  readonly kind: 'ol' | 'ul';
  /** Lists the numbers the item can have, the likelier one first; empty if it just continues. */
  readonly numbers: readonly number[];
  readonly item: Element;
}

const isList = (node: Content): node is Element & { tagName: 'ul' | 'ol' } =>
  node.type === 'element' && (node.tagName === 'ul' || node.tagName === 'ol');
const isItem = (node: Content): node is Element & { tagName: 'li' } => node.type === 'element' && node.tagName === 'li';

/** Returns whether a node holds nothing but lists, like the boxes around them. */
const isWrapper = (node: Content): node is Element & { tagName: 'div' } =>
  node.type === 'element' &&
  /^(?:div|section|article|center|form)$/.test(node.tagName) &&
  node.children.some((child) => !isBlank(child)) &&
  node.children.every((child) => isBlank(child) || isList(child) || isItem(child) || isWrapper(child));

/** Reads the level in the name that Google Docs gives the lists of an exported page. */
function readExportedLevel(list: Element): number {
  const classes = getProperty(list, 'className');
  const level = /\blst-kix_\w+-(\d+)/.exec(classes)?.[1];
  return level === undefined ? 0 : Number(level) + 1;
}

function createCounter(list: Element): (item: Element) => readonly number[] {
  if (list.tagName === 'ul') return () => [];
  const items = list.children.filter(isItem).length;
  const isReversed = getProperty(list, 'reversed') !== '';
  let next = Number.parseInt(getProperty(list, 'start'), 10);
  if (Number.isNaN(next)) next = isReversed ? items : 1;
  return (item) => {
    const value = getProperty(item, 'value');
    const number = value === '' ? next : Number(value);
    next = number + (isReversed ? -1 : 1);
    return [number];
  };
}

function getEntry(item: Element, kind: 'ol' | 'ul', level: number, numbers: readonly number[]): Entry {
  const ownLevel = Number(getProperty(item, 'level'));
  const ownKind = getProperty(item, 'kind');
  const ownNumbers = getProperty(item, 'numbers');
  return {
    level: ownLevel || level,
    hasOwnLevel: ownLevel > 0,
    kind: ownKind === 'ol' || ownKind === 'ul' ? ownKind : kind,
    numbers: ownNumbers === '' ? (ownKind === '' ? numbers : []) : ownNumbers.split(' ').map(Number),
    item,
  };
}

const containsOnlyLists = (item: Element): boolean =>
  item.children.some(isList) && item.children.every((child) => isBlank(child) || isList(child) || isWrapper(child));

/** Collects the items of a list; content between them belongs to the item before. */
function getEntries(list: Element, depth: number): Entry[] {
  const entries: Entry[] = [];
  const getNumbers = createCounter(list);
  const exportedLevelOfList = readExportedLevel(list);
  const level = exportedLevelOfList || depth;
  const kind = list.tagName === 'ol' ? 'ol' : 'ul';
  // A list without any item was used to indent its paragraphs.
  const hasItems = list.children.some((child) => isItem(child) || isList(child) || isWrapper(child));
  const readNodes = (nodes: readonly Content[]): void => {
    for (const node of nodes) {
      if (isBlank(node)) continue;
      if (isList(node) || (isItem(node) && containsOnlyLists(node))) {
        const inner = isList(node) ? [node] : node.children.filter(isList);
        entries.push(...inner.flatMap((innerList) => getEntries(innerList, depth + 1)));
      } else if (isItem(node)) {
        const entry = getEntry(node, kind, level, getNumbers(node));
        entries.push(exportedLevelOfList > 0 ? { ...entry, hasOwnLevel: true } : entry);
      } else if (isWrapper(node)) readNodes(node.children);
      else {
        const last = hasItems ? entries.at(-1) : undefined;
        if (last) last.item.children.push(node);
        else entries.push(getEntry(createElement('li', [node]), kind, level, getNumbers(createElement('li', []))));
      }
    }
  };
  readNodes(list.children);
  return entries;
}

/** Returns the items of a node that is a list, an item or a box around them; null if it is none of them. */
function findItems(node: Content): Entry[] | null {
  if (isList(node)) return getEntries(node, 1);
  if (isItem(node)) return [getEntry(node, 'ul', 1, [])];
  return isWrapper(node) ? node.children.flatMap((child) => findItems(child) ?? []) : null;
}

/** Lets no item be deeper than the first ones allow. */
function normalizeLevels(entries: readonly Entry[]): void {
  const minLevel = Math.min(...entries.map((entry) => entry.level));
  const shift = (entries[0]?.level ?? minLevel) - minLevel;
  for (const entry of entries) {
    if (entry.level === minLevel) return;
    entry.level = Math.max(minLevel, entry.level - shift);
  }
}

interface OpenList {
  readonly level: number;
  readonly list: Element;
  /** The position of the list. */
  readonly place: Content[];
  next: number;
}

/** Builds nested lists of items. A number that does not go on begins another list. */
function buildLists(entries: readonly Entry[]): Content[] {
  normalizeLevels(entries);
  const result: Content[] = [];
  const openLists: OpenList[] = [];
  for (const { item, kind, level, numbers } of entries) {
    while ((openLists.at(-1)?.level ?? 0) > level) openLists.pop();
    let current = openLists.at(-1);
    const continuesList =
      current?.level === level &&
      current.list.tagName === kind &&
      (numbers.length === 0 || numbers.includes(current.next));
    if (!current || !continuesList) {
      const siblings =
        current?.level === level
          ? current.place
          : ((current?.list.children.at(-1) as Element | undefined)?.children ?? result);
      if (current?.level === level) openLists.pop();
      const start = numbers[0] ?? 1;
      current = { level, list: createElement(kind, [], kind === 'ol' ? { start } : {}), place: siblings, next: start };
      siblings.push(current.list);
      openLists.push(current);
    }
    const done = getProperty(item, 'done');
    current.list.children.push(createElement('li', withLists(item.children), done === '' ? {} : { done }));
    current.next += 1;
  }
  return result;
}

/** Returns whether items go on in the lists before them. */
const continuesEntries = (before: readonly Entry[], next: readonly Entry[]): boolean =>
  (before.every(({ hasOwnLevel }) => hasOwnLevel) && next.every(({ hasOwnLevel }) => hasOwnLevel)) ||
  (next[0]?.level ?? 1) > 1;

/** Matches the classes of Notion's lists, each of which has one item. */
const ONE_ITEM = /\b(?:to-do|bulleted|numbered)-list\b/;
const getOneItemKind = (node: Content): string | undefined =>
  isList(node) ? ONE_ITEM.exec(getProperty(node, 'className'))?.[0] : undefined;

/** Gives all lists their proper shape: items in lists, nested lists in items. */
export function withLists(nodes: readonly Content[]): Content[] {
  const result: Content[] = [];
  let entries: Entry[] = [];
  let kind: string | undefined;
  const flush = (): void => {
    if (entries.length > 0) result.push(...buildLists(entries));
    entries = [];
  };
  for (const node of nodes) {
    if (entries.length > 0 && isBlank(node)) continue;
    const items = findItems(node);
    if (items) {
      const isSingleItem = isItem(node) && entries.length > 0;
      const nodeKind = getOneItemKind(node);
      const isSameList = nodeKind !== undefined && nodeKind === kind;
      if (entries.length > 0 && !isSingleItem && !isSameList && !continuesEntries(entries, items)) flush();
      kind = nodeKind;
      entries.push(...items);
      continue;
    }
    flush();
    result.push(isElement(node) ? { ...node, children: withLists(node.children) } : node);
  }
  flush();
  return result;
}
