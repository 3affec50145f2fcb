/** Places captions in time. */

/**
 * Moves the ends of captions as little as possible so that each stays for the time it needs, by isotonic regression.
 * Their sum stays the same, and none gets longer than it was or than it needs. If there is less time than all of them
 * need, nothing moves.
 */
export function fittedEnds(seconds: readonly number[], needs: readonly number[]): number[] {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const spare = sum(seconds) - sum(needs);
  let [end, needed] = [0, 0];
  const ends = seconds.map((each) => (end += each));
  if (spare < 0) return ends;
  // Captions that are too close together form a block, which keeps the mean of the time left before them.
  const blocks: { total: number; count: number }[] = [];
  const needEnds = needs.map((need) => (needed += need));
  for (const [index, at] of ends.entries()) {
    let block = { total: at - (needEnds[index] ?? 0), count: 1 };
    for (let last = blocks.at(-1); last && last.total / last.count > block.total / block.count; last = blocks.at(-1)) {
      block = { total: last.total + block.total, count: last.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  const left = blocks.flatMap(({ total, count }) =>
    new Array<number>(count).fill(Math.min(spare, Math.max(0, total / count))),
  );
  return needEnds.map((at, index) => (index === needEnds.length - 1 ? end : at + (left[index] ?? 0)));
}
