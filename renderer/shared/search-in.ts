import { fold } from '../library-index/word-index.ts';

/**
 * Returns a search for items whose text contains every word, in any order, ignoring case and accents. The texts are
 * read once, at the first search.
 */
export function searchIn<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): (words: string) => readonly Item[] {
  let texts: readonly string[] | undefined;
  return (words) => {
    const wanted = fold(words).split(/\s+/).filter(Boolean);
    if (wanted.length === 0) return items;
    const all = (texts ??= items.map((item) => fold(textOf(item))));
    return items.filter((_, at) => wanted.every((word) => all[at]?.includes(word)));
  };
}
