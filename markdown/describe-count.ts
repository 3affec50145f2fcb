/** Returns a sentence about a number of things, as a list of one: `one` as it is, `more` after the number; none for 0. */
export const describeCount = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${count} ${more}`];
