/** Which known titles say nearly the same as a new one. */

/** From so much of their words in common on, two titles are pointed out: 1 is all of them. */
const ALIKE = 0.6;
const MOST = 3;

const SMALL = new Set(['a', 'an', 'the', 'of', 'to', 'in', 'on', 'for', 'and', 'is', 'are', 'how', 'why', 'what']);

/** The words that tell a title from others, each once. */
export function tellingWords(title: string): string[] {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !SMALL.has(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}

function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const common = a.filter((word) => b.includes(word)).length;
  return common / (a.length + b.length - common);
}

/** The most alike first. */
export function alikeTo<T extends { readonly title: string }>(title: string, known: readonly T[]): T[] {
  const words = tellingWords(title);
  return known
    .map((one) => ({ one, like: likeness(words, tellingWords(one.title)) }))
    .filter(({ like }) => like >= ALIKE)
    .toSorted((a, b) => b.like - a.like)
    .slice(0, MOST)
    .map(({ one }) => one);
}

const VIDEO =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:\S*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&#/]\S*)?$/i;

/** The id of the video that a pasted text is the address of, and nothing else. */
export const videoOf = (text: string): string | null => VIDEO.exec(text.trim())?.[1] ?? null;
