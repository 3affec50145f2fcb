import { type Content, element, type Element, isBlank, isElement, property } from './hast.ts';

/** May stand anywhere in the page. */
interface Entry {
  /** Counts from 1. */
  level: number;
  /** Tells whether the page says the level, instead of showing it by nesting. */
  readonly hasOwnLevel: boolean;
  readonly kind: 'ol' | 'ul';
  /** Lists the numbers the item can have, the likelier one first; empty if it just goes on. */
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
function exportedLevel(list: Element): number {
  const classes = property(list, 'className');
  const level = /\blst-kix_\w+-(\d+)/.exec(classes)?.[1];
  return level === undefined ? 0 : Number(level) + 1;
}

/** Counts the items of an ordered list. */
function counter(list: Element): (item: Element) => readonly number[] {
  if (list.tagName === 'ul') return () => [];
  const items = list.children.filter(isItem).length;
  const isDown = property(list, 'reversed') !== '';
  let next = Number.parseInt(property(list, 'start'), 10);
  if (Number.isNaN(next)) next = isDown ? items : 1;
  return (item) => {
    const value = property(item, 'value');
    const number = value === '' ? next : Number(value);
    next = number + (isDown ? -1 : 1);
    return [number];
  };
}

function entryOf(item: Element, kind: 'ol' | 'ul', level: number, numbers: readonly number[]): Entry {
  const ownLevel = Number(property(item, 'level'));
  const own = property(item, 'kind');
  const marked = property(item, 'numbers');
  return {
    level: ownLevel || level,
    hasOwnLevel: ownLevel > 0,
    kind: own === 'ol' || own === 'ul' ? own : kind,
    numbers: marked === '' ? (own === '' ? numbers : []) : marked.split(' ').map(Number),
    item,
  };
}

const onlyLists = (item: Element): boolean =>
  item.children.some(isList) && item.children.every((child) => isBlank(child) || isList(child) || isWrapper(child));

/** Collects the items of a list; what stands between them belongs to the item before. */
function entriesOf(list: Element, depth: number): Entry[] {
  const entries: Entry[] = [];
  const numbersOf = counter(list);
  const exported = exportedLevel(list);
  const level = exported || depth;
  const kind = list.tagName === 'ol' ? 'ol' : 'ul';
  // A list without any item was used to indent its paragraphs.
  const hasItems = list.children.some((child) => isItem(child) || isList(child) || isWrapper(child));
  const read = (nodes: readonly Content[]): void => {
    for (const node of nodes) {
      if (isBlank(node)) continue;
      if (isList(node) || (isItem(node) && onlyLists(node))) {
        const inner = isList(node) ? [node] : node.children.filter(isList);
        entries.push(...inner.flatMap((one) => entriesOf(one, depth + 1)));
      } else if (isItem(node)) {
        const entry = entryOf(node, kind, level, numbersOf(node));
        entries.push(exported > 0 ? { ...entry, hasOwnLevel: true } : entry);
      } else if (isWrapper(node)) read(node.children);
      else {
        const last = hasItems ? entries.at(-1) : undefined;
        if (last) last.item.children.push(node);
        else entries.push(entryOf(element('li', [node]), kind, level, numbersOf(element('li', []))));
      }
    }
  };
  read(list.children);
  return entries;
}

/** Returns the items of a node that is a list, an item or a box around them; null if it is none of them. */
function itemsIn(node: Content): Entry[] | null {
  if (isList(node)) return entriesOf(node, 1);
  if (isItem(node)) return [entryOf(node, 'ul', 1, [])];
  return isWrapper(node) ? node.children.flatMap((child) => itemsIn(child) ?? []) : null;
}

/** Lets no item be deeper than the first ones allow. */
function level(entries: readonly Entry[]): void {
  const least = Math.min(...entries.map((entry) => entry.level));
  const shift = (entries[0]?.level ?? least) - least;
  for (const entry of entries) {
    if (entry.level === least) return;
    entry.level = Math.max(least, entry.level - shift);
  }
}

interface Open {
  readonly level: number;
  readonly list: Element;
  /** Holds the position of the list. */
  readonly place: Content[];
  next: number;
}

/** Builds nested lists of items. A number that does not go on begins another list. */
function build(entries: readonly Entry[]): Content[] {
  level(entries);
  const result: Content[] = [];
  const open: Open[] = [];
  for (const { item, kind, level, numbers } of entries) {
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    let top = open.at(-1);
    const goesOn =
      top?.level === level && top.list.tagName === kind && (numbers.length === 0 || numbers.includes(top.next));
    if (!top || !goesOn) {
      const place =
        top?.level === level ? top.place : ((top?.list.children.at(-1) as Element | undefined)?.children ?? result);
      if (top?.level === level) open.pop();
      const start = numbers[0] ?? 1;
      top = { level, list: element(kind, [], kind === 'ol' ? { start } : {}), place, next: start };
      place.push(top.list);
      open.push(top);
    }
    const done = property(item, 'done');
    top.list.children.push(element('li', withLists(item.children), done === '' ? {} : { done }));
    top.next += 1;
  }
  return result;
}

/** Returns whether items go on in the lists before them. */
const goesOn = (before: readonly Entry[], next: readonly Entry[]): boolean =>
  (before.every(({ hasOwnLevel }) => hasOwnLevel) && next.every(({ hasOwnLevel }) => hasOwnLevel)) ||
  (next[0]?.level ?? 1) > 1;

/** Matches the classes of Notion's lists, each of which has one item. */
const ONE_ITEM = /\b(?:to-do|bulleted|numbered)-list\b/;
const oneItemKind = (node: Content): string | undefined =>
  isList(node) ? ONE_ITEM.exec(property(node, 'className'))?.[0] : undefined;

/** Gives all lists their proper shape: items in lists, nested lists in items. */
export function withLists(nodes: readonly Content[]): Content[] {
  const result: Content[] = [];
  let entries: Entry[] = [];
  let kind: string | undefined;
  const flush = (): void => {
    if (entries.length > 0) result.push(...build(entries));
    entries = [];
  };
  for (const node of nodes) {
    if (entries.length > 0 && isBlank(node)) continue;
    const found = itemsIn(node);
    if (found) {
      const isLone = isItem(node) && entries.length > 0;
      const itsKind = oneItemKind(node);
      const isSameList = itsKind !== undefined && itsKind === kind;
      if (entries.length > 0 && !isLone && !isSameList && !goesOn(entries, found)) flush();
      kind = itsKind;
      entries.push(...found);
      continue;
    }
    flush();
    result.push(isElement(node) ? { ...node, children: withLists(node.children) } : node);
  }
  flush();
  return result;
}
