import { foldText } from '#markdown/fold-text.ts';

/**
 * Returns a search for items whose text contains every word, in any order, ignoring case and accents. The texts are
 * read once, at the first search.
 */
export function createSearch<Item>(
  items: readonly Item[],
  getText: (item: Item) => string,
): (query: string) => readonly Item[] {
  let texts: readonly string[] | undefined;
  return (query) => {
    const terms = foldText(query).split(/\s+/).filter(Boolean);
    if (terms.length === 0) return items;
    const all = (texts ??= items.map((item) => foldText(getText(item))));
    return items.filter((_, index) => terms.every((word) => all[index]?.includes(word)));
  };
}
