import type { Snippet } from 'svelte';

import { FoldedText } from '#markdown/folded-text.ts';

import { foldedWords, type IndexedItem, PaletteIndex, queryWords } from './palette-index.ts';
import type { IconType } from './types.ts';
import { lettersOf, matchWord, NO_MATCH, PREFIX, queryWord, type QueryWord } from './word-match.ts';

export interface PaletteItem extends IndexedItem {
  readonly icon?: IconType | undefined;
  /** Replaces the icon by a 16:9 picture. */
  readonly image?: string | undefined;
  readonly shortcut?: string | undefined;
  /** Says what running it costs: "7 credits" or "free". */
  readonly cost?: string | undefined;
  readonly trail?: Snippet | undefined;
  /** Stays in the results whatever is typed, because it is made from the query itself (create, search). */
  readonly always?: boolean | undefined;
  /** `beside` is true if the mod key was held. */
  readonly run: (how: { readonly beside: boolean }) => void;
}

export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly items: readonly PaletteItem[];
  /** Holds the items, for groups with many of them. */
  readonly index?: PaletteIndex<PaletteItem> | undefined;
}

export interface PaletteHit {
  readonly item: PaletteItem;
  /** Splits the title into pieces, and marks those that match the query. */
  readonly title: readonly TitlePiece[];
}

export interface TitlePiece {
  readonly text: string;
  readonly matches: boolean;
}

const PER_GROUP = 8;

const plain = (item: PaletteItem): PaletteHit => ({ item, title: [{ text: item.title, matches: false }] });

/** Marks in a title what matches the words of a query: the beginning of a word rather than the middle of one. */
function markTitle(title: string, words: readonly QueryWord[]): TitlePiece[] {
  const folded = new FoldedText(title);
  const places = words
    .flatMap((word) => placeIn(folded, word) ?? initialsIn(folded, word.text, words.length))
    .toSorted((a, b) => a.from - b.from);
  const pieces: TitlePiece[] = [];
  let end = 0;
  for (const { from, to } of places) {
    if (from > end) pieces.push({ text: title.slice(end, from), matches: false });
    if (to > end) pieces.push({ text: title.slice(Math.max(from, end), to), matches: true });
    end = Math.max(end, to);
  }
  if (end < title.length || pieces.length === 0) pieces.push({ text: title.slice(end), matches: false });
  return pieces;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Returns the best match of a word; the whole word of the title if the match has a typo. */
function placeIn(folded: FoldedText, query: QueryWord): Place | null {
  let [lowest, best] = [NO_MATCH, null as Place | null];
  let at = 0;
  for (const word of wordsOf(folded)) {
    at = folded.text.indexOf(word, at);
    const cost = matchWord(query, word, lettersOf(word));
    if (cost < lowest) {
      const from = cost === PREFIX ? at : at + Math.max(0, word.indexOf(query.text));
      const length = word.includes(query.text) ? query.text.length : word.length;
      [lowest, best] = [cost, folded.getPlace(from, from + length)];
    }
    at += word.length;
  }
  return best;
}

/** Returns the initials that a query of one word consists of. */
function initialsIn(folded: FoldedText, text: string, words: number): Place[] {
  const titleWords = wordsOf(folded);
  const initials = titleWords.map((word) => word.slice(0, 1)).join('');
  if (words > 1 || text.length < 2 || !initials.startsWith(text)) return [];
  let at = 0;
  return titleWords.slice(0, text.length).map((word) => {
    const from = folded.text.indexOf(word, at);
    at = from + word.length;
    return folded.getPlace(from, from + 1);
  });
}

const wordsOf = ({ text }: FoldedText): string[] => foldedWords(text);

function indexOf({ items, index }: PaletteGroup): PaletteIndex<PaletteItem> {
  if (index) return index;
  const own = new PaletteIndex<PaletteItem>();
  own.set(items.filter(({ always }) => !always));
  own.work();
  return own;
}

interface FoundGroup {
  readonly group: PaletteGroup;
  readonly hits: readonly PaletteHit[];
  /** Tells how well the best of them matches; null for items made from the query. */
  readonly hasTypo: boolean | null;
}

function findIn(group: PaletteGroup, query: string, recent: readonly string[]): FoundGroup {
  const always = group.items.filter((item) => item.always).map(plain);
  const found = indexOf(group).find(query, recent, PER_GROUP);
  const words = queryWords(query).map(queryWord);
  const matching = found.map(({ item }) => ({ item, title: markTitle(item.title, words) }));
  return { group, hits: [...always, ...matching].slice(0, PER_GROUP), hasTypo: found[0]?.hasTypo ?? null };
}

/** Shows recently used items first, else those of the list in its order. */
function firstOf(group: PaletteGroup, recent: readonly string[]): FoundGroup {
  const ranks = new Map(recent.map((id, rank) => [id, rank]));
  const rankOf = ({ id }: PaletteItem): number => ranks.get(id) ?? recent.length;
  const used = group.items.filter(({ id }) => ranks.has(id)).toSorted((a, b) => rankOf(a) - rankOf(b));
  const others = group.items.slice(0, PER_GROUP + used.length).filter(({ id }) => !ranks.has(id));
  return { group, hits: [...used, ...others].slice(0, PER_GROUP).map(plain), hasTypo: null };
}

/**
 * Returns the groups in display order, without empty ones, with at most eight items each, the best first. A group whose
 * matches all have typos comes after those with exact ones. `recent` holds ids of used items, newest first.
 */
export function filterGroups(
  groups: readonly PaletteGroup[],
  query: string,
  recent: readonly string[],
): { group: PaletteGroup; hits: readonly PaletteHit[] }[] {
  const isEmpty = query.trim() === '';
  const find = (group: PaletteGroup): FoundGroup => (isEmpty ? firstOf(group, recent) : findIn(group, query, recent));
  const found = groups.map(find).filter(({ hits }) => hits.length > 0);
  const exact = found.findLastIndex(({ hasTypo }) => hasTypo === false) + 1;
  const isBehind = ({ hasTypo }: FoundGroup, place: number): boolean => place < exact && hasTypo === true;
  return [
    ...found.slice(0, exact).filter((group, place) => !isBehind(group, place)),
    ...found.filter(isBehind),
    ...found.slice(exact),
  ];
}
