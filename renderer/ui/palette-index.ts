import { foldText } from '#markdown/fold-text.ts';

import { BESIDE_TITLE, INSIDE, lettersOf, matchWord, NO_MATCH, queryWord, TYPO } from './word-match.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MAX_WORDS = 8;
const MAX_LENGTH = 200;
/** Is the cost of an item that does not match. */
const NONE = 0xffff;
const CHECK_TIME_AFTER = 32;

export const foldedWords = (text: string): string[] => foldText(text).match(WORD) ?? [];

/** Returns the words of a query that are searched for. */
export const queryWords = (query: string): string[] =>
  [...new Set(foldedWords(query.slice(0, MAX_LENGTH)))].slice(0, MAX_WORDS);

export interface IndexedItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly keywords?: string | undefined;
  /** Is the ISO time of the last change, empty if unknown; pages and commands have none. */
  readonly at?: string | undefined;
}

interface Found<Item> {
  readonly item: Item;
  readonly hasTypo: boolean;
}

interface Candidate<Item> extends Found<Item> {
  readonly cost: number;
  readonly recent: number;
}

const hasSameTexts = (one: IndexedItem, other: IndexedItem): boolean =>
  one.title === other.title && one.subtitle === other.subtitle && one.keywords === other.keywords;

/**
 * Finds palette items by words in any order, with typos. `set` takes the items and `work` indexes them in steps; what is
 * not indexed yet is not found. An item whose texts stay the same is not indexed again.
 */
export class PaletteIndex<Item extends IndexedItem> {
  #items: (Item | undefined)[] = [];
  /** Holds the folded words of each title. */
  #titles: string[] = [];
  #numbers = new Map<string, number>();
  #waiting: readonly Item[] = [];
  #next = 0;
  #words: string[] = [];
  #letters: number[] = [];
  /** Holds for each word the items that have it: twice their number, plus one if it is only beside the title. */
  #lists: number[][] = [];
  #wordNumbers = new Map<string, number>();
  #initials = new Map<string, number[]>();

  /** Replaces the items. */
  set(items: readonly Item[]): void {
    const kept = new Map<string, number>();
    const isKnown = (item: Item): boolean => {
      const number = this.#numbers.get(item.id);
      const known = number === undefined ? undefined : this.#items[number];
      if (number === undefined || !known || !hasSameTexts(item, known)) return false;
      kept.set(item.id, number);
      return true;
    };
    const waiting = items.filter((item) => !isKnown(item));
    if (kept.size * 2 < this.#items.length) this.#clear();
    const isCleared = this.#items.length === 0;
    this.#waiting = isCleared ? items : waiting;
    this.#next = 0;
    if (isCleared) return;
    this.#numbers = kept;
    this.#items.fill(undefined);
    for (const item of items) {
      const number = kept.get(item.id);
      if (number !== undefined) this.#items[number] = item;
    }
  }

  /** Indexes items until `mayGoOn`, asked after every few, returns false. Returns whether all are indexed. */
  work(mayGoOn: () => boolean = () => true): boolean {
    while (this.#next < this.#waiting.length) {
      const item = this.#waiting[this.#next];
      this.#next += 1;
      if (item) this.#add(item);
      if (this.#next % CHECK_TIME_AFTER === 0 && !mayGoOn()) break;
    }
    return this.#next >= this.#waiting.length;
  }

  /**
   * Returns the best items: beginnings of words before other parts of them, typos last. Where they match equally well,
   * recently used ones come first, then those without a date, then the newest. `recent` holds ids, newest first.
   */
  find(query: string, recent: readonly string[], count: number): Found<Item>[] {
    const words = queryWords(query);
    if (words.length === 0) return [];
    const costs = this.#costs(words);
    const phrase = foldedWords(query).join(' ');
    const ranks = new Map(recent.map((id, rank) => [this.#numbers.get(id), rank]));
    const best: Candidate<Item>[] = [];
    costs.forEach((wordCost, number) => {
      const item = wordCost === NONE ? undefined : this.#items[number];
      if (!item) return;
      const cost = 4 * wordCost + this.#titleCost(number, phrase);
      if (best.length === count && cost > (best.at(-1)?.cost ?? 0)) return;
      insert(best, { item, hasTypo: wordCost >= TYPO, cost, recent: ranks.get(number) ?? recent.length }, count);
    });
    return best;
  }

  #clear(): void {
    this.#items = [];
    this.#titles = [];
    this.#words = [];
    this.#letters = [];
    this.#lists = [];
    this.#numbers = new Map();
    this.#wordNumbers = new Map();
    this.#initials = new Map();
  }

  #add(item: Item): void {
    const number = this.#items.length;
    const title = foldedWords(item.title);
    this.#items.push(item);
    this.#titles.push(title.join(' '));
    this.#numbers.set(item.id, number);
    for (const word of title) this.#addWord(word, 2 * number);
    for (const word of foldedWords(`${item.subtitle ?? ''} ${item.keywords ?? ''}`))
      this.#addWord(word, 2 * number + 1);
    if (item.at === undefined && title.length > 1) this.#addInitials(title, number);
  }

  #addWord(word: string, entry: number): void {
    const known = this.#wordNumbers.get(word);
    if (known !== undefined) {
      this.#lists[known]?.push(entry);
      return;
    }
    this.#wordNumbers.set(word, this.#words.length);
    this.#words.push(word);
    this.#letters.push(lettersOf(word));
    this.#lists.push([entry]);
  }

  /** Pages and commands are found by their initials: "ns" finds "New script". */
  #addInitials(title: readonly string[], number: number): void {
    const initials = title.map((word) => word.slice(0, 1)).join('');
    const list = this.#initials.get(initials);
    if (list) list.push(number);
    else this.#initials.set(initials, [number]);
  }

  /** Returns the sum of what the words cost for each item. */
  #costs(words: readonly string[]): Uint16Array {
    const sums = new Uint16Array(this.#items.length);
    const costs = new Uint8Array(this.#items.length);
    for (const word of words) {
      this.#wordCosts(word, costs.fill(NO_MATCH));
      for (let number = 0; number < sums.length; number += 1) {
        const [sum, cost] = [sums[number] ?? NONE, costs[number] ?? NO_MATCH];
        sums[number] = sum === NONE || cost === NO_MATCH ? NONE : sum + cost;
      }
    }
    return sums;
  }

  #wordCosts(word: string, costs: Uint8Array): void {
    const query = queryWord(word);
    this.#words.forEach((other, at) => {
      const cost = matchWord(query, other, this.#letters[at] ?? 0);
      if (cost === NO_MATCH) return;
      for (const entry of this.#lists[at] ?? []) {
        const own = entry & 1 ? cost + BESIDE_TITLE : cost;
        if (own < (costs[entry >> 1] ?? 0)) costs[entry >> 1] = own;
      }
    });
    if (word.length < 2) return;
    for (const [initials, numbers] of this.#initials) {
      if (!initials.startsWith(word)) continue;
      for (const number of numbers) costs[number] = Math.min(costs[number] ?? NO_MATCH, INSIDE);
    }
  }

  #titleCost(number: number, phrase: string): number {
    const title = this.#titles[number] ?? '';
    if (!title.startsWith(phrase)) return 2;
    return title.length === phrase.length ? 0 : 1;
  }
}

function isBefore(one: Candidate<IndexedItem>, other: Candidate<IndexedItem>): boolean {
  if (one.cost !== other.cost) return one.cost < other.cost;
  if (one.recent !== other.recent) return one.recent < other.recent;
  const [at, otherAt] = [one.item.at, other.item.at];
  if (at === otherAt || otherAt === undefined) return false;
  return at === undefined || at > otherAt;
}

/** Puts a candidate at its place among the best ones, of which at most `count` stay. */
function insert<Item extends IndexedItem>(best: Candidate<Item>[], candidate: Candidate<Item>, count: number): void {
  let place = best.length;
  while (place > 0) {
    const before = best[place - 1];
    if (!before || !isBefore(candidate, before)) break;
    place -= 1;
  }
  if (place >= count) return;
  best.splice(place, 0, candidate);
  if (best.length > count) best.pop();
}
