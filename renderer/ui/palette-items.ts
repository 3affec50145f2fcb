import type { Snippet } from 'svelte';

import { FoldedText } from '#markdown/folded-text.ts';

import { getFoldedWords, type IndexedItem, PaletteIndex, getQueryWords } from './palette-index.ts';
import type { IconType } from './types.ts';
import { toLetterBits, matchWord, NO_MATCH, PREFIX, toQueryWord, type QueryWord } from './word-match.ts';

export interface PaletteItem extends IndexedItem {
  readonly icon?: IconType | undefined;
  /** Replaces the icon by a 16:9 picture. */
  readonly image?: string | undefined;
  readonly shortcut?: string | undefined;
  /** The cost of running it: "7 credits" or "free". */
  readonly cost?: string | undefined;
  readonly trail?: Snippet | undefined;
  /** Stays in the results whatever is typed, because it is made from the query itself (create, search). */
  readonly isAlwaysListed?: boolean | undefined;
  /** `beside` is true if the mod key was held. */
  readonly run: (how: { readonly beside: boolean }) => void;
}

export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly items: readonly PaletteItem[];
  /** An index of the items, for groups with many of them. */
  readonly index?: PaletteIndex<PaletteItem> | undefined;
}

export interface PaletteHit {
  readonly item: PaletteItem;
  /** The title in pieces, with those that match the query marked. */
  readonly title: readonly TitlePiece[];
}

export interface TitlePiece {
  readonly text: string;
  readonly matches: boolean;
}

const MAX_PER_GROUP = 8;

const toPlainHit = (item: PaletteItem): PaletteHit => ({ item, title: [{ text: item.title, matches: false }] });

/** Marks the parts of a title that match a query, preferring beginnings of words. */
function markTitle(title: string, words: readonly QueryWord[]): TitlePiece[] {
  const foldedTitle = new FoldedText(title);
  const places = words
    .flatMap((word) => findPlace(foldedTitle, word) ?? findInitials(foldedTitle, word.text, words.length))
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

/** Returns the place of the best match; a match with a typo covers the whole word. */
function findPlace(foldedText: FoldedText, query: QueryWord): Place | null {
  let [lowest, best] = [NO_MATCH, null as Place | null];
  let offset = 0;
  for (const word of getWords(foldedText)) {
    offset = foldedText.text.indexOf(word, offset);
    const cost = matchWord(query, word, toLetterBits(word));
    if (cost < lowest) {
      const from = cost === PREFIX ? offset : offset + Math.max(0, word.indexOf(query.text));
      const length = word.includes(query.text) ? query.text.length : word.length;
      [lowest, best] = [cost, foldedText.getPlace(from, from + length)];
    }
    offset += word.length;
  }
  return best;
}

/** Returns the places of the initials that a query of one word consists of. */
function findInitials(foldedText: FoldedText, text: string, wordCount: number): Place[] {
  const titleWords = getWords(foldedText);
  const initials = titleWords.map((word) => word.slice(0, 1)).join('');
  if (wordCount > 1 || text.length < 2 || !initials.startsWith(text)) return [];
  let offset = 0;
  return titleWords.slice(0, text.length).map((word) => {
    const from = foldedText.text.indexOf(word, offset);
    offset = from + word.length;
    return foldedText.getPlace(from, from + 1);
  });
}

const getWords = ({ text }: FoldedText): string[] => getFoldedWords(text);

function getIndex({ items, index }: PaletteGroup): PaletteIndex<PaletteItem> {
  if (index) return index;
  const temporary = new PaletteIndex<PaletteItem>();
  temporary.set(items.filter(({ isAlwaysListed }) => !isAlwaysListed));
  temporary.indexQueued();
  return temporary;
}

interface GroupHits {
  readonly group: PaletteGroup;
  readonly hits: readonly PaletteHit[];
  /** True if even the best match has a typo; null for items made from the query. */
  readonly hasTypo: boolean | null;
}

function findHits(group: PaletteGroup, query: string, recentIds: readonly string[]): GroupHits {
  const alwaysListed = group.items.filter((item) => item.isAlwaysListed).map(toPlainHit);
  const matches = getIndex(group).find(query, recentIds, MAX_PER_GROUP);
  const words = getQueryWords(query).map(toQueryWord);
  const matchHits = matches.map(({ item }) => ({ item, title: markTitle(item.title, words) }));
  return { group, hits: [...alwaysListed, ...matchHits].slice(0, MAX_PER_GROUP), hasTypo: matches[0]?.hasTypo ?? null };
}

/** Lists recently used items first, then the others in their order. */
function listRecent(group: PaletteGroup, recentIds: readonly string[]): GroupHits {
  const ranks = new Map(recentIds.map((id, rank) => [id, rank]));
  const getRank = ({ id }: PaletteItem): number => ranks.get(id) ?? recentIds.length;
  const recentItems = group.items.filter(({ id }) => ranks.has(id)).toSorted((a, b) => getRank(a) - getRank(b));
  const others = group.items.slice(0, MAX_PER_GROUP + recentItems.length).filter(({ id }) => !ranks.has(id));
  return { group, hits: [...recentItems, ...others].slice(0, MAX_PER_GROUP).map(toPlainHit), hasTypo: null };
}

/**
 * Returns the groups in display order, without empty ones, with at most eight items each, the best first. A group whose
 * matches all have typos comes after those with exact ones. `recentIds` begins with the item used last.
 */
export function filterGroups(
  groups: readonly PaletteGroup[],
  query: string,
  recentIds: readonly string[],
): { group: PaletteGroup; hits: readonly PaletteHit[] }[] {
  const isEmpty = query.trim() === '';
  const find = (group: PaletteGroup): GroupHits =>
    isEmpty ? listRecent(group, recentIds) : findHits(group, query, recentIds);
  const groupHits = groups.map(find).filter(({ hits }) => hits.length > 0);
  const exactCount = groupHits.findLastIndex(({ hasTypo }) => hasTypo === false) + 1;
  const isBehind = ({ hasTypo }: GroupHits, index: number): boolean => index < exactCount && hasTypo === true;
  return [
    ...groupHits.slice(0, exactCount).filter((group, index) => !isBehind(group, index)),
    ...groupHits.filter(isBehind),
    ...groupHits.slice(exactCount),
  ];
}
