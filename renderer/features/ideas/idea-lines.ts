import { LIMITS } from '#contract/limits.ts';

/** Marks at the start of list entries: "- ", "* ", "1. ", "[ ] ". */
const LIST_MARK = /^\s*(?:(?:[-*+•–]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+)?/;

/** Returns the titles in pasted text, one a line, each once; list marks and empty lines are left out. */
export function readTitles(text: string): readonly string[] {
  const titles = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const title = line.replace(LIST_MARK, '').trim().replace(/\s+/g, ' ');
    if (title !== '' && !titles.has(title.toLowerCase())) titles.set(title.toLowerCase(), title);
  }
  return [...titles.values()];
}

/** The most ideas from one pasted list. */
export const MAX_LINES = 200;

export const isTooLong = (title: string): boolean => title.length > LIMITS.title;
