import { fold } from '../offline/word-index.ts';

/**
 * Finds what has every one of some words in its text, in any order; case and accents do not count. The texts are read
 * once, with the first words.
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
