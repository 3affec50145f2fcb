/** Puts a text on one line: every run of white space becomes a space, and none is left at the ends. */
export const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();
