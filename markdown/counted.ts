/** Returns a sentence about a number of things, as a list of one: `one` as it is, `more` after the number; none for 0. */
export const counted = (number: number, one: string, more: string): string[] =>
  number === 0 ? [] : [number === 1 ? one : `${number} ${more}`];
