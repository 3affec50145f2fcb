import { LIMITS } from '#contract/limits.ts';

/** Starts of lines that say that a line is an entry of a list: "- ", "* ", "1. ", "[ ] ". */
const LIST_MARK = /^\s*(?:(?:[-*+•–]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+)?/;

/** Returns the titles in pasted text, one a line, each once; list marks and empty lines are left out. */
export function titlesIn(text: string): readonly string[] {
  const titles = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const title = line.replace(LIST_MARK, '').trim().replace(/\s+/g, ' ');
    if (title !== '' && !titles.has(title.toLowerCase())) titles.set(title.toLowerCase(), title);
  }
  return [...titles.values()];
}

/** Is how many ideas one pasted list may make. */
export const MOST_LINES = 200;

export const isTooLong = (title: string): boolean => title.length > LIMITS.title;
