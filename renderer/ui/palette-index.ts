import { foldText } from '#markdown/fold-text.ts';

import { BESIDE_TITLE, INSIDE_WORD, toLetterBits, matchWord, NO_MATCH, toQueryWord, TYPO } from './word-match.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MAX_WORDS = 8;
const MAX_LENGTH = 200;
/** The cost of an item that does not match. */
const UNMATCHED = 0xffff;
const ITEMS_PER_CHECK = 32;

export const getFoldedWords = (text: string): string[] => foldText(text).match(WORD) ?? [];

/** Returns the words of a query that are searched for. */
export const getQueryWords = (query: string): string[] =>
  [...new Set(getFoldedWords(query.slice(0, MAX_LENGTH)))].slice(0, MAX_WORDS);

export interface IndexedItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly keywords?: string | undefined;
  /** ISO time of the last change, empty if unknown; pages and commands have none. */
  readonly at?: string | undefined;
}

interface Match<Item> {
  readonly item: Item;
  readonly hasTypo: boolean;
}

interface Candidate<Item> extends Match<Item> {
  readonly cost: number;
  readonly recentRank: number;
}

const hasSameTexts = (a: IndexedItem, b: IndexedItem): boolean =>
  a.title === b.title && a.subtitle === b.subtitle && a.keywords === b.keywords;

/**
 * Finds palette items by words in any order, with typos. `set` takes the items and `indexQueued` indexes them in steps;
 * items not indexed yet are not found. An item with unchanged texts is not indexed again.
 */
export class PaletteIndex<Item extends IndexedItem> {
  #items: (Item | undefined)[] = [];
  /** The folded words of each title. */
  #titles: string[] = [];
  #numbers = new Map<string, number>();
  #queue: readonly Item[] = [];
  #queueIndex = 0;
  #words: string[] = [];
  #letterBits: number[] = [];
  /** The items with each word: twice their number, plus one if the word is not in the title. */
  #entriesByWord: number[][] = [];
  #wordNumbers = new Map<string, number>();
  #initials = new Map<string, number[]>();

  /** Replaces the items. */
  set(items: readonly Item[]): void {
    const reusedNumbers = new Map<string, number>();
    const isUnchanged = (item: Item): boolean => {
      const number = this.#numbers.get(item.id);
      const indexedItem = number === undefined ? undefined : this.#items[number];
      if (number === undefined || !indexedItem || !hasSameTexts(item, indexedItem)) return false;
      reusedNumbers.set(item.id, number);
      return true;
    };
    const changedItems = items.filter((item) => !isUnchanged(item));
    if (reusedNumbers.size * 2 < this.#items.length) this.#clear();
    const isCleared = this.#items.length === 0;
    this.#queue = isCleared ? items : changedItems;
    this.#queueIndex = 0;
    if (isCleared) return;
    this.#numbers = reusedNumbers;
    this.#items.fill(undefined);
    for (const item of items) {
      const number = reusedNumbers.get(item.id);
      if (number !== undefined) this.#items[number] = item;
    }
  }

  /** Indexes items until `mayContinue`, called after every few, returns false. Returns whether all are indexed. */
  indexQueued(mayContinue: () => boolean = () => true): boolean {
    while (this.#queueIndex < this.#queue.length) {
      const item = this.#queue[this.#queueIndex];
      this.#queueIndex += 1;
      if (item) this.#add(item);
      if (this.#queueIndex % ITEMS_PER_CHECK === 0 && !mayContinue()) break;
    }
    return this.#queueIndex >= this.#queue.length;
  }

  /**
   * Returns the best items: beginnings of words before other parts of them, typos last. Among equal matches, recently
   * used ones come first, then those without a date, then the newest. `recentIds` begins with the newest.
   */
  find(query: string, recentIds: readonly string[], count: number): Match<Item>[] {
    const words = getQueryWords(query);
    if (words.length === 0) return [];
    const costs = this.#computeCosts(words);
    const phrase = getFoldedWords(query).join(' ');
    const ranks = new Map(recentIds.map((id, rank) => [this.#numbers.get(id), rank]));
    const best: Candidate<Item>[] = [];
    costs.forEach((wordCost, number) => {
      const item = wordCost === UNMATCHED ? undefined : this.#items[number];
      if (!item) return;
      const cost = 4 * wordCost + this.#getTitleCost(number, phrase);
      if (best.length === count && cost > (best.at(-1)?.cost ?? 0)) return;
      insert(best, { item, hasTypo: wordCost >= TYPO, cost, recentRank: ranks.get(number) ?? recentIds.length }, count);
    });
    return best;
  }

  #clear(): void {
    this.#items = [];
    this.#titles = [];
    this.#words = [];
    this.#letterBits = [];
    this.#entriesByWord = [];
    this.#numbers = new Map();
    this.#wordNumbers = new Map();
    this.#initials = new Map();
  }

  #add(item: Item): void {
    const number = this.#items.length;
    const title = getFoldedWords(item.title);
    this.#items.push(item);
    this.#titles.push(title.join(' '));
    this.#numbers.set(item.id, number);
    for (const word of title) this.#addWord(word, 2 * number);
    for (const word of getFoldedWords(`${item.subtitle ?? ''} ${item.keywords ?? ''}`))
      this.#addWord(word, 2 * number + 1);
    if (item.at === undefined && title.length > 1) this.#addInitials(title, number);
  }

  #addWord(word: string, entry: number): void {
    const wordNumber = this.#wordNumbers.get(word);
    if (wordNumber !== undefined) {
      this.#entriesByWord[wordNumber]?.push(entry);
      return;
    }
    this.#wordNumbers.set(word, this.#words.length);
    this.#words.push(word);
    this.#letterBits.push(toLetterBits(word));
    this.#entriesByWord.push([entry]);
  }

  /** Pages and commands are found by their initials: "ns" finds "New script". */
  #addInitials(title: readonly string[], number: number): void {
    const initials = title.map((word) => word.slice(0, 1)).join('');
    const list = this.#initials.get(initials);
    if (list) list.push(number);
    else this.#initials.set(initials, [number]);
  }

  /** Returns the summed cost of the words for each item. */
  #computeCosts(words: readonly string[]): Uint16Array {
    const sums = new Uint16Array(this.#items.length);
    const costs = new Uint8Array(this.#items.length);
    for (const word of words) {
      this.#computeWordCosts(word, costs.fill(NO_MATCH));
      for (let number = 0; number < sums.length; number += 1) {
        const [sum, cost] = [sums[number] ?? UNMATCHED, costs[number] ?? NO_MATCH];
        sums[number] = sum === UNMATCHED || cost === NO_MATCH ? UNMATCHED : sum + cost;
      }
    }
    return sums;
  }

  #computeWordCosts(word: string, costs: Uint8Array): void {
    const query = toQueryWord(word);
    this.#words.forEach((indexedWord, index) => {
      const cost = matchWord(query, indexedWord, this.#letterBits[index] ?? 0);
      if (cost === NO_MATCH) return;
      for (const entry of this.#entriesByWord[index] ?? []) {
        const entryCost = entry & 1 ? cost + BESIDE_TITLE : cost;
        if (entryCost < (costs[entry >> 1] ?? 0)) costs[entry >> 1] = entryCost;
      }
    });
    if (word.length < 2) return;
    for (const [initials, numbers] of this.#initials) {
      if (!initials.startsWith(word)) continue;
      for (const number of numbers) costs[number] = Math.min(costs[number] ?? NO_MATCH, INSIDE_WORD);
    }
  }

  #getTitleCost(number: number, phrase: string): number {
    const title = this.#titles[number] ?? '';
    if (!title.startsWith(phrase)) return 2;
    return title.length === phrase.length ? 0 : 1;
  }
}

function isBefore(a: Candidate<IndexedItem>, b: Candidate<IndexedItem>): boolean {
  if (a.cost !== b.cost) return a.cost < b.cost;
  if (a.recentRank !== b.recentRank) return a.recentRank < b.recentRank;
  const [changedAt, otherChangedAt] = [a.item.at, b.item.at];
  if (changedAt === otherChangedAt || otherChangedAt === undefined) return false;
  return changedAt === undefined || changedAt > otherChangedAt;
}

/** Inserts a candidate in order and keeps the best `count`. */
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
